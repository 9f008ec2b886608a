import { generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A generated key pair, with both keys also in PEM. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** PKCS#8. */
  readonly privatePem: string;
  /** SPKI. */
  readonly publicPem: string;
}

/** Generates a key pair of Ed25519, or of another type that must be refused. */
export function keyPair(type: 'ed25519' | 'x25519' | 'ed448' = 'ed25519'): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync(type as 'ed25519');
  return {
    privateKey,
    publicKey,
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}
