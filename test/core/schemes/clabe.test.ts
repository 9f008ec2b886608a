import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clabeCheckDigit, isClabe } from '../../../src/core/schemes/clabe.js';
import { CLABES, WRONG_CLABES } from '../../fixtures/instruments.js';
import { digitChanges, neighbourSwaps } from '../typos.js';

const first17 = fc.stringMatching(/^[0-9]{17}$/).filter((digits) => /[1-9]/.test(digits));

describe('CLABE', () => {
  it('passes the public vectors', () => {
    for (const clabe of CLABES) assert.equal(isClabe(clabe), true, clabe);
  });

  it('fails the wrong ones', () => {
    for (const clabe of WRONG_CLABES) assert.equal(isClabe(clabe), false, clabe);
  });

  it('fails all zeros, other lengths and anything but ASCII digits', () => {
    const wrong = ['0'.repeat(18), '', `${CLABES[0]}0`, ` ${CLABES[0]}`, `${CLABES[0]}\n`];
    for (const clabe of [...wrong, CLABES[0].replace('1', '\u0661'), CLABES[0].replace('1', '\uff11')])
      assert.equal(isClabe(clabe), false, JSON.stringify(clabe));
  });

  it('passes any 17 digits closed by their check digit, and by no other', () => {
    fc.assert(
      fc.property(first17, (digits) => {
        const right = clabeCheckDigit(digits);
        for (const last of '0123456789') assert.equal(isClabe(digits + last), last === right);
      }),
    );
  });

  it('catches 100 % of single wrong digits', () => {
    for (const clabe of CLABES)
      for (const wrong of digitChanges(clabe)) assert.equal(isClabe(wrong), false, wrong);
  });

  it('catches every swap of different neighbours but those five apart, 8 of 9: the weights differ by an even number', () => {
    fc.assert(
      fc.property(first17, (digits) => {
        const clabe = digits + clabeCheckDigit(digits);
        for (const { text, by } of neighbourSwaps(clabe)) assert.equal(isClabe(text), by === 5, text);
      }),
    );
  });
});
