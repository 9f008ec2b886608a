import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { FUTURE, pickFrom, type Account, type Model } from '../model/model.js';
import { num } from '../record.js';

/** The values an arbitrary generates. */
export type Generated<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never;

/** A value one time in ten, otherwise undefined. */
export function rarely<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

/** The position of an item in a list, counted from the newest; mostly one of the newest. */
export const pick = fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, fc.nat(60));

/** An amount in minor units: mostly one that the balance covers, sometimes a larger one or the maximum. */
export const amount = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 1n, max: 2_000n }) },
  { weight: 2, arbitrary: fc.bigInt({ min: 1n, max: 50_000n }) },
  fc.constantFrom(1n, 1n, 1n, 99n, 100n, 101n, 99_999_999_999_999_999n),
);

/** How a body writes an amount: with two decimals, without trailing zeros, or as a JSON number. */
export type AmountFormat = 'text' | 'short' | 'number';

export const format = fc.constantFrom<AmountFormat>('text', 'short', 'number');

/** An amount as a body writes it. */
export function formatAmount(minor: bigint, format: AmountFormat): object | string {
  const text = fromMinor(minor);
  if (format === 'number') return num(text);
  return format === 'short' ? text.replace(/\.?0+$/, '') : text;
}

/** Times for commands: past days, so that they can come in any order and always precede the clock. */
export const DAYS = [1, 2, 3, 4, 5].map((day) => BigInt(Date.UTC(2025, 0, day)));
/** No time, one of those days or, rarely, a time in the future. */
export const day = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 5, arbitrary: fc.constantFrom(...DAYS) },
  fc.constant(FUTURE),
);

export const fiat = fc.constantFrom('MXN', 'MXN', 'ARS', 'BRL');
/** Mostly a merchant of the token; sometimes one of another token, or one that does not exist. */
export const merchant = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(7001n, 7002n, 7003n) },
  fc.constantFrom(8001n, 7999n),
);
export const clientId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');

/**
 * An account: mostly one with a balance, sometimes any open one, or a merchant and a currency without an
 * account.
 */
export const holder = fc.oneof(
  { weight: 12, arbitrary: fc.record({ least: fc.constant(1n), pick: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ least: fc.constant(0n), pick: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ merchant, fiat }) },
);

/** The merchant and currency of a generated account. */
export function holderOf(
  model: Readonly<Model>,
  input: Generated<typeof holder>,
): { merchant: bigint; fiat: string } {
  if ('merchant' in input) return input;
  return pickFrom(ownAccounts(model, input.least), input.pick) ?? { merchant: 7001n, fiat: 'MXN' };
}

/** Accounts of the token's merchants with at least this balance. */
export function ownAccounts({ accounts, merchants }: Readonly<Model>, least = 0n): Account[] {
  return [...accounts.values()].filter(
    ({ merchant, fiat, balance }) =>
      merchants.get(merchant)!.isOwn && FIATS.includes(fiat) && balance >= least,
  );
}

/** The currencies requests may name (spec: Limits). */
const FIATS = ['MXN', 'ARS', 'COP', 'BRL', 'PEN', 'USD', 'EUR'];
