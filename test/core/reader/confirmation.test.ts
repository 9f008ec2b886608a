import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amountToPay, isAmountShown, shownName } from '../../../src/core/reader/confirmation.js';
import type { Slip } from '../../../src/core/reader/slip.js';
import { appendEmvCrc, emvField } from '../../../src/core/schemes/emv.js';
import { METHODS } from '../../../src/core/methods.js';
import { AR_QR, CVUS, HOSTILE_CHARS, PIX, PIX_KEY, WRONG_PIX } from '../../fixtures/instruments.js';
import { answerWith, problemKind, slipOf } from '../outcome.js';

/** A static Pix code with this merchant name (field 59) and amount (field 54). */
function pixCode(name: string, amount = ''): string {
  const account = emvField('00', 'br.gov.bcb.pix') + emvField('01', PIX_KEY);
  const sum = amount && emvField('54', amount);
  const merchant = emvField('59', name) + emvField('60', 'BRASILIA');
  return appendEmvCrc(
    `000201${emvField('26', account)}520400005303986${sum}5802BR${merchant}${emvField('62', '0503***')}`,
  );
}

const coded = (code: string, amount?: string): Slip =>
  slipOf(answerWith({ qrCode: code }), {
    paymentId: code.startsWith('00020101021') ? undefined : 90,
    amount,
  });
const account = (names: object, beneficiaryName?: string): Slip =>
  slipOf(answerWith({ 'CVU number': CVUS[1], ...names }), { paymentId: 63 }, { beneficiaryName });

describe('the name that the bank shows', () => {
  const CASES: Record<string, [slip: Slip, name: string | undefined]> = {
    'the beneficiary in the response': [account({ 'Beneficiary Name': 'Tienda Sol SA' }), 'Tienda Sol SA'],
    'the beneficiary that the page names, if the response has none': [
      account({}, 'Tienda Sol'),
      'Tienda Sol',
    ],
    'the beneficiary that the page names, if the one in the response has no visible character': [
      account({ 'Beneficiary Name': '\u200b' }, 'Tienda Sol'),
      'Tienda Sol',
    ],
    'undefined if no one is named': [account({}), undefined],
    'undefined if two are named': [account({ 'Beneficiary Name': ['Tienda Sol', 'Tienda Luna'] }), undefined],
    'a beneficiary without characters that reorder text': [
      account({ 'Beneficiary Name': ' \u202eTienda\u0007 Sol\u2066 ' }),
      'Tienda Sol',
    ],
    'the name in a Pix code': [coded(PIX.random), 'Fulano de Tal'],
    'the name in the code of a wallet': [coded(AR_QR[0]), 'COMERCIO DEMO'],
    'undefined if the code fails its check': [coded(WRONG_PIX.otherAmount), undefined],
    'undefined if the name in the code is blank': [coded(pixCode('   ')), undefined],
    'letters of any language in a code': [coded(pixCode('José Ñandú')), 'José Ñandú'],
    'markup as text': [coded(pixCode('<b>Luna</b> {name}')), '<b>Luna</b> {name}'],
    'a name of 99 characters in full': [coded(pixCode('N'.repeat(99))), 'N'.repeat(99)],
  };
  for (const [name, [slip, payee]] of Object.entries(CASES))
    it(`is ${name}`, () => assert.equal(shownName(slip), payee));

  it('is the holder of an account only on rails whose apps show the holder', () => {
    const named = METHODS.filter(({ sample, fields, id, fiat }) => {
      if (fields.some(({ kind }) => kind.endsWith('code') || kind === 'link')) return false;
      const slip = slipOf({ fiat, fieldList: sample }, { paymentId: id }, { beneficiaryName: 'Luna' });
      return shownName(slip) !== undefined;
    });
    assert.deepEqual(new Set(named.map(({ slug }) => slug)), new Set(['cvu', 'sepa']));
  });

  it('never has a character that hides or reorders text: such a code is unsafe', () => {
    // Look-alike letters are allowed in a name: it is text for the payer to compare.
    const letters = /[\u0410\u0391\u041e\u212a\u0399\uff21]/;
    for (const char of HOSTILE_CHARS.filter((each) => !letters.test(each) && !/\p{Cs}/u.test(each)))
      assert.equal(
        problemKind(answerWith({ qrCode: pixCode(`Luna${char}`) }), { paymentId: 90 }),
        'unsafe',
        `U+${char.codePointAt(0)!.toString(16)}`,
      );
  });

  it('is undefined if it has hidden characters and the slip did not come from the reader', () => {
    const slip = { rows: [], code: { key: 'qrCode', payload: pixCode('\u202eanuL \u0000') } };
    assert.equal(shownName(slip as unknown as Slip), undefined);
  });
});

describe('the amount that the bank shows', () => {
  const CASES: Record<string, [slip: Slip, isShown: boolean]> = {
    'for a static code': [coded(PIX.withAmount), true],
    'for the code of a wallet': [coded(AR_QR[0]), true],
    'for a dynamic code': [coded(PIX.dynamicWithAmount), true],
    'for a code without an amount, even if one is requested': [coded(PIX.random, '20.00'), false],
    'for a code with any amount': [coded(pixCode('Luna', '0.00')), false],
    'for an account': [account({}), false],
  };
  for (const [name, [slip, isShown]] of Object.entries(CASES))
    it(`is ${isShown ? '' : 'not '}shown ${name}`, () => assert.equal(isAmountShown(slip), isShown));
});

describe('the amount to pay', () => {
  const CASES: Record<string, [slip: Slip, amount: string | undefined]> = {
    'the requested one': [coded(PIX.random, '20.00'), '20.00'],
    'the requested one, even if the code has another': [coded(PIX.withAmount, '20.00'), '20.00'],
    'the one in a static Pix code': [coded(PIX.withAmount), '10.00'],
    'the one in the code of a wallet': [coded(AR_QR[0]), '1500.00'],
    'unknown for a code without one': [coded(PIX.random), undefined],
    'unknown for a dynamic Pix code: only its URL reveals it': [coded(PIX.dynamicWithAmount), undefined],
    'unknown for a code that fails its check': [coded(WRONG_PIX.otherAmount), undefined],
    'unknown for an account': [account({}), undefined],
    ...Object.fromEntries(
      ['0.00', '1e3', '-5.00', '1,50', '1.999', ' 1'].map((amount) => [
        `unknown for ${amount} in the code`,
        [coded(pixCode('Luna', amount)), undefined] as [Slip, undefined],
      ]),
    ),
  };
  for (const [name, [slip, amount]] of Object.entries(CASES))
    it(`is ${name}`, () => assert.equal(amountToPay(slip), amount));
});
