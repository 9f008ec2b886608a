import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ibanCheckDigits, isIban, isSepaIban } from '../../../src/core/schemes/iban.js';
import { IBANS } from '../../fixtures/instruments.js';

const ibanOf = (country: string, bban: string): string => country + ibanCheckDigits(country, bban) + bban;
const TURKISH = ibanOf('TR', '0006100519786457841326');

describe('IBAN', () => {
  it('accepts any account of letters and digits with its check digits', () => {
    const maltese = fc.stringMatching(/^[A-Z]{4}[0-9]{5}[A-Z0-9]{18}$/).map((bban) => ibanOf('MT', bban));
    fc.assert(fc.property(maltese, (iban) => isIban(iban)));
  });

  it('rejects the check digits 00, 01 and 99, which are never assigned', () => {
    const bban = '886307623026261492';
    assert.equal(isIban(`DE97${bban}`), true);
    assert.equal(isIban(`DE00${bban}`), false);
    for (const [assigned, equivalent] of [
      ['98', '01'],
      ['02', '99'],
    ] as const) {
      let account = 10n ** 17n;
      while (ibanCheckDigits('DE', String(account)) !== assigned) account += 1n;
      assert.equal(isIban(`DE${assigned}${account}`), true);
      assert.equal(isIban(`DE${equivalent}${account}`), false);
    }
  });

  it('accepts the electronic form only: no spaces, upper case, ASCII', () => {
    const [iban] = IBANS;
    for (const wrong of [iban.toLowerCase(), `${iban} `, iban.replace('DE', 'D\u0415'), `${iban}\n`])
      assert.equal(isIban(wrong), false, JSON.stringify(wrong));
  });

  it('checks the length in countries of the SEPA scheme, and knows which countries those are', () => {
    const lengths = { AD: 24, AT: 20, DE: 22, HU: 28, IS: 26, MT: 31, NL: 18, SM: 27, VA: 22 };
    for (const [country, length] of Object.entries(lengths)) {
      const ofLength = (size: number): string => ibanOf(country, '1'.repeat(size - 4));
      const accepted = [-1, 0, 1].map((more) => isIban(ofLength(length + more)));
      assert.deepEqual(accepted, [false, true, false], country);
      assert.equal(isSepaIban(ofLength(length)), true);
    }
    assert.deepEqual([isIban(TURKISH), isSepaIban(TURKISH)], [true, false]);
  });

  it('rejects lower-case text before and after a number, whatever the remainder', () => {
    for (const first of 'abcdefghijklmnopqrstuvwxyz')
      for (const second of 'abcdefghijklmnopqrstuvwxyz')
        for (const wrong of [first + second + TURKISH, TURKISH + first + second])
          assert.equal(isIban(wrong), false, wrong);
  });

  it('rejects a letter as a check digit', () => {
    for (let account = 0; account < 300; account++)
      assert.equal(isIban(`TR1A${String(account).padStart(22, '0')}`), false);
  });
});
