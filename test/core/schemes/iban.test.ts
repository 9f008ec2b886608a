import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ibanCheckDigits, isIban, isRegisteredIban, isSepaIban } from '../../../src/core/schemes/iban.js';
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

  it('checks the form of the account in each country of the registry', () => {
    const accounts = {
      AD: '1'.repeat(20),
      AT: '1'.repeat(16),
      NL: 'ABNA0417164300',
      MT: 'MALT011000012345MTLCAST001S',
    };
    for (const [country, account] of Object.entries(accounts)) {
      const wrong = [
        account.slice(1),
        `${account}1`,
        `${'A1'[Number(/^[A-Z]/.test(account))]}${account.slice(1)}`,
      ];
      const accepted = [account, ...wrong].map((each) => isIban(ibanOf(country, each)));
      assert.deepEqual(accepted, [true, false, false, false], country);
    }
    assert.equal(isIban(ibanOf('DE', '37040044053201300A')), false);
    assert.equal(isIban(ibanOf('TR', 'A0061005197864578413')), false);
  });

  it('knows the countries of the SEPA scheme and of the registry, and accepts accounts of others', () => {
    const algerian = ibanOf('DZ', '4002100001113000000570');
    assert.deepEqual([isSepaIban('SM'), isSepaIban(TURKISH), isSepaIban(algerian)], [true, false, false]);
    assert.deepEqual([TURKISH, algerian].map(isRegisteredIban), [true, false]);
    assert.deepEqual([TURKISH, algerian].map(isIban), [true, true]);
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
