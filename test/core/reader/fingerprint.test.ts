import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clabeCheckDigit } from '../../../src/core/schemes/clabe.js';
import { METHODS, methodOf } from '../../../src/core/methods.js';
import { AR_QR, CLABES, IBANS, PIX, PIX_KEY } from '../../fixtures/instruments.js';
import { answerWith, slipOf } from '../outcome.js';

const print = (id: number, fields: object, amount?: string): string | undefined =>
  slipOf(answerWith(fields), { paymentId: id, amount }).fingerprint;

describe('a fingerprint', () => {
  it('is ten hexadecimal digits, for every method, and shows nothing of the account', () => {
    for (const { id, sample } of METHODS) {
      const found = print(id, sample)!;
      assert.match(found, /^[0-9a-f]{10}$/);
      assert.ok(!Object.values(sample).some((value) => value.includes(found)));
    }
  });

  it('stays what it was: a later version must know the account again', () => {
    assert.equal(print(105, methodOf(105)!.sample), 'cae3ae4a76');
    assert.equal(print(85, methodOf(85)!.sample), '3a07ebc0f9');
  });

  it('is the same in any spelling, under any key, for any method of one family, beside any other values', () => {
    const one = print(105, { 'Cuenta CLABE': CLABES[0] });
    assert.equal(print(105, { CLABE: '032 180 00011835971-9', 'Beneficiary Name': 'Ana' }), one);
    assert.equal(print(72, { 'Cuenta CLABE': CLABES[0] }, '10.00'), one);
    const { sample } = methodOf(81)!;
    assert.equal(print(81, { ...sample, 'Deposit Message': 'OTHER' }), print(82, sample));
  });

  it('is another for another account, bank, rail or host', () => {
    const { sample } = methodOf(81)!;
    const prints = [
      ...CLABES.map((clabe) => print(105, { 'Cuenta CLABE': clabe })),
      ...IBANS.map((IBAN) => print(85, { ...methodOf(85)!.sample, IBAN })),
      print(81, sample),
      print(83, sample),
      print(81, { ...sample, 'Bank Account Number': '00123456789' }),
      print(81, { ...sample, 'Bank Routing Number': '111000025' }),
      print(95, { paymentLink: 'https://pay.example.com/1' }),
      print(95, { paymentLink: 'https://pay.example.net/1' }),
      print(90, { qrCode: PIX.dynamicRecurring }),
      print(90, { qrCode: PIX.dynamicWithAmount }),
      print(137, { qrCodeLink: AR_QR[0] }),
    ];
    assert.equal(new Set(prints).size, prints.length);
  });

  it('does not depend on what changes from one code or link to the next', () => {
    assert.equal(print(90, { qrCode: PIX.random }), print(90, { qrCode: PIX.withAmount, pixKey: PIX_KEY }));
    assert.equal(print(137, { qrCodeLink: AR_QR[0] }), print(137, { qrCodeLink: AR_QR[1] }));
    const [one, other] = ['1', '2'].map((path) =>
      print(95, { paymentLink: `https://pay.example.com/${path}` }),
    );
    assert.equal(one, other);
  });

  it('is absent where nothing names an account', () => {
    assert.equal(print(999, { Note: 'x' }), undefined);
  });

  it('differs for accounts one digit apart', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{15}$/), (head) => {
        const all = [...'0123456789'].map((digit) => {
          const first17 = head + digit;
          return print(105, { 'Cuenta CLABE': first17 + clabeCheckDigit(first17) });
        });
        assert.equal(new Set(all).size, 10);
      }),
    );
  });
});
