import { SignJWT, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Grant } from './grant.js';
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

// Fixed here, never read from a token (promises.md, traps, 21). Type and audience keep it apart from any other token
// signed with the same secret.
const ALGORITHM = 'HS256';
const TYPE = 'deposit-arrival+jwt';
const ISSUER = 'deposit-slip';
const AUDIENCE = 'deposit-arrival';
const RANDOM_BYTES = 32;

/** Arrival tokens are compact JWS under the kit's secret. The grant's id is in them as a digest: it may be a secret of the merchant's. */
export function createArrivalTokens(secret: Uint8Array | undefined): ArrivalTokens {
  let key = secret;
  // Made when first used: Workers give no random values before the first request.
  const keyNow = (): Uint8Array => (key ??= crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
  return {
    async sign(grant, claims) {
      const { paymentId, fiat, since, txIds } = claims;
      return new SignJWT({ paymentId, fiat, since, txIds: [...txIds] })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(await digest(grant.id))
        .sign(keyNow());
    },
    async read(grant, token) {
      try {
        const { payload } = await jwtVerify(token, keyNow(), {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          subject: await digest(grant.id),
        });
        return CLAIMS.safeParse(payload).data;
      } catch {
        return undefined;
      }
    },
  };
}

/** Whether an arrival can be told at all: by a funding id, or because every deposit into the account is this payer's. */
export function canTell(grant: Grant, claims: Claims): boolean {
  return claims.txIds.length > 0 || grant.ownAccount === true;
}
