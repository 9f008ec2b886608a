import type { CryptoKey, JWTPayload } from 'jose';
import { bearerOf } from './bearer.js';
import { readGrant, stripGrant, type Grant } from '../grant.js';
import { listOf, type OneOrMore } from '../key-list.js';
import { readToken, secretKey, signToken, type TokenKey } from './jws.js';
import { isPrivateKey, isPublicKey, toPrivateKey, toPublicKey } from './keys.js';

/**
 * The key that signs sessions: a secret of at least 32 bytes (HS256), or an Ed25519 key (EdDSA) as a
 * CryptoKey or in PEM (PKCS#8 or SPKI). The private key creates sessions; the kit needs only the public key.
 */
export type SessionKey = string | Uint8Array | CryptoKey;

/** The lifetime of a session: a whole number of seconds, minutes or hours, at most 24 hours. */
export type SessionTime = `${number}${'s' | 'm' | 'h'}`;

const KIND = { typ: 'deposit-session+jwt', aud: 'deposit-session' };
/** HS256 requires a key at least as long as its hash (RFC 7518, 3.2). */
export const SECRET_BYTES = 32;
/** Characters. For a session the same limit as for a URL. */
const MAX_LENGTH = 4096;
const MAX_ID = 64;
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** The clocks of a merchant's servers are expected to differ by less. */
const TOLERANCE_SECONDS = 30;
const SECONDS_PER_UNIT = { s: 1, m: 60, h: 3600 } as const;
const MAX_SECONDS = 24 * 3600;
/**
 * A public key or a key file instead of a secret. It is refused, because everybody may know the public key
 * and could then sign sessions (RFC 8725, 2.1).
 */
const KEY_MATERIAL = /-----BEGIN|"kty"|MCowBQYDK2Vw|MC4CAQAwBQYDK2Vw|\x06\x03\x2b\x65\x70/;

/**
 * Creates a session for the element's `session` attribute. Call it on your server once you know the payer. A
 * session is signed, not encrypted: anyone who holds it can read the grant. Members that `Grant` does not
 * declare are left out. The first key of a list signs. Rejects with an Error that names every invalid
 * argument and quotes no value.
 */
export async function createDepositSession(
  keys: OneOrMore<SessionKey>,
  grant: Grant,
  { expiresIn = '15m' }: { readonly expiresIn?: SessionTime } = {},
): Promise<string> {
  const [key] = listOf(keys);
  const checked = readGrant(grant);
  const lifetime = secondsOf(expiresIn);
  const errors = [
    isSigningKey(key)
      ? []
      : `key must be a secret of at least ${SECRET_BYTES} bytes or a private Ed25519 key`,
    checked.grant ? [] : `grant is invalid in ${checked.invalid}`,
    lifetime === undefined ? 'expiresIn must be a time of at most 24h, like 15m' : [],
  ].flat();
  if (!isSigningKey(key) || !checked.grant || lifetime === undefined) throw sessionError(errors);
  const now = Math.floor(Date.now() / 1000);
  const session = await signToken(KIND, await toSigningKey(key), {
    grant: stripGrant(checked.grant),
    iat: now,
    nbf: now,
    exp: now + lifetime,
    jti: crypto.randomUUID(),
  });
  if (session.length > MAX_LENGTH) throw sessionError(['grant is too large']);
  return session;
}

/** A valid session: its grant and the time it was made, in milliseconds. */
export interface Session {
  readonly grant: Grant;
  readonly grantedAt: number;
}

/**
 * Reads the session in `Authorization: Bearer`. Returns undefined if there is none or if no key verifies it.
 */
export function createSessionReader(
  keys: OneOrMore<SessionKey>,
): (request: Request) => Promise<Session | undefined> {
  let verifyingKeys: Promise<readonly TokenKey[]> | undefined;
  return async (request) => {
    const session = bearerOf(request) ?? '';
    if (session.length > MAX_LENGTH || !COMPACT_JWS.test(session)) return undefined;
    // Created on first use: some platforms allow no cryptography before the first request.
    verifyingKeys ??= Promise.all(listOf(keys).map(toVerifyingKey));
    const claims = await claimsOf(await verifyingKeys, session);
    const jti: unknown = claims?.jti;
    const hasId = typeof jti === 'string' && jti !== '' && jti.length <= MAX_ID;
    const { grant } = hasId ? readGrant(claims?.['grant']) : {};
    return grant && { grant, grantedAt: Number(claims?.iat) * 1000 };
  };
}

/** Each key has a single algorithm and verifies only tokens that use it. */
async function claimsOf(keys: readonly TokenKey[], session: string): Promise<JWTPayload | undefined> {
  const rules = { requiredClaims: ['iat', 'nbf', 'exp', 'jti'], clockTolerance: TOLERANCE_SECONDS };
  for (const key of keys) {
    const claims = await readToken(KIND, key, session, rules);
    if (claims) return claims;
  }
  return undefined;
}

/** Describes the mistake in a key of the `session` option, if any. */
export function validateSessionKey(value: unknown): string | undefined {
  if (value === undefined || isSecret(value) || isPublicKey(value)) return undefined;
  if (!isPrivateKey(value)) return `must be a secret of at least ${SECRET_BYTES} bytes or an Ed25519 key`;
  const isReadable = typeof value === 'string' || value.extractable;
  return isReadable ? undefined : 'is a private key that cannot be exported: use its public key';
}

function isSigningKey(key: unknown): key is SessionKey {
  return isSecret(key) || isPrivateKey(key);
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
  const seconds = Number(count) * SECONDS_PER_UNIT[unit as keyof typeof SECONDS_PER_UNIT];
  return seconds <= MAX_SECONDS ? seconds : undefined;
}

function sessionError(errors: readonly string[]): Error {
  return new Error(`Cannot create a deposit session: ${errors.join(', ')}.`);
}
