import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cuitCheckDigit, isCuit } from '../../../src/core/schemes/cuit.js';
import { CUITS, WRONG_CUITS } from '../../fixtures/instruments.js';
import { digitChanges, neighbourSwaps } from '../typos.js';

const TYPES = ['20', '23', '24', '27', '30', '33', '34', '50', '51', '55'];
const first10 = fc
  .tuple(fc.constantFrom(...TYPES), fc.stringMatching(/^[0-9]{8}$/))
  .map(([type, number]) => type + number);

describe('CUIT', () => {
  it('passes the public vectors and fails the wrong ones', () => {
    for (const cuit of CUITS) assert.equal(isCuit(cuit), true, cuit);
    for (const cuit of WRONG_CUITS) assert.equal(isCuit(cuit), false, cuit);
  });

  it('is eleven digits, though more of them hold one that would pass', () => {
    const within = '1200553616';
    for (const longer of [`${CUITS[0]}0`, `${within}${cuitCheckDigit(within)}0`])
      assert.equal(isCuit(longer), false, longer);
  });

  it('has one of ten types', () => {
    for (let type = 0; type < 100; type++) {
      const head = String(type).padStart(2, '0');
      const cuit = `${head}05536168`;
      assert.equal(isCuit(cuit + cuitCheckDigit(cuit)), TYPES.includes(head), head);
    }
  });

  it('is closed by one digit and by no other', () => {
    fc.assert(
      fc.property(first10, (head) => {
        const right = cuitCheckDigit(head);
        for (const last of '0123456789') assert.equal(isCuit(head + last), last === right);
      }),
    );
  });

  it('catches single wrong digits and swapped neighbours, but for some where modulo 11 asks for 10: over 98 %', () => {
    let all = 0;
    let missed = 0;
    fc.assert(
      fc.property(first10, (head) => {
        const cuit = head + cuitCheckDigit(head);
        for (const wrong of [...digitChanges(cuit), ...[...neighbourSwaps(cuit)].map(({ text }) => text)]) {
          all++;
          // Only a 9 stands for two remainders.
          if (isCuit(wrong)) missed++;
          if (isCuit(wrong) && wrong.at(-1) === cuit.at(-1)) assert.equal(wrong.at(-1), '9', wrong);
        }
      }),
      { seed: 1 },
    );
    assert.ok(missed / all < 0.02, `missed ${missed} of ${all}`);
  });
});
