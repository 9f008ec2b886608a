/**
 * SECURITY.md P8: typing errors are detected as far as the scheme can detect them. The schemes in src/core
 * detect exactly the errors that their mathematics can detect, and the test computes the share of those
 * errors.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { appendEmvCrc, emvField } from '../../../src/core/schemes/emv.js';
import { ibanCheckDigits, isIban } from '../../../src/core/schemes/iban.js';
import { isProblem } from '../../../src/core/problem.js';
import { readSlip } from '../../../src/core/reader/read-slip.js';
import { answerWith, rowOf, slipOf } from '../../core/outcome.js';
import { adjacentSwaps, digitChanges } from '../../core/typos.js';
import { tallyOf, type Typo } from '../../fixtures/detection-rates.js';
import { AR_QR, PIX } from '../../fixtures/instruments.js';
import { SCHEMES, isValid, numbersOf, typosOf, type Scheme } from '../../fixtures/schemes.js';
import { cases, sampleOf } from '../scale.js';

/** The share of all errors that theory says is missed, as a fraction, for sums modulo 10 and 97. */
const MISSED: Readonly<Record<string, Readonly<Record<Typo, readonly [missed: bigint, of: bigint]>>>> = {
  // The weights 3, 7, 1 have an inverse modulo 10, so no wrong digit is missed. Their differences are even
  // and not a multiple of 10, so of the 90 pairs of different adjacent digits the 10 pairs that differ by
  // five are missed.
  CLABE: { digit: [0n, 1n], swap: [1n, 9n] },
  // The same weights; of the pairs that differ by five, some make a prefix that is not assigned (counted, not
  // derived).
  'ABA routing number': { digit: [0n, 1n], swap: [137n, 1367n] },
  // The same is true for 3, 1, 7, 9, but of the 21 pairs the one across the two blocks changes both sums.
  'CBU and CVU': { digit: [0n, 1n], swap: [20n, 21n * 9n] },
  // Luhn misses 09 and 90, 2 pairs of 90. Of the 19 pairs, the three next to the ends of the parts change
  // only one sum.
  CCI: { digit: [0n, 1n], swap: [16n * 2n, 19n * 90n] },
  // 97 is a prime number, no weight is a multiple of it, and no two adjacent weights are equal.
  'IBAN of digits': { digit: [0n, 1n], swap: [0n, 1n] },
};

/** Whether the slip of a response with this number says that its check passed. */
function passesInSlip({ paymentId, key, otherFields }: Scheme, number: string): boolean {
  const slip = readSlip(answerWith({ ...otherFields, [key]: number }), { paymentId });
  return !isProblem(slip) && rowOf(slip, key).check === 'passed';
}

describe('a typing error', () => {
  for (const scheme of SCHEMES)
    it(`is detected if and only if the scheme can detect it: ${scheme.name}`, () => {
      fc.assert(
        fc.property(numbersOf(scheme), (number) => {
          assert.ok(passesInSlip(scheme, number), number);
          for (const wrong of typosOf(scheme, number))
            assert.equal(passesInSlip(scheme, wrong), isValid(scheme, wrong), `${number} ${wrong}`);
        }),
        { numRuns: cases(3, 2_000, 'random numbers of each scheme, with every typing error') },
      );
    });

  for (const scheme of sampleOf(SCHEMES, 3))
    it(`is missed as often as theory predicts: ${scheme.name}`, () => {
      for (const typo of ['digit', 'swap'] as const) {
        const { all, missed } = tallyOf(scheme, typo);
        const [share, of] = MISSED[scheme.name]?.[typo] ?? [];
        if (share !== undefined) assert.equal(missed * of!, all * share, typo);
        // Modulo 11, one remainder in eleven shares its digit with another, which hides some errors.
        else assert.ok(missed > 0n && missed * 50n < all, `${typo}: ${missed} of ${all}`);
      }
    });

  it('is missed in an IBAN if the letter and digit in B1, M2 or X3 are swapped, which are palindromes in digits', () => {
    const missed = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((letter) =>
      [...'0123456789'].flatMap((digit) => {
        const [bban, swapped] = [letter + digit, digit + letter].map(
          (pair) => `MALT01100${pair}0012345MTLCAST01`,
        );
        const check = ibanCheckDigits('MT', bban!);
        assert.ok(isIban(`MT${check}${bban}`));
        return isIban(`MT${check}${swapped}`) ? [letter + digit] : [];
      }),
    );
    assert.deepEqual(missed, ['B1', 'M2', 'X3']);
  });

  it('is always detected in a code: CRC-16 detects every error within 16 bits, which are two adjacent characters', () => {
    const text = fc.stringMatching(/^[0-9A-Za-z ]{1,20}$/);
    const codes = fc.tuple(text, text).map(([name, city]) => {
      const start = '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000';
      return appendEmvCrc(
        `${start}520400005303986540510.005802BR${emvField('59', name)}${emvField('60', city)}62070503***`,
      );
    });
    const vectors = [...Object.values(PIX), ...AR_QR];
    for (const code of [...vectors, ...fc.sample(codes, cases(2, 500))]) assertAllDetected(code);
  });
});

function assertAllDetected(code: string): void {
  const request = { paymentId: code.includes('br.gov.bcb.pix') ? 92 : 137 };
  assert.equal(slipOf(answerWith({ qrCode: code }), request).code?.payload, code);
  for (const wrong of [...digitChanges(code), ...adjacentSwaps(code)]) {
    const slip = readSlip(answerWith({ qrCode: wrong }), request);
    assert.ok(isProblem(slip) || slip.code === undefined, wrong);
  }
}
