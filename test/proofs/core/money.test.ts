import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { METHODS } from '../../../src/core/methods.js';
import { copyAmount, formatAmount, fromMinor } from '../../../src/core/money.js';
import { readTypedAmount } from '../../../src/core/typed-amount.js';
import { cases } from '../scale.js';

/** The currency and notation of every method, and the euro in a notation with a decimal comma. */
const NOTATIONS = new Map(
  [
    ...METHODS.map(({ amountLocale = 'en', fiat }) => [amountLocale, fiat] as const),
    ['de', 'EUR'] as const,
  ].map(([numbers, fiat]) => [`${numbers} ${fiat}`, { numbers, fiat }]),
);
const minors = fc.bigInt({ min: 1n, max: 10n ** 15n });

const typed = (text: string, locale: string, fiat: string): string => {
  const reading = readTypedAmount(text, locale, { fiat });
  return 'amount' in reading ? reading.amount : reading.error;
};

describe('a formatted or copied amount', () => {
  for (const [name, { numbers, fiat }] of NOTATIONS)
    it(`is read back exactly when it is typed: ${name}`, () => {
      fc.assert(
        fc.property(minors, (minor) => {
          const amount = fromMinor(minor);
          for (const text of [formatAmount(amount, fiat, numbers), copyAmount(amount, fiat, numbers)])
            assert.equal(typed(text, numbers, fiat), amount);
        }),
        { numRuns: cases(500, 10_000) },
      );
    });
});
