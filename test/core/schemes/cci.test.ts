import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cciCheckDigits, isCci } from '../../../src/core/schemes/cci.js';
import { CCIS, WRONG_CCIS } from '../../fixtures/instruments.js';

describe('CCI', () => {
  it('accepts public test vectors and rejects wrong numbers', () => {
    for (const cci of CCIS) assert.equal(isCci(cci), true, cci);
    for (const cci of WRONG_CCIS) assert.equal(isCci(cci), false, cci);
  });

  it('accepts any number with its check digits', () => {
    const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
    fc.assert(
      fc.property(digits(6), digits(12), (office, account) => {
        const cci = office + account + cciCheckDigits(office, account);
        return isCci(cci) || /^0+$/.test(cci);
      }),
    );
  });
});
