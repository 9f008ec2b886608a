import { compareAmounts, isAmount } from '../../core/money.js';
import { isReference } from '../../core/reader/hostile-text.js';
import { isJsonObject, type JsonObject } from '../../core/reader/members.js';

/** The amount that a grant requests in a currency. Decimal strings, at most 15 digits before the point. */
export interface Terms {
  /** A fixed amount. Excludes `min` and `max`. */
  readonly amount?: string | undefined;
  /** Inclusive bounds of the amount the payer enters. The API states none. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** A deposit method that a grant offers. All methods of a currency have the same terms. */
export interface GrantedMethod extends Terms {
  /** spec: Get pending fund account. */
  readonly paymentId: number;
  /** ISO 4217. */
  readonly fiat: string;
}

/**
 * Defines everything that the payer may not choose. The kit builds its requests to the API from the grant,
 * never from what a browser sends. Terms of the grant itself apply to all methods, which must then share one
 * currency; methods of several currencies have their own terms.
 */
export interface Grant extends Terms {
  /**
   * Identifies the order, or the payer's wallet. All deposits for one id in one currency form one payment, so
   * two payers must never share an id, and neither must two orders with an `amount`.
   */
  readonly id: string;
  readonly merchantId: string | number;
  /** In the order in which the payer sees them. */
  readonly methods: readonly GrantedMethod[];
  /** Alias of the virtual account (spec: operation 8). */
  readonly depositAlias?: string | undefined;
  /**
   * This payer makes every deposit into this merchantId and currency. Only then can the kit recognize a
   * deposit without a funding id: otherwise it could show one payer the deposit of another.
   */
  readonly ownAccount?: boolean | undefined;
  /**
   * The order number as the payer knows it: at most 64 characters, no control characters. The history shows
   * it beside each deposit.
   */
  readonly reference?: string | undefined;
}

/** The same limit as for a request (query.ts): at most 15 digits before the decimal point. */
const DIGITS = /^[0-9]{1,15}(?:\.|$)/;

/** Characters, an emoji counting as one. */
const MAX_LENGTH = 256;

/** No database can store these: NUL and unpaired surrogates. */
const UNSTORABLE = /[\0\ud800-\udfff]/u;

/** The members of `Terms`. */
const TERMS = ['amount', 'min', 'max'] as const satisfies readonly (keyof Terms)[];

/** Checks the value of each member. The methods are checked one by one. */
const CHECKS: { readonly [Name in keyof Grant]-?: (value: unknown) => boolean } = {
  id: isName,
  merchantId: (value) =>
    typeof value === 'string'
      ? /^[0-9]{1,19}$/.test(value)
      : Number.isSafeInteger(value) && Number(value) >= 0,
  methods: (value) => Array.isArray(value) && value.length > 0,
  depositAlias: isName,
  amount: isPlainAmount,
  min: isPlainAmount,
  max: isPlainAmount,
  ownAccount: (value) => typeof value === 'boolean',
  reference: (value) => typeof value === 'string' && isReference(value),
};
const NAMES = Object.keys(CHECKS) as (keyof Grant)[];
const REQUIRED: ReadonlySet<keyof Grant> = new Set(['id', 'merchantId', 'methods']);

function isName(value: unknown): boolean {
  return (
    typeof value === 'string' && value !== '' && !UNSTORABLE.test(value) && [...value].length <= MAX_LENGTH
  );
}

function isPlainAmount(value: unknown): boolean {
  return typeof value === 'string' && isAmount(value) && DIGITS.test(value);
}

/**
 * A valid grant, or the names of its invalid members. A grant may have members of any name, so it has a
 * property of its own.
 */
type GrantResult =
  | { readonly grant: Grant; readonly invalid?: undefined }
  | { readonly grant?: undefined; readonly invalid: string };

/**
 * Validates a grant. Returns it frozen, because hooks receive the object that the response is made from, or
 * returns the names of its invalid members, never their values. Additional members are kept: the hooks pass
 * them back to the merchant.
 */
export function readGrant(value: unknown): GrantResult {
  if (!isJsonObject(value)) return { invalid: 'grant' };
  const grant = copyOf(value);
  const invalid = invalidMembers(grant);
  if (invalid.length === 0) invalid.push(...contradictions(grant as unknown as Grant));
  if (invalid.length > 0) return { invalid: invalid.join(', ') };
  const methods = grant['methods'] as readonly GrantedMethod[];
  methods.forEach(Object.freeze);
  Object.freeze(methods);
  return { grant: Object.freeze(grant as unknown as Grant) };
}

/**
 * Reads every member once, so that the value that is checked is the value that is used. Leaves out an own
 * `__proto__`, which JSON may contain.
 */
function copyOf(value: JsonObject): JsonObject {
  const { ['__proto__']: _, ...own } = value;
  const copy: Record<string, unknown> = own;
  for (const name of NAMES) if (!(name in copy) && name in value) copy[name] = value[name];
  // Unlike `map`, `from` does not skip holes.
  if (Array.isArray(copy['methods'])) copy['methods'] = Array.from(copy['methods'], copyOfMethod);
  return copy;
}

function copyOfMethod(method: unknown): unknown {
  if (!isJsonObject(method)) return method;
  const { paymentId, fiat } = method;
  const terms = TERMS.filter((name) => method[name] !== undefined).map((name) => [name, method[name]]);
  return { paymentId, fiat, ...Object.fromEntries(terms) };
}

/** The terms of a grant in a currency. */
export function termsOf(grant: Grant, fiat: string): Terms {
  const method = grant.methods.find((each) => each.fiat === fiat);
  return method && TERMS.some((name) => method[name] !== undefined) ? method : grant;
}

/** The grant without the merchant's own additional members. */
export function stripGrant(grant: Grant): Grant {
  const members = NAMES.filter((name) => grant[name] !== undefined).map((name) => [name, grant[name]]);
  return Object.fromEntries(members) as Grant;
}

function invalidMembers(grant: JsonObject): string[] {
  return NAMES.flatMap((name) => {
    const value = grant[name];
    if (value === undefined ? REQUIRED.has(name) : !CHECKS[name](value)) return [name];
    return name === 'methods' ? invalidMethods(value) : [];
  });
}

function invalidMethods(methods: unknown): string[] {
  if (!Array.isArray(methods)) return [];
  return methods.flatMap((method: unknown, index) => {
    if (!isJsonObject(method)) return [`methods.${index}`];
    const { paymentId, fiat } = method;
    const terms = TERMS.filter((name) => method[name] !== undefined && !isPlainAmount(method[name]));
    return [
      ...(Number.isSafeInteger(paymentId) && Number(paymentId) > 0 ? [] : [`methods.${index}.paymentId`]),
      ...(typeof fiat === 'string' && /^[A-Z]{3}$/.test(fiat) ? [] : [`methods.${index}.fiat`]),
      ...terms.map((name) => `methods.${index}.${name}`),
    ];
  });
}

/**
 * Terms of the grant itself need a single currency, and methods of one currency must have the same terms. An
 * amount is stated in one place only, and without bounds.
 */
function contradictions(grant: Grant): string[] {
  const { methods } = grant;
  const hasCurrencies = new Set(methods.map(({ fiat }) => fiat)).size > 1;
  const own = TERMS.filter((name) => grant[name] !== undefined);
  const ofMethods = methods.flatMap((method, index) => {
    const first = methods.find(({ fiat }) => fiat === method.fiat)!;
    const wrong = TERMS.filter(
      (name) => !isSame(method[name], first[name]) || (own.length > 0 && method[name] !== undefined),
    );
    return [...new Set([...wrong, ...contradictoryTerms(method)])].map((name) => `methods.${index}.${name}`);
  });
  return [...new Set([...(hasCurrencies ? own : []), ...contradictoryTerms(grant)]), ...ofMethods];
}

function contradictoryTerms({ amount, min, max }: Terms): (keyof Terms)[] {
  return [
    ...(amount !== undefined && (min !== undefined || max !== undefined) ? (['amount'] as const) : []),
    ...(min !== undefined && max !== undefined && compareAmounts(min, max) === 1 ? (['min'] as const) : []),
  ];
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && compareAmounts(one, other) === 0);
}
