import fc from 'fast-check';
import { FUTURE, pickOf, type Account, type Model } from '../model/model.js';
import type { Drawn, Writing } from './command.js';

/** One time in ten; undefined else. */
export function rarely<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

/** Which one of a list: mostly one of the newest. */
export const pick = fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, fc.nat(60));

/** An amount in minor units: mostly one a balance covers, at times more, one, or as much as is taken. */
export const amount = fc.oneof(
  { weight: 8, arbitrary: fc.bigInt({ min: 1n, max: 2_000n }) },
  { weight: 2, arbitrary: fc.bigInt({ min: 1n, max: 50_000n }) },
  fc.constantFrom(1n, 1n, 1n, 99n, 100n, 101n, 99_999_999_999_999_999n),
);

export const writing = fc.constantFrom<Writing>('text', 'short', 'number');

/** Times a caller gives: days long past, so that they come before and after one another and before every clock. */
export const DAYS = [1, 2, 3, 4, 5].map((day) => BigInt(Date.UTC(2025, 0, day)));
/** No time, one of those, or, rarely, one to come. */
export const day = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 5, arbitrary: fc.constantFrom(...DAYS) },
  fc.constant(FUTURE),
);

export const fiat = fc.constantFrom('MXN', 'MXN', 'ARS', 'BRL');
/** Mostly merchants of the token in use; now and then another's or nobody's. */
export const merchant = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(7001n, 7002n, 7003n) },
  fc.constantFrom(8001n, 7999n),
);
export const clientId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');

/** Whose account: one with money in it, one that is open, or a merchant and a currency that may not fit. */
export const holder = fc.oneof(
  { weight: 12, arbitrary: fc.record({ least: fc.constant(1n), pick: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ least: fc.constant(0n), pick: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ merchant, fiat }) },
);

/** The account that was drawn. */
export function holderOf(
  model: Readonly<Model>,
  drawn: Drawn<typeof holder>,
): { merchant: bigint; fiat: string } {
  if ('merchant' in drawn) return drawn;
  return pickOf(ownAccounts(model, drawn.least), drawn.pick) ?? { merchant: 7001n, fiat: 'MXN' };
}

/** Accounts of the token in use that hold so much at least. */
export function ownAccounts({ accounts, merchants }: Readonly<Model>, least = 0n): Account[] {
  return [...accounts.values()].filter(
    ({ merchant, fiat, balance }) =>
      merchants.get(merchant)!.isOwn && FIATS.includes(fiat) && balance >= least,
  );
}

/** The currencies the API takes in requests (spec: Limits). */
const FIATS = ['MXN', 'ARS', 'COP', 'BRL', 'PEN', 'USD', 'EUR'];
