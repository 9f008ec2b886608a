import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ibanCheckDigits, isIban, isSepaIban } from '../../../src/core/schemes/iban.js';
import { IBANS, WRONG_IBANS } from '../../fixtures/instruments.js';
import { digitChanges, neighbourSwaps } from '../typos.js';

const german = fc.stringMatching(/^[0-9]{18}$/).map((bban) => `DE${ibanCheckDigits('DE', bban)}${bban}`);
const maltese = fc
  .stringMatching(/^[A-Z]{4}[0-9]{5}[A-Z0-9]{18}$/)
  .map((bban) => `MT${ibanCheckDigits('MT', bban)}${bban}`);

describe('IBAN', () => {
  it('passes the registry samples', () => {
    for (const iban of IBANS) assert.equal(isIban(iban), true, iban);
  });

  it('fails the wrong ones', () => {
    for (const iban of WRONG_IBANS) assert.equal(isIban(iban), false, iban);
  });

  it('refuses the check digits no account has, though their remainder is right', () => {
    const bban = '886307623026261492';
    assert.equal(isIban(`DE97${bban}`), true);
    assert.equal(isIban(`DE00${bban}`), false);
    for (const [own, twin] of [
      ['98', '01'],
      ['02', '99'],
    ] as const) {
      let account = 10n ** 17n;
      while (ibanCheckDigits('DE', String(account)) !== own) account += 1n;
      assert.equal(isIban(`DE${own}${account}`), true);
      assert.equal(isIban(`DE${twin}${account}`), false);
    }
  });

  it('takes the electronic form alone: no spaces, no lower case, ASCII', () => {
    const [iban] = IBANS;
    for (const wrong of [iban.toLowerCase(), `${iban} `, iban.replace('DE', 'D\u0415'), `${iban}\n`])
      assert.equal(isIban(wrong), false, JSON.stringify(wrong));
  });

  it('holds countries of the SEPA scheme to their length, others to the standard alone', () => {
    const short = `DE${ibanCheckDigits('DE', '37040044053201300')}37040044053201300`;
    assert.equal(isIban(short), false);
    const turkish = `TR${ibanCheckDigits('TR', '0006100519786457841326')}0006100519786457841326`;
    assert.equal(isIban(turkish), true);
  });

  it('has the one length of its country in every part of the scheme, and knows which those are', () => {
    const LENGTHS = { AD: 24, AT: 20, DE: 22, HU: 28, IS: 26, MT: 31, NL: 18, SM: 27, VA: 22 };
    for (const [country, length] of Object.entries(LENGTHS)) {
      const ofLength = (signs: number): string => {
        const bban = '1'.repeat(signs - 4);
        return `${country}${ibanCheckDigits(country, bban)}${bban}`;
      };
      assert.deepEqual(
        [-1, 0, 1].map((more) => isIban(ofLength(length + more))),
        [false, true, false],
        country,
      );
      assert.equal(isSepaIban(ofLength(length)), true);
    }
    assert.equal(isSepaIban('TR330006100519786457841326'), false);
  });

  it('is nothing but itself: whatever stands before or behind it, though the sum be right', () => {
    const turkish = `TR${ibanCheckDigits('TR', '0006100519786457841326')}0006100519786457841326`;
    for (const first of 'abcdefghijklmnopqrstuvwxyz')
      for (const second of 'abcdefghijklmnopqrstuvwxyz')
        for (const wrong of [first + second + turkish, turkish + first + second])
          assert.equal(isIban(wrong), false, wrong);
  });

  it('has two digits to check it, and never a letter', () => {
    for (let account = 0; account < 300; account++)
      assert.equal(isIban(`TR1A${String(account).padStart(22, '0')}`), false);
  });

  it('passes any account closed by its check digits', () => {
    fc.assert(fc.property(fc.oneof(german, maltese), (iban) => isIban(iban)));
  });

  it('catches 100 % of single wrong digits', () => {
    fc.assert(
      fc.property(fc.oneof(german, maltese), (iban) => {
        for (const wrong of digitChanges(iban)) assert.equal(isIban(wrong), false, wrong);
      }),
    );
  });

  it('catches 100 % of swaps of different neighbouring digits', () => {
    fc.assert(
      fc.property(fc.oneof(german, maltese), (iban) => {
        for (const { text } of neighbourSwaps(iban)) assert.equal(isIban(text), false, text);
      }),
    );
  });
});
