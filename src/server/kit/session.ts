import { z } from 'zod';
import { bearerOf } from './bearer.js';
import { knownOf, readGrant, type Grant } from './grant.js';
import { readToken, secretKey, signToken, type TokenKey } from './jws.js';
import { isPrivateKey, isPublicKey, toPrivateKey, toPublicKey } from './keys.js';

/**
 * What sessions are signed with: a secret of 32 bytes or more (HS256), or an Ed25519 key (EdDSA), as a CryptoKey or in
 * PEM, PKCS#8 or SPKI. The private one makes sessions; the kit needs but the public one.
 */
export type SessionKey = string | Uint8Array | CryptoKey;

/** How long a session lasts: a whole number of seconds, minutes or hours, at most 24 hours. */
export type SessionTime = `${number}${'s' | 'm' | 'h'}`;

/** What was read of a good session. */
export interface Session {
  /** Its own id, of no meaning elsewhere. */
  readonly jti: string;
  readonly grant: Grant;
}

const KIND = { typ: 'deposit-session+jwt', aud: 'deposit-session' };
/** An algorithm is as strong as its key: HS256 wants as many bytes as its hash has (RFC 7518, 3.2). */
export const SECRET_BYTES = 32;
/** Characters; a header as long as an address may be. */
const LONGEST = 4096;
const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Clocks of one merchant's machines differ by less. */
const TOLERANCE_SECONDS = 30;
const SECONDS = { s: 1, m: 60, h: 3600 } as const;
const LONGEST_SECONDS = 24 * 3600;
/** A key or key file taken for a secret: everybody has the public one, and could sign with it (RFC 8725, 2.1). */
const KEY_MATERIAL = /-----BEGIN|"kty"|MCowBQYDK2Vw|MC4CAQAwBQYDK2Vw|\x06\x03\x2b\x65\x70/;

/**
 * A session for the element's `session` attribute: made by the merchant's server for one visit, once it knows whom it
 * serves. It is signed, not encrypted: whoever holds it can read every member of the grant. Members of the grant that
 * are not named in `Grant` stay behind. Rejects with one Error naming everything wrong, and no value.
 */
export async function createDepositSession(
  key: SessionKey,
  grant: Grant,
  { expiresIn = '15m' }: { readonly expiresIn?: SessionTime } = {},
): Promise<string> {
  const read = readGrant(grant);
  const lasts = secondsOf(expiresIn);
  const faults = [
    isSecret(key) || isPrivateKey(key)
      ? []
      : 'key is neither a secret of 32 bytes or more nor a private Ed25519 key',
    'wrong' in read ? `grant is wrong in ${read.wrong}` : [],
    lasts === undefined ? 'expiresIn is no time up to 24h, like 15m' : [],
  ].flat();
  if ('wrong' in read || lasts === undefined || faults.length > 0) throw faultOf(faults);
  const now = Math.floor(Date.now() / 1000);
  const session = await signToken(KIND, await toSigningKey(key), {
    grant: knownOf(read),
    iat: now,
    nbf: now,
    exp: now + lasts,
    jti: crypto.randomUUID(),
  });
  if (session.length > LONGEST) throw faultOf(['grant is too large']);
  return session;
}

/** Reads the session a request brings in `Authorization: Bearer`; undefined for none, and for any that is not good. */
export function createSessionReader(key: SessionKey): (request: Request) => Promise<Session | undefined> {
  let verifying: Promise<TokenKey> | undefined;
  return async (request) => {
    const session = bearerOf(request) ?? '';
    if (session.length > LONGEST || !FORM.test(session)) return undefined;
    // Made when first used: a platform may allow no work before the first request.
    verifying ??= toVerifyingKey(key);
    const claims = await readToken(KIND, await verifying, session, {
      requiredClaims: ['iat', 'nbf', 'exp', 'jti'],
      clockTolerance: TOLERANCE_SECONDS,
    });
    const jti = z.string().min(1).max(64).safeParse(claims?.jti).data;
    const grant = readGrant(claims?.['grant']);
    return jti === undefined || 'wrong' in grant ? undefined : { jti, grant };
  };
}

/** What is wrong with the key of a kit, without a word of it. */
export function faultOfSessionKey(value: unknown): string | undefined {
  if (value === undefined || isSecret(value) || isPublicKey(value)) return undefined;
  if (!isPrivateKey(value)) return `is neither a secret of ${SECRET_BYTES} bytes or more nor an Ed25519 key`;
  const isReadable = typeof value === 'string' || value.extractable;
  return isReadable ? undefined : 'is a private key that cannot be exported: give its public one';
}

function isSecret(value: unknown): value is string | Uint8Array {
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) return false;
  const bytes = toBytes(value);
  return bytes.byteLength >= SECRET_BYTES && !KEY_MATERIAL.test(new TextDecoder('latin1').decode(bytes));
}

/** The bytes of a secret. */
export function toBytes(secret: string | Uint8Array): Uint8Array {
  return typeof secret === 'string' ? new TextEncoder().encode(secret) : secret;
}

async function toSigningKey(key: SessionKey): Promise<TokenKey> {
  if (isSecret(key)) return secretKey(toBytes(key));
  return { alg: 'EdDSA', key: await toPrivateKey(key, false) };
}

async function toVerifyingKey(key: SessionKey): Promise<TokenKey> {
  if (isSecret(key)) return secretKey(toBytes(key));
  return { alg: 'EdDSA', key: await toPublicKey(key) };
}

function secondsOf(time: string): number | undefined {
  const [, count, unit] = /^([1-9][0-9]{0,5})([smh])$/.exec(time) ?? [];
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  return seconds <= LONGEST_SECONDS ? seconds : undefined;
}

function faultOf(faults: readonly string[]): Error {
  return new Error(`No deposit session can be made: ${faults.join(', ')}.`);
}
