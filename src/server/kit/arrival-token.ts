import { toBase64url } from '../../core/base64url.js';
import type { Grant } from './grant.js';
import { readToken, secretKey, signToken, type TokenKey } from './jws.js';
import { integer, list, object, text, type Read } from './shape.js';

/** What identifies a slip's deposit. The merchant is not part of it: it comes from the grant of each request. */
export interface ArrivalClaims {
  readonly paymentId: number;
  readonly fiat: string;
  /** Milliseconds: the second in which the first slip of the visit was made, or the time of the last known deposit. */
  readonly since: number;
  /** Funding ids of this slip and of the visit's earlier unpaid ones, newest first. */
  readonly txIds: readonly string[];
  /** Deposits that do not count, although they were made at `since` or later (`KnownDeposit.key`). */
  readonly knownKeys: readonly string[];
  /** When the token expires, in seconds (RFC 7519, 4.1.4): a day after the slip was made. */
  readonly exp: number;
}

const readMembers = object(
  { paymentId: integer(1), fiat: text, since: integer(0), txIds: list(text), exp: integer(0) },
  { knownKeys: list(text) },
);

/** Reads the claims from the store or from a token, which leaves out an empty list of keys. */
export const readClaims: Read<ArrivalClaims> = (value) => {
  const members = readMembers(value);
  return members && { knownKeys: [], ...members };
};

/** Signs and reads arrival tokens. */
export interface ArrivalTokens {
  sign(grant: Grant, claims: ArrivalClaims): Promise<string>;
  /** The claims of a valid token that was issued for this grant; undefined for any other. */
  read(grant: Grant, token: string): Promise<ArrivalClaims | undefined>;
}

const KIND = { typ: 'deposit-arrival+jwt', aud: 'deposit-arrival' };
const RANDOM_BYTES = 32;
/** The lifetime of an arrival token. No page polls longer. */
export const ARRIVAL_SECONDS = 86_400;

/**
 * Arrival tokens are compact JWS signed with the kit's secret. They contain whose they are only as a keyed digest, because the
 * grant's id may be a secret of the merchant, or easy to guess.
 */
export function createArrivalTokens(secret: Uint8Array | undefined): ArrivalTokens {
  let key: Promise<TokenKey> | undefined;
  // Created on first use: Workers provide no random values before the first request.
  const getKey = (): Promise<TokenKey> =>
    (key ??= secretKey(secret ?? crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))));
  return {
    async sign(grant, { paymentId, fiat, since, txIds, knownKeys, exp }) {
      const tokenKey = await getKey();
      const claims = {
        paymentId,
        fiat,
        since,
        txIds: [...txIds],
        ...(knownKeys.length > 0 && { knownKeys: [...knownKeys] }),
        exp,
        sub: await subjectOf(tokenKey, grant),
      };
      return signToken(KIND, tokenKey, claims);
    },
    async read(grant, token) {
      const tokenKey = await getKey();
      const subject = await subjectOf(tokenKey, grant);
      return readClaims(await readToken(KIND, tokenKey, token, { subject }));
    },
  };
}

/** Its first line has a blank, so it is never the signing input of a token, nor a visit (visit.ts). */
async function subjectOf({ key }: TokenKey, { id, merchantId, depositAlias }: Grant): Promise<string> {
  const subject = `deposit-slip arrival\n${JSON.stringify([id, String(merchantId), depositAlias])}`;
  const bytes = new TextEncoder().encode(subject);
  return toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes)));
}

/** Whether the deposit can be recognized: by a funding id, or because every deposit into the account is this payer's. */
export function isTrackable(grant: Grant, claims: ArrivalClaims): boolean {
  return claims.txIds.length > 0 || grant.ownAccount === true;
}
