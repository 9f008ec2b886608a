/**
 * P8: slips of the pen are caught where the scheme’s mathematics allows, and nowhere less: ours sees exactly what the
 * scheme can see, and how much that is, is counted.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { appendEmvCrc } from '../../../src/core/schemes/emv.js';
import { ibanCheckDigits, isIban } from '../../../src/core/schemes/iban.js';
import { isProblem } from '../../../src/core/problem.js';
import { readSlip } from '../../../src/core/reader/slip.js';
import { answerWith, rowOf, slipOf } from '../../core/outcome.js';
import { digitChanges, neighbourSwaps } from '../../core/typos.js';
import { tallyOf, type Slip } from '../../fixtures/detection-rates.js';
import { AR_QR, PIX } from '../../fixtures/instruments.js';
import { SCHEMES, holds, numberOf, type Scheme } from '../../fixtures/schemes.js';
import { cases, sampleOf } from '../scale.js';

/** Of all errors the share that goes unseen, as a fraction. Sums modulo 10 and 97 by theory, modulo 11 as counted. */
const MISSED: Readonly<Record<string, Readonly<Record<Slip, readonly [missed: bigint, of: bigint]>>>> = {
  // Weights 3, 7, 1 have an inverse modulo 10, so that no one digit goes unseen. Their differences are even and no
  // multiple of 10, so that of the 90 pairs of unequal neighbours the 10 that are five apart go unseen.
  CLABE: { digit: [0n, 1n], swap: [1n, 9n] },
  'ABA routing number': { digit: [0n, 1n], swap: [1n, 9n] },
  // The same of 3, 1, 7, 9; but of 21 pairs the one across the two blocks changes both sums.
  'CBU and CVU': { digit: [0n, 1n], swap: [20n, 21n * 9n] },
  // Luhn misses 09 and 90, 2 pairs of 90; of 19 pairs the three beside or across the parts’ ends touch one sum alone.
  CCI: { digit: [0n, 1n], swap: [16n * 2n, 19n * 90n] },
  // 97 is a prime, no weight a multiple of it and no two neighbouring weights are equal.
  'IBAN of digits': { digit: [0n, 1n], swap: [0n, 1n] },
};

const heads = ({ heads }: Scheme): fc.Arbitrary<string> => fc.constantFrom(...(heads ?? ['']));
const numbers = (scheme: Scheme): fc.Arbitrary<string> =>
  fc
    .tuple(heads(scheme), fc.array(fc.nat(9), { minLength: scheme.length, maxLength: scheme.length }))
    .map(([head, free]) => numberOf(scheme, head, free))
    .filter((number) => !scheme.nobodys?.test(number));

/** Whether an answer with this number shows it without a doubt. */
function isBelieved({ paymentId, key, beside }: Scheme, number: string): boolean {
  const slip = readSlip(answerWith({ ...beside, [key]: number }), { paymentId });
  return !isProblem(slip) && rowOf(slip, key).check === 'passed';
}

function* slipsOfThePen(scheme: Scheme, number: string): Generator<string> {
  const digits = number.slice(scheme.before.length);
  for (const wrong of digitChanges(digits)) yield scheme.before + wrong;
  for (const { text } of neighbourSwaps(digits)) yield scheme.before + text;
}

describe('a slip of the pen', () => {
  for (const scheme of SCHEMES)
    it(`is seen wherever the scheme can see it, and only there: ${scheme.name}`, () => {
      fc.assert(
        fc.property(numbers(scheme), (number) => {
          assert.ok(isBelieved(scheme, number), number);
          for (const wrong of slipsOfThePen(scheme, number))
            assert.equal(isBelieved(scheme, wrong), holds(scheme, wrong), `${number} ${wrong}`);
        }),
        { numRuns: cases(8, 2_000) },
      );
    });

  for (const scheme of sampleOf(SCHEMES, 3))
    it(`goes unseen as often as its mathematics says: ${scheme.name}`, () => {
      for (const slip of ['digit', 'swap'] as const) {
        const { all, missed } = tallyOf(scheme, slip);
        const [share, of] = MISSED[scheme.name]?.[slip] ?? [];
        if (share !== undefined) assert.equal(missed * of!, all * share, slip);
        // Modulo 11 one remainder in eleven shares its digit with another: that digit is where an error hides.
        else assert.ok(missed > 0n && missed * 50n < all, `${slip}: ${missed} of ${all}`);
      }
    });

  it('goes unseen in an IBAN where a letter and a digit change places in B1, M2 and X3, which read the same as digits', () => {
    const unseen = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((letter) =>
      [...'0123456789'].flatMap((digit) => {
        const [bban, swapped] = [letter + digit, digit + letter].map(
          (pair) => `MALT01100${pair}0012345MTLCAST01`,
        );
        const check = ibanCheckDigits('MT', bban!);
        assert.ok(isIban(`MT${check}${bban}`));
        return isIban(`MT${check}${swapped}`) ? [letter + digit] : [];
      }),
    );
    assert.deepEqual(unseen, ['B1', 'M2', 'X3']);
  });

  it('is always seen in a code: CRC-16 sees every error that lies within 16 bits, two neighbouring signs', () => {
    const text = fc.stringMatching(/^[0-9A-Za-z ]{1,20}$/);
    const sealed = fc.tuple(text, text).map(([name, city]) => {
      const field = (id: string, value: string): string => id + String(value.length).padStart(2, '0') + value;
      const start = '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000';
      return appendEmvCrc(
        `${start}520400005303986540510.005802BR${field('59', name)}${field('60', city)}62070503***`,
      );
    });
    const vectors = [...Object.values(PIX), ...AR_QR];
    for (const code of [...vectors, ...fc.sample(sealed, cases(2, 500))]) assertAllSeen(code);
  });
});

function assertAllSeen(code: string): void {
  const ask = { paymentId: code.includes('br.gov.bcb.pix') ? 92 : 137 };
  assert.equal(slipOf(answerWith({ qrCode: code }), ask).code?.payload, code);
  for (const wrong of [...digitChanges(code), ...[...neighbourSwaps(code)].map(({ text }) => text)]) {
    const slip = readSlip(answerWith({ qrCode: wrong }), ask);
    assert.ok(isProblem(slip) || slip.code === undefined, wrong);
  }
}
