import { z } from 'zod';
import { compareAmounts, isAmount } from '../../core/money.js';

/** A deposit method that a grant offers. */
export interface GrantedMethod {
  /** spec: Get pending fund account. */
  readonly paymentId: number;
  /** ISO 4217. */
  readonly fiat: string;
}

/** Everything the payer may not choose. Requests to the API are made from it, never from what a browser sends. */
export interface Grant {
  /**
   * Identifies the order, visit or payer. The same id, method and amount give the same slip, so two payers must never
   * share an id.
   */
  readonly id: string;
  readonly merchantId: string | number;
  /** In the order in which the payer sees them. */
  readonly methods: readonly GrantedMethod[];
  /** Alias of the virtual account (spec: operation 8). */
  readonly depositAlias?: string | undefined;
  /** A fixed amount; decimal string of at most 15 digits before the point. Excludes `min` and `max`. */
  readonly amount?: string | undefined;
  /** Inclusive bounds of the amount the payer enters; decimal strings. The API states none. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /**
   * Every deposit into this merchantId and currency is made by this payer. Only then can a deposit without a funding id be
   * recognized: otherwise one payer could be shown the deposit of another. Each deposit closes one visit, the first that asks.
   */
  readonly ownAccount?: boolean | undefined;
}

/** As in a request (query.ts): no more digits before the decimal point. */
const DIGITS = /^[0-9]{1,15}(?:\.|$)/;

const amount = z
  .string()
  .refine((text) => isAmount(text) && DIGITS.test(text), 'must be a positive decimal string');

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

// Loose, because the hooks pass any further members back to the merchant.
const GRANT = z
  .looseObject(MEMBERS)
  .refine((grant) => grant.amount === undefined || (grant.min === undefined && grant.max === undefined), {
    path: ['amount'],
  })
  .refine(({ min, max }) => min === undefined || max === undefined || compareAmounts(min, max) !== 1, {
    path: ['min'],
  });

/**
 * Validates a grant. Returns it frozen, because hooks receive the object that the response is made from; or the names of
 * its invalid members, never their values.
 */
export function readGrant(value: unknown): Grant | { readonly invalid: string } {
  const parsed = GRANT.safeParse(value);
  if (!parsed.success) return { invalid: parsed.error.issues.map(nameOf).join(', ') };
  const methods = parsed.data.methods.map((method) => Object.freeze(method));
  return Object.freeze({ ...parsed.data, methods: Object.freeze(methods) });
}

/** The grant without the merchant's own additional members. */
export function stripGrant(grant: Grant): Grant {
  return z.object(MEMBERS).parse(grant);
}

function nameOf({ path }: z.core.$ZodIssue): string {
  return path.join('.') || 'grant';
}
