import { z } from 'zod';
import { digest } from './cache.js';
import type { Grant } from './grant.js';
import { readToken, secretKey, signToken, type TokenKey } from './jws.js';

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
}

/** The form of the claims in the store and in a token. */
export const ARRIVAL_CLAIMS = z.object({
  paymentId: z.int().positive(),
  fiat: z.string(),
  since: z.int().nonnegative(),
  txIds: z.array(z.string()),
  knownKeys: z.array(z.string()).default([]),
});

/** Signs and reads arrival tokens. */
export interface ArrivalTokens {
  sign(grant: Grant, claims: ArrivalClaims): Promise<string>;
  /** The claims of a valid token that was issued for this grant; undefined for any other. */
  read(grant: Grant, token: string): Promise<ArrivalClaims | undefined>;
}

const KIND = { typ: 'deposit-arrival+jwt', aud: 'deposit-arrival' };
const RANDOM_BYTES = 32;

/**
 * Arrival tokens are compact JWS signed with the kit's secret. They contain the grant's id only as a digest, because the
 * id may be a secret of the merchant.
 */
export function createArrivalTokens(secret: Uint8Array | undefined): ArrivalTokens {
  let key: Promise<TokenKey> | undefined;
  // Created on first use: Workers provide no random values before the first request.
  const getKey = (): Promise<TokenKey> =>
    (key ??= secretKey(secret ?? crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))));
  return {
    async sign(grant, { paymentId, fiat, since, txIds, knownKeys }) {
      const claims = {
        paymentId,
        fiat,
        since,
        txIds: [...txIds],
        ...(knownKeys.length > 0 && { knownKeys: [...knownKeys] }),
        sub: await digest(grant.id),
      };
      return signToken(KIND, await getKey(), claims);
    },
    async read(grant, token) {
      const subject = await digest(grant.id);
      return ARRIVAL_CLAIMS.safeParse(await readToken(KIND, await getKey(), token, { subject })).data;
    },
  };
}

/** Whether the deposit can be recognized: by a funding id, or because every deposit into the account is this payer's. */
export function isTrackable(grant: Grant, claims: ArrivalClaims): boolean {
  return claims.txIds.length > 0 || grant.ownAccount === true;
}
