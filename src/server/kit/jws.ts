import { SignJWT, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { fromBase64url } from '../../core/base64url.js';

/** What a token is for. Type and audience keep each kind apart from any other that is signed with the same key. */
export interface TokenKind {
  readonly typ: string;
  readonly aud: string;
}

/** A key and the one algorithm it is used with: fixed here, never read from a token (promises.md, traps, 21). */
export interface TokenKey {
  readonly alg: 'HS256' | 'EdDSA';
  readonly key: CryptoKey;
}

const ISSUER = 'deposit-slip';

/** A secret as a key of HS256, imported once: for each token anew it costs as much as the signature. */
export async function secretKey(secret: Uint8Array): Promise<TokenKey> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret.slice(), hmac, false, ['sign', 'verify']);
  return { alg: 'HS256', key };
}

/** A compact JWS (RFC 7515) with these claims (RFC 7519). */
export function signToken(
  { typ, aud }: TokenKind,
  { alg, key }: TokenKey,
  claims: JWTPayload,
): Promise<string> {
  return new SignJWT({ ...claims, iss: ISSUER, aud }).setProtectedHeader({ alg, typ }).sign(key);
}

/** The claims of a token that is of this kind, ours and unaltered; undefined for anything else. */
export async function readToken(
  { typ, aud }: TokenKind,
  { alg, key }: TokenKey,
  token: string,
  rules: Pick<JWTVerifyOptions, 'subject' | 'requiredClaims' | 'clockTolerance'> = {},
): Promise<JWTPayload | undefined> {
  try {
    // The last character has bits no signature uses: without this a token would have several spellings.
    fromBase64url(token.slice(token.lastIndexOf('.') + 1));
    const fixed = { algorithms: [alg], typ, issuer: ISSUER, audience: aud };
    const { payload, protectedHeader } = await jwtVerify(token, key, { ...rules, ...fixed });
    // Ours say nothing else: no hint at a key, no demand (`crit`) that a library may understand.
    return Object.keys(protectedHeader).every((name) => name === 'alg' || name === 'typ')
      ? payload
      : undefined;
  } catch {
    return undefined;
  }
}
