import { z } from 'zod';
import type { Grant } from './grant.js';
import { readToken, secretKey, signToken, type TokenKey } from './jws.js';
import { digest } from './memory.js';

/** What a slip's arrival is told by. It says nothing of the merchant: that comes from the grant, asked anew each time. */
export interface Claims {
  readonly paymentId: number;
  readonly fiat: string;
  /** Milliseconds; not before this was the visit's first slip shown. Whole seconds, rounded down. */
  readonly since: number;
  /** Funding ids of this slip and of the visit's earlier ones that were not paid yet, newest first. */
  readonly txIds: readonly string[];
}

/** The stored and the signed form. */
export const CLAIMS = z.object({
  paymentId: z.int().positive(),
  fiat: z.string(),
  since: z.int().nonnegative(),
  txIds: z.array(z.string()),
});

/** Signs and reads arrival tokens. */
export interface ArrivalTokens {
  sign(grant: Grant, claims: Claims): Promise<string>;
  /** The claims, if the token is ours, unaltered, and was given to this grant. */
  read(grant: Grant, token: string): Promise<Claims | undefined>;
}

const KIND = { typ: 'deposit-arrival+jwt', aud: 'deposit-arrival' };
const RANDOM_BYTES = 32;

/**
 * Arrival tokens are compact JWS under the kit's secret. The grant's id is in them as a digest: it may be a secret of
 * the merchant's.
 */
export function createArrivalTokens(secret: Uint8Array | undefined): ArrivalTokens {
  let key: Promise<TokenKey> | undefined;
  // Made when first used: Workers give no random values before the first request.
  const keyNow = (): Promise<TokenKey> =>
    (key ??= secretKey(secret ?? crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))));
  return {
    async sign(grant, { paymentId, fiat, since, txIds }) {
      const claims = { paymentId, fiat, since, txIds: [...txIds], sub: await digest(grant.id) };
      return signToken(KIND, await keyNow(), claims);
    },
    async read(grant, token) {
      const subject = await digest(grant.id);
      return CLAIMS.safeParse(await readToken(KIND, await keyNow(), token, { subject })).data;
    },
  };
}

/** Whether an arrival can be told at all: by a funding id, or because every deposit into the account is this payer's. */
export function canTell(grant: Grant, claims: Claims): boolean {
  return claims.txIds.length > 0 || grant.ownAccount === true;
}
