import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cciCheckDigits, isCci } from '../../../src/core/schemes/cci.js';
import { CCIS, WRONG_CCIS } from '../../fixtures/instruments.js';
import { digitChanges, neighbourSwaps } from '../typos.js';

const ccis = fc
  .tuple(fc.stringMatching(/^[0-9]{6}$/), fc.stringMatching(/^[0-9]{12}$/))
  .map(([office, account]) => office + account + cciCheckDigits(office, account))
  .filter((cci) => /[1-9]/.test(cci));

describe('CCI', () => {
  it('passes the public vectors and fails the wrong ones', () => {
    for (const cci of CCIS) assert.equal(isCci(cci), true, cci);
    for (const cci of WRONG_CCIS) assert.equal(isCci(cci), false, cci);
  });

  it('passes any number closed by its two digits', () => {
    fc.assert(fc.property(ccis, (cci) => isCci(cci)));
  });

  it('catches 100 % of single wrong digits', () => {
    fc.assert(
      fc.property(ccis, (cci) => {
        for (const wrong of digitChanges(cci)) assert.equal(isCci(wrong), false, wrong);
      }),
    );
  });

  it('catches every swap of neighbours within a part but of 0 and 9, which Luhn cannot see', () => {
    fc.assert(
      fc.property(ccis, (cci) => {
        for (const { text, by } of neighbourSwaps(cci))
          if (isCci(text)) assert.equal(by, 9, `${cci} ${text}`);
      }),
    );
  });
});
