import { z } from 'zod';
import { isAmount } from '../../core/money.js';

/** A method a grant offers. */
export interface GrantedMethod {
  /** spec: Get pending fund account. */
  readonly paymentId: number;
  /** ISO 4217. */
  readonly fiat: string;
}

/** Everything a payer may not choose. What a request to the API says comes from here, and from nothing a browser sends. */
export interface Grant {
  /**
   * Whom or what it is for: an order, a visit, a payer. The same id with the same method and amount gets the same slip,
   * so two payers must never share one.
   */
  readonly id: string;
  readonly merchantId: string | number;
  /** In the order a picker shows them. */
  readonly methods: readonly GrantedMethod[];
  /** Alias of the virtual account (spec: operation 8). */
  readonly depositAlias?: string | undefined;
  /** The one amount, fixed; decimal string. Excludes `min` and `max`. */
  readonly amount?: string | undefined;
  /** Bounds of what the payer enters, inclusive; decimal strings. The API states none. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /**
   * Every deposit into this merchantId and currency is this payer's. Only then can the arrival of a deposit without a
   * funding id be told: otherwise one payer would be shown another's.
   */
  readonly ownAccount?: boolean | undefined;
}

const amount = z.string().refine(isAmount, 'is no positive decimal string');

const MEMBERS = {
  id: z.string().min(1).max(256),
  merchantId: z.union([z.string().regex(/^[0-9]{1,19}$/), z.int().nonnegative()]),
  methods: z.array(z.object({ paymentId: z.int().positive(), fiat: z.string().regex(/^[A-Z]{3}$/) })).min(1),
  depositAlias: z.string().min(1).max(256).optional(),
  amount: amount.optional(),
  min: amount.optional(),
  max: amount.optional(),
  ownAccount: z.boolean().optional(),
};

// Loose: what else the merchant put in a grant comes back to them in the hooks.
const GRANT = z
  .looseObject(MEMBERS)
  .refine((grant) => grant.amount === undefined || (grant.min === undefined && grant.max === undefined), {
    path: ['amount'],
  });

/**
 * A grant as the merchant gave it; or the names of what is wrong with it, never a value. It is frozen: hooks are handed
 * the very grant the rest of the answer is made of.
 */
export function readGrant(given: unknown): Grant | { readonly wrong: string } {
  const parsed = GRANT.safeParse(given);
  if (!parsed.success) return { wrong: parsed.error.issues.map(nameOf).join(', ') };
  const methods = parsed.data.methods.map((method) => Object.freeze(method));
  return Object.freeze({ ...parsed.data, methods: Object.freeze(methods) });
}

/** A grant without the members that are the merchant's alone. */
export function knownOf(grant: Grant): Grant {
  return z.object(MEMBERS).parse(grant);
}

function nameOf({ path }: z.core.$ZodIssue): string {
  return path.join('.') || 'grant';
}
