/**
 * Responses of attacks that once succeeded: money in another currency, paid twice, or sent to somebody else.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readArrival } from '../../../src/core/reader/endpoint-response.js';
import { shownName } from '../../../src/core/reader/confirmation.js';
import { usableValue } from '../../../src/core/reader/row.js';
import { METHODS, methodOf } from '../../../src/core/methods.js';
import { epcOf } from '../../../src/core/schemes/epc.js';
import { appendEmvCrc, emvField } from '../../../src/core/schemes/emv.js';
import { isProblem } from '../../../src/core/problem.js';
import { CLABES, PIX_KEY } from '../../fixtures/instruments.js';
import { answerWith, problemKind, rowOf, slipOf } from '../outcome.js';

const CLABE = '999180000000000015';

const deposit = (fiat: string, amount: string): object => ({
  id: 'a',
  amount,
  fiat,
  createTime: 1_700_000_000_000,
});
const beside = (payment: object): object => ({
  ...(answerWith({ 'Cuenta CLABE': CLABE }, { fiat: 'MXN' }) as object),
  payment,
});

// docs/reading-policy.md R35
describe('a slip beside a payment', () => {
  const part = { status: 'part', asked: '100.00', received: '40.00', remaining: '60.00' };
  const paid = { status: 'paid', asked: '40.00', received: '40.00' };
  const over = { status: 'over', asked: '40.00', received: '80.00', excess: '40.00' };

  it('is unreadable if the payment is in another currency', () => {
    const usd = { ...part, fiat: 'USD', deposits: [deposit('USD', '40.00')] };
    assert.equal(problemKind(beside(usd), { paymentId: 105 }), 'unreadable');
    const mxn = { ...part, fiat: 'MXN', deposits: [deposit('MXN', '40.00')] };
    assert.equal(slipOf(beside(mxn), { paymentId: 105 }).askedAmount, '60.00');
  });

  it('is unreadable if nothing is left to pay', () => {
    for (const [payment, amount] of [
      [paid, '40.00'],
      [over, '80.00'],
    ] as const)
      assert.equal(
        problemKind(beside({ ...payment, fiat: 'MXN', deposits: [deposit('MXN', amount)] }), {
          paymentId: 105,
        }),
        'unreadable',
      );
  });
});

describe('a slip without a currency', () => {
  it('is unreadable beside a payment, whose currency may differ', () => {
    const sums = { asked: '100.00', received: '40.00', remaining: '60.00' };
    const payment = { status: 'part', fiat: 'MXN', ...sums, deposits: [deposit('MXN', '40.00')] };
    const fields = answerWith({ Cuenta: 'x' }) as object;
    assert.equal(problemKind({ ...fields, payment }, { paymentId: 999 }), 'unreadable');
    assert.equal(slipOf({ ...fields, payment }, { paymentId: 999, fiat: 'MXN' }).askedAmount, '60.00');
    assert.equal(slipOf(fields, { paymentId: 999 }).askedAmount, undefined);
  });
});

describe('an arrival', () => {
  it('is unreadable if it has an unreadable sum, which may differ from the requested one', () => {
    for (const sum of [
      { amount: '-1250.00', fiat: 'MXN' },
      { amount: '12,50', fiat: 'MXN' },
      { amount: '1.00', fiat: 'mxn' },
      { amount: -1250, fiat: 'MXN' },
      { amount: {}, fiat: 'MXN' },
      { amount: 0.001, fiat: 'MXN' },
      { amount: '5.00', fiat: 484 },
    ])
      assert.ok(isProblem(readArrival({ status: 'arrived', deposits: [sum] }) ?? {}), JSON.stringify(sum));
  });
});

// docs/reading-policy.md R5
describe('an account in a name', () => {
  it('is marked in its row, and no step repeats it', () => {
    const slip = slipOf(answerWith({ 'Cuenta CLABE': CLABES[0], 'Bank Name': `CLABE ${CLABE}` }), {
      paymentId: 105,
    });
    assert.equal(rowOf(slip, 'Bank Name').reason, 'foreign');
    assert.equal(usableValue(slip, 'bank'), undefined);
  });

  it('is not shown as the name that the bank shows, if it comes from a code', () => {
    const codeOf = (name: string): string => {
      const account = emvField('00', 'br.gov.bcb.pix') + emvField('01', PIX_KEY);
      const merchant = `${emvField('59', name)}${emvField('60', 'BRASILIA')}${emvField('62', '0503***')}`;
      return appendEmvCrc(`000201${emvField('26', account)}5204000053039865802BR${merchant}`);
    };
    const named = (name: string): string | undefined =>
      shownName(slipOf(answerWith({ qrCode: codeOf(name) }), { paymentId: 90 }));
    assert.equal(named('12.345.678 JOAO DA SILVA'), '12.345.678 JOAO DA SILVA');
    for (const name of ['Chave nova +5511987654321', `CLABE ${CLABE}`, 'pix@loja.example'])
      assert.equal(named(name), undefined, name);
  });
});

// docs/reading-policy.md R6
describe('a key that looks like a known one', () => {
  it('makes the response unsafe, with any number of invisible characters, and with any dashes and look-alike letters', () => {
    for (const key of [
      `Cuenta CLABE${'\u200b'.repeat(60)}`,
      'Bank Accօunt Number',
      'Bank Account Numbeг',
      'Chave Pix ‐ Random Pix',
      'Chave Pix − Random Pix',
      'BIC\u2215Swift Code',
      'BIC\u2044Swift Code',
      'Chave Pix \u2043 Random Pix',
      'Chave Pix \u2014 Random Pix',
      'Cuenta CL\u13aaBE',
      '\ua4f2BAN',
      'IB\u{1d670}N',
      'Ban\u03ba Name',
      'Ali\u0430s',
      'Al\u0456as',
      '\u0531ccount Number',
      ...['ΙΒΑΝ', 'ΒΑΝΚ ΝΑΜΕ', 'ΡΙΧ ΚΕΥ', 'СӀаве', 'АӀіаѕ', 'ССІ', 'ВІС', 'РІХ КЕУ'],
    ])
      assert.equal(
        problemKind(answerWith({ 'Cuenta CLABE': CLABE, [key]: '1' }), { paymentId: 105 }),
        'unsafe',
        key,
      );
  });

  it('is not assumed for letters of a single script', () => {
    for (const key of ['收款人', '开户行', 'БИК', 'Όνομα', 'Cuenta_CLABE', 'Clave 2'])
      slipOf(answerWith({ 'Cuenta CLABE': CLABE, [key]: 'x' }), { paymentId: 105 });
  });
});

describe('a key with a sign in place of a letter', () => {
  const beside = (key: string) => answerWith({ 'Cuenta CLABE': CLABE, [key]: '1' });
  const kindOf = (key: string): string => problemKind(beside(key), { paymentId: 105 });
  /** Signs that look like E, T, U, V, l, e, x and p, a currency, and one that is drawn as a line. */
  const SIGNS = [...'⋿⊤∪∨∣℮×⍴₡│'];

  for (const known of new Set(METHODS.flatMap(({ fields }) => fields.flatMap(({ keys }) => keys))))
    it(`at any place of ${known} makes the response unsafe, also between other signs`, () => {
      for (const at of known.split('').keys()) {
        const key = known.slice(0, at) + SIGNS[at % SIGNS.length] + known.slice(at + 1);
        for (const shown of [key, `${key}:`, `•${key}`, `«${key}»`, `${key} …`, `| ${key} *`])
          assert.equal(kindOf(shown), 'unsafe', shown);
      }
    });

  it('at the end makes it unsafe, whatever the sign', () => {
    for (const sign of SIGNS) assert.equal(kindOf(`CLAB${sign}`), 'unsafe', sign);
  });

  it('makes it unsafe at the end too if the sign is of ASCII', () => {
    for (const key of ['CC|', '|BAN', 'CCI|', '(CC|)', 'B|C/Swift Code'])
      assert.equal(kindOf(key), 'unsafe', key);
  });

  it('is another key if a letter is missing, or if it has another letter', () => {
    for (const key of ['CLAB', 'CLAB ⋿', '⋿ CLAB', 'CLA⋿', 'CLABEX⋿', 'CLABE ж', '⋿⋿⋿⋿⋿', '•••', 'C🎉'])
      assert.equal(rowOf(slipOf(beside(key), { paymentId: 105 }), key).role, undefined, key);
  });
});

describe('a marked reference', () => {
  it('omits the code and the link that would send the money without it', () => {
    const sepa = { ...methodOf(85)!.sample, 'Deposit Message': 'REF FI2112345600000785 X' };
    const slip = slipOf(answerWith(sepa, { fiat: 'EUR' }), { paymentId: 85 });
    assert.equal(rowOf(slip, 'Deposit Message').reason, 'foreign');
    assert.equal(epcOf(slip), undefined);
  });
});

describe('the currency that an endpoint names', () => {
  it('is a mismatch if it differs from that of the page or the method', () => {
    const answer = { ...(answerWith({ 'Cuenta CLABE': CLABE }) as object), fiat: 'USD' };
    assert.equal(problemKind(answer, { paymentId: 105 }), 'mismatch');
    assert.equal(problemKind(answer, { paymentId: 105, fiat: 'MXN' }), 'mismatch');
  });
});
