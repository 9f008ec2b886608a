import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cuitCheckDigit, isCuit } from '../../../src/core/schemes/cuit.js';
import { CUITS, WRONG_CUITS } from '../../fixtures/instruments.js';

const TYPES = ['20', '23', '24', '27', '30', '33', '34', '50', '51', '55'];

describe('CUIT', () => {
  it('accepts public test vectors and rejects wrong numbers', () => {
    for (const cuit of CUITS) assert.equal(isCuit(cuit), true, cuit);
    for (const cuit of WRONG_CUITS) assert.equal(isCuit(cuit), false, cuit);
  });

  it('rejects a longer number that contains a valid one', () => {
    const within = '1200553616';
    for (const longer of [`${CUITS[0]}0`, `${within}${cuitCheckDigit(within)}0`])
      assert.equal(isCuit(longer), false, longer);
  });

  it('accepts ten types of taxpayer', () => {
    for (let type = 0; type < 100; type++) {
      const prefix = String(type).padStart(2, '0');
      const first10 = `${prefix}05536168`;
      assert.equal(isCuit(first10 + cuitCheckDigit(first10)), TYPES.includes(prefix), prefix);
    }
  });

  it('accepts exactly one check digit for 10 digits', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), fc.stringMatching(/^[0-9]{8}$/), (type, number) => {
        const checkDigit = cuitCheckDigit(type + number);
        for (const last of '0123456789') assert.equal(isCuit(type + number + last), last === checkDigit);
      }),
    );
  });
});
