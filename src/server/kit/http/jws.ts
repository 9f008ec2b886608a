import { SignJWT, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { fromBase64url } from '../../../core/base64url.js';
import { hmacKey } from './mac.js';

/**
 * The purpose of a token. Type and audience keep it apart from other tokens that are signed with the same
 * key.
 */
export interface TokenKind {
  readonly typ: string;
  readonly aud: string;
}

/**
 * A key with its only permitted algorithm. The algorithm is fixed here and never read from a token (RFC 8725,
 * 3.1).
 */
export interface TokenKey {
  readonly alg: 'HS256' | 'EdDSA';
  readonly key: CryptoKey;
}

const ISSUER = 'deposit-slip';

/** Imports a secret as an HS256 key. Do it once: importing costs as much as signing. */
export async function secretKey(secret: Uint8Array): Promise<TokenKey> {
  return { alg: 'HS256', key: await hmacKey(secret) };
}

/** Signs claims (RFC 7519) as a compact JWS (RFC 7515). */
export function signToken(
  { typ, aud }: TokenKind,
  { alg, key }: TokenKey,
  claims: JWTPayload,
): Promise<string> {
  return new SignJWT({ ...claims, iss: ISSUER, aud }).setProtectedHeader({ alg, typ }).sign(key);
}

/** The claims of a valid token of this kind; undefined for anything else. */
export async function readToken(
  { typ, aud }: TokenKind,
  { alg, key }: TokenKey,
  token: string,
  rules: Pick<JWTVerifyOptions, 'subject' | 'requiredClaims' | 'clockTolerance'> = {},
): Promise<JWTPayload | undefined> {
  try {
    // Throws if the unused bits of the last character are set. Otherwise one token would have several
    // encodings.
    fromBase64url(token.slice(token.lastIndexOf('.') + 1));
    const fixed = { algorithms: [alg], typ, issuer: ISSUER, audience: aud };
    const { payload, protectedHeader } = await jwtVerify(token, key, { ...rules, ...fixed });
    // The kit's tokens have no other header members: no key reference, and no `crit` extension that the
    // library might honor.
    return Object.keys(protectedHeader).every((name) => name === 'alg' || name === 'typ')
      ? payload
      : undefined;
  } catch {
    return undefined;
  }
}
