import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clabeCheckDigit, isClabe } from '../../../src/core/schemes/clabe.js';
import { CLABES, WRONG_CLABES } from '../../fixtures/instruments.js';

describe('CLABE', () => {
  it('accepts public test vectors and rejects wrong numbers', () => {
    for (const clabe of CLABES) assert.equal(isClabe(clabe), true, clabe);
    for (const clabe of WRONG_CLABES) assert.equal(isClabe(clabe), false, clabe);
  });

  it('rejects all zeros, other lengths and anything but ASCII digits', () => {
    const wrong = ['0'.repeat(18), '', `${CLABES[0]}0`, ` ${CLABES[0]}`, `${CLABES[0]}\n`];
    for (const clabe of [...wrong, CLABES[0].replace('1', '\u0661'), CLABES[0].replace('1', '\uff11')])
      assert.equal(isClabe(clabe), false, JSON.stringify(clabe));
  });

  it('accepts exactly one check digit for 17 digits', () => {
    const first17 = fc.stringMatching(/^[0-9]{17}$/).filter((digits) => /[1-9]/.test(digits));
    fc.assert(
      fc.property(first17, (digits) => {
        const checkDigit = clabeCheckDigit(digits);
        for (const last of '0123456789') assert.equal(isClabe(digits + last), last === checkDigit);
      }),
    );
  });
});
