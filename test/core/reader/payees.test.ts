import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isUnknown } from '../../../src/core/reader/row.js';
import { appendEmvCrc, emvField } from '../../../src/core/schemes/emv.js';
import { METHODS, methodOf } from '../../../src/core/methods.js';
import { AR_QR, CBUS, CCIS, CLABES, CUITS, CVUS, IBANS, PIX, PIX_KEY } from '../../fixtures/instruments.js';
import { answerWith, problemKind, rowOf, slipOf, warningsOf } from '../outcome.js';

const CLABE = { 'Cuenta CLABE': CLABES[0] };
const CVU = { 'CVU number': CVUS[0], CUIT: CUITS[0] };
const SEPA = methodOf(85)!.sample;
const ACH = methodOf(81)!.sample;
const LINK = 'https://pay.example.com/l/1';
const OTHER_KEY = '00000000-0000-4000-8000-000000000001';
const wide = (text: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));

/** Fields with two payees, where nothing shows which one is right. */
const TWO_PAYEES: Readonly<Record<string, readonly [paymentId: number, fields: object]>> = {
  'a second CLABE under an unknown key': [105, { ...CLABE, 'Cuenta 2': CLABES[1] }],
  'a second CLABE in groups': [105, { ...CLABE, Alternativa: '002 010 0777 7777 777-1' }],
  'a second CLABE with other separators': [105, { ...CLABE, Banco: '002.010.07777777777/1' }],
  'a second CLABE as the account holder': [105, { ...CLABE, 'Beneficiary Name': CLABES[1] }],
  'a second CLABE as a list': [105, { 'Cuenta CLABE': [CLABES[0], CLABES[1]] }],
  'a second CLABE under another spelling of the key': [105, { ...CLABE, 'CLABE number': CLABES[1] }],
  'a second CLABE in a nested object': [105, { ...CLABE, Otro: { Cuenta: CLABES[1] } }],
  'two CLABEs under unknown keys': [999, { a: CLABES[0], b: CLABES[1] }],
  'a CLABE that fails its check beside a valid one': [
    105,
    { 'Cuenta CLABE': `${CLABES[0].slice(0, -1)}8`, a: CLABES[0] },
  ],
  'a CBU beside a CVU': [63, { ...CVU, 'CBU number': CBUS[0] }],
  'a CBU under an unknown key beside a CVU': [63, { ...CVU, Banco: CBUS[0] }],
  'a second IBAN': [85, { ...SEPA, 'Intermediary account': IBANS[1] }],
  'a second CCI': [95, { paymentLink: LINK, CCI: CCIS[0], Cuenta: CCIS[1] }],
  'a second Pix code under an unknown key': [
    90,
    { 'Pix copia e cola': PIX.random, 'Pix 2': PIX.dynamicWithAmount },
  ],
  'a second Pix code in base64': [90, { 'Pix copia e cola': PIX.random, 'Pix 2': btoa(PIX.withAmount) }],
  'a Pix code of another key': [90, { 'Pix Key': OTHER_KEY, 'Pix 2': PIX.random }],
  'a code of another country under an unknown key': [137, { qrCode: AR_QR[0], a: PIX.random }],
  'two Pix keys': [90, { 'Pix Key': PIX_KEY, pixKey: OTHER_KEY }],
  'two Pix keys beside a code without a key': [
    90,
    { qrCode: PIX.dynamicWithAmount, pixKey: [PIX_KEY, OTHER_KEY] },
  ],
  'two account numbers': [81, { ...ACH, 'Bank Account Number': ['000123456789', '000123456780'] }],
  'two routing numbers for one account': [81, { ...ACH, 'Routing Number': '111000025' }],
  'two aliases': [63, { ...CVU, alias: 'tienda.sol', 'CVU alias': 'tienda.luna' }],
  'two holders under two spellings of the key': [
    58,
    { ...CLABE, 'Beneficiary Name': 'Sol', 'Bank Beneficiary Name': 'Luna' },
  ],
  'two CUITs under two spellings of the key': [63, { ...CVU, CUIL: CUITS[1] }],
  'a CVU as the alias of another': [63, { ...CVU, alias: CVUS[1] }],
  'a CLABE as the reference': [105, { ...CLABE, 'Deposit Message': CLABES[1] }],
  'an IBAN as the reference': [85, { ...SEPA, 'Deposit Message': IBANS[1] }],
  'a Pix code as the reference': [90, { qrCode: PIX.random, 'Deposit Message': PIX.dynamicWithAmount }],
  'a CLABE as an unknown key': [105, { ...CLABE, [CLABES[1]]: 'Banco' }],
  'two references': [85, { ...SEPA, 'Deposit Message': ['A1', 'B2'] }],
  'two CUITs': [63, { ...CVU, CUIT: [CUITS[0], CUITS[1]] }],
  'QR codes on two hosts': [137, { qrCode: LINK, qrCodeLink: 'https://pay.example.net/l/1' }],
  'a second Pix key under a QR key': [90, { 'Pix Key': PIX_KEY, 'Pix QR Code': '+5511987654321' }],
  'two payment links': [95, { paymentLink: [LINK, 'https://pay.example.com/l/2'] }],
};

// docs/reading-policy.md R5 and R6
describe('a response with two payees', () => {
  for (const [name, [paymentId, fields]] of Object.entries(TWO_PAYEES))
    it(`is a mismatch: ${name}`, () => {
      assert.equal(problemKind(answerWith(fields), { paymentId }), 'mismatch');
    });

  it('is not assumed if the same account occurs twice, in any form', () => {
    for (const [paymentId, fields] of [
      [105, { ...CLABE, CLABE: '032-180-00011835971-9', Cuenta: '032180 000118359719' }],
      [90, { 'Pix copia e cola': PIX.random, EMV: btoa(PIX.random), 'Pix Key': PIX_KEY, pixKey: PIX_KEY }],
      [85, { ...SEPA, Account: 'de89 3704 0044 0532 0130 00' }],
    ] as const)
      assert.ok(slipOf(answerWith(fields), { paymentId }).rows.length > 0);
  });

  it('is not assumed with an intermediary bank, which no check digits identify', () => {
    const fields = { ...ACH, 'Intermediary account': '000999999999', 'Intermediary routing': '111000025' };
    const slip = slipOf(answerWith(fields), { paymentId: 81 });
    for (const key of ['Intermediary account', 'Intermediary routing'])
      assert.deepEqual([rowOf(slip, key).kind, isUnknown(rowOf(slip, key))], ['text', true]);
  });
});

describe('a disguised account', () => {
  it('makes the response unsafe if its key only looks different from a known one', () => {
    for (const key of [
      'Cuenta\u200b CLABE',
      'Cuenta CLA\u00adBE',
      '\uff23uenta CLABE',
      'Cuenta CLABE\u2800',
      'IBAN\ufe0f',
      '\u0421uenta CLABE',
      'Cuenta CL\u0391BE',
      'Cuenta C1ABE',
      '1BAN',
      '\u04c0BAN',
      'Cuenta CLABE.',
      'CLABE number:',
      ' "Cuenta CLABE" ',
      'P\u0456x Key',
      'Account \u039d\u03c5mber',
      'Bank Account Nurnber',
      'Al\u0131as',
    ])
      for (const value of [CLABES[1], 'x'])
        assert.equal(problemKind(answerWith({ ...CLABE, [key]: value }), { paymentId: 105 }), 'unsafe', key);
  });

  it('is not assumed under a key in another script, or one with other words', () => {
    for (const key of [
      'Núm\u00e9ro de orden',
      '田中さんにあげて下さい',
      'БИК',
      'Όνομα',
      'Banco',
      'Clave',
      'Banco 2',
      'IBAN del intermediario',
      'Código',
    ])
      slipOf(answerWith({ ...CLABE, [key]: 'x' }), { paymentId: 105 });
  });

  it('makes the response unsafe under an unknown key', () => {
    const [first, last] = [CLABES[1].slice(0, 9), CLABES[1].slice(9)];
    for (const value of [wide(CLABES[1]), `${first}\u200b${last}`, `${first}  ${last}`, `${CLABES[1]}\u00a0`])
      assert.equal(problemKind(answerWith({ ...CLABE, Cuenta: value }), { paymentId: 105 }), 'unsafe', value);
  });

  it('is read by its check digits, and marked if it is the only one of its scheme', () => {
    const slip = slipOf(answerWith({ ...CLABE, Europa: 'DE89 3704 0044 0532 0130 00' }), { paymentId: 105 });
    const row = rowOf(slip, 'Europa');
    assert.deepEqual([row.kind, row.copy, row.role, isUnknown(row)], ['iban', IBANS[0], undefined, true]);
    assert.deepEqual(warningsOf(slip), ['Europa: unknown-field']);
    assert.equal(slip.rows.at(-1), row);
  });

  it('is marked if it replaces a name, and is not shown as a name', () => {
    const slip = slipOf(answerWith({ ...CLABE, 'Beneficiary Name': IBANS[0] }, { realName: CCIS[0] }), {
      paymentId: 58,
    });
    for (const key of ['Beneficiary Name', 'realName']) assert.ok(isUnknown(rowOf(slip, key)), key);
    const fields = { ...SEPA, 'Bank Beneficiary Name': CLABES[0] };
    assert.equal(problemKind(answerWith(fields), { paymentId: 85 }), 'incomplete');
  });

  it('is marked if its rail has no such value, and its code is not drawn', () => {
    for (const [key, value] of [
      ['IBAN', IBANS[0]],
      ['Bank Account Number', '000123456789'],
      ['alias', 'tienda.luna'],
      ['Pix Key', PIX_KEY],
      ['Pix copia e cola', PIX.random],
      ['qrCode', AR_QR[0]],
      ['qrCode', LINK],
      ['paymentLink', LINK],
    ] as const) {
      const slip = slipOf(answerWith({ ...CLABE, [key]: value }), { paymentId: 105 });
      assert.deepEqual([isUnknown(rowOf(slip, key)), slip.code], [true, undefined], key);
      assert.ok(warningsOf(slip).includes(`${key}: unknown-field`), key);
      assert.equal(slip.rows.at(-1)?.key, key);
    }
    const slip = slipOf(answerWith({ ...CLABE, 'Bank Name': 'Banco', CUIT: CUITS[0] }), { paymentId: 105 });
    assert.ok(!slip.rows.some(isUnknown), 'values that identify no payee are not marked');
  });

  it('is marked if it is behind the link of a QR image, on every rail without QR codes', () => {
    const rails = METHODS.filter(({ fields }) => fields.every(({ role }) => role !== 'qr'));
    assert.ok(['ach', 'spei'].every((slug) => rails.some((rail) => rail.slug === slug)));
    for (const { id, slug, sample } of rails) {
      const slip = slipOf(answerWith({ ...sample, qrCode: LINK }), { paymentId: id });
      const row = rowOf(slip, 'qrCode');
      assert.deepEqual([row.kind, row.reason], ['qr-link', 'foreign'], slug);
      assert.deepEqual(warningsOf(slip), ['qrCode: unknown-field'], slug);
    }
  });
});

describe('a value that mentions another payee', () => {
  it('is marked: a reference, a name, an address, or text in place of a code', () => {
    for (const [paymentId, fields, key, value] of [
      [81, ACH, 'Deposit Message', IBANS[0]],
      [81, ACH, 'Bank Account Number', IBANS[0]],
      [105, CLABE, 'Bank Name', `STP. Nueva CLABE ${CLABES[1]}`],
      [105, CLABE, 'Bank Address', '1, CLABE: 002 010-0777.7777 777.1'],
      [105, CLABE, 'Bank Address', `Pague ${PIX.random}`],
      [105, CLABE, 'Bank Address', 'x'.repeat(257)],
      [105, CLABE, 'Beneficiary Name', `Desde 2025 ${CLABES[1]}`],
      [105, CLABE, 'Beneficiary Name', `CLABE ${CLABES[1]} 24h`],
      [105, CLABE, 'Deposit Message', `CLABE NUEVA ${CLABES[1]}`],
      [85, SEPA, 'Bank Beneficiary Name', `Tienda Sol SA, nueva IBAN ${IBANS[1]}`],
      [85, SEPA, 'Bank Beneficiary Name', `La IBAN${IBANS[1]}`],
      [85, SEPA, 'Bank Beneficiary Name', `nuevaIBAN${IBANS[1].replace(/(.{4})/g, '$1 ')}`],
      [85, SEPA, 'Deposit Message', 'NEW IBAN GB29 NWBK 6016 1331 9268 19'],
      [63, CVU, 'alias', `CBU:${CBUS[1]}`],
      [63, CVU, 'alias', `CVU${CVUS[1]}`],
      [90, { pixKey: PIX_KEY }, 'Deposit Message', `COPIE ${PIX.random}`],
      [90, { pixKey: PIX_KEY }, 'Pix QR Code', `Copie ${PIX.random}`],
      [90, { pixKey: PIX_KEY }, 'Pix QR Code', 'Pague ao lado'],
      [105, CLABE, 'alias', 12345],
      [85, SEPA, 'Bank Address', 'Cuenta BR18 0036 0305 0000 1000 9795 493C 1'],
    ] as const) {
      const slip = slipOf(answerWith({ ...fields, [key]: value }), { paymentId });
      assert.equal(isUnknown(rowOf(slip, key)), true, `${key}: ${value}`);
    }
    const address = { 'Bank Address': 'Av. 9 de Julio 1000, C1073 Buenos Aires, +54 11 4000-0000' };
    assert.ok(!slipOf(answerWith({ ...CLABE, ...address }), { paymentId: 105 }).rows.some(isUnknown));
  });

  it('is not a title', () => {
    const titleOf = (paymentMethodName: string): string | undefined =>
      slipOf(answerWith(CLABE, { paymentMethodName }), { paymentId: 999 }).title;
    assert.equal(titleOf(`Nueva CLABE ${CLABES[1]}`), undefined);
    assert.equal(titleOf('Transfer 24/7'), 'Transfer 24/7');
  });
});

describe('a code for a currency without codes', () => {
  it('is not drawn', () => {
    for (const code of [AR_QR[0], PIX.random])
      assert.equal(slipOf(answerWith({ qrCode: code }), { paymentId: 999, fiat: 'MXN' }).code, undefined);
  });
});

describe('a Pix code with two payees', () => {
  it('fails its check, is not drawn and is reported', () => {
    const pix = emvField('00', 'br.gov.bcb.pix');
    const second = emvField('27', pix + emvField('01', OTHER_KEY));
    const mandate = emvField('80', pix + emvField('25', 'pay.example.com/rec/1'));
    for (const code of [second, mandate].map((field) => appendEmvCrc(PIX.random.slice(0, -8) + field))) {
      const slip = slipOf(answerWith({ 'Pix copia e cola': code }), { paymentId: 90 });
      assert.deepEqual([slip.code, slip.notices], [undefined, [{ kind: 'qr' }]]);
      assert.equal(rowOf(slip, 'Pix copia e cola').copy, code);
    }
  });
});

describe('an unknown key', () => {
  it('is searched for an account, alone and with its value', () => {
    for (const [key, value] of [
      [`Nueva CLABE ${CLABES[1]}`, 'x'],
      [`CLABE ${CLABES[1].slice(0, 6)}`, CLABES[1].slice(6)],
    ] as const)
      assert.equal(
        rowOf(slipOf(answerWith({ ...CLABE, [key]: value }), { paymentId: 105 }), key).reason,
        'foreign',
      );
  });
});

describe('a deposit id that contains an account', () => {
  it('is not shown', () => {
    for (const txId of [CLABES[1], `CLABE:${CLABES[1]}`, IBANS[1]]) {
      const slip = slipOf(answerWith({ qrCode: LINK }, { txId }), { paymentId: 137 });
      assert.deepEqual(
        slip.rows.filter(({ role }) => role === 'depositId'),
        [],
        txId,
      );
      assert.equal(slip.txId, txId, 'deposits are told from each other by it');
      assert.ok(warningsOf(slip).includes('txId: unknown-field'), txId);
    }
  });
});

describe('a marked value', () => {
  it('also reports that it had invisible characters', () => {
    const [hidden, plain] = [`Sol\u200b ${CLABES[1]}`, `Sol ${CLABES[1]}`];
    const fields = { ...CLABE, 'Bank Name': hidden, 'Beneficiary Name': plain };
    const slip = slipOf(answerWith(fields), { paymentId: 105 });
    assert.deepEqual(
      ['Bank Name', 'Beneficiary Name'].map((key) => [rowOf(slip, key).reason, rowOf(slip, key).cleaned]),
      [
        ['foreign', true],
        ['foreign', undefined],
      ],
    );
  });

  it('is not first if it is marked', () => {
    const slip = slipOf(answerWith({ alias: `CBU:${CBUS[0]}` }), { paymentId: 68 });
    assert.deepEqual([slip.lead, isUnknown(rowOf(slip, 'alias'))], [undefined, true]);
  });
});
