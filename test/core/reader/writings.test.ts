/**
 * Accounts in a name, an address or a reference, in every form that a payer could read as digits
 * (docs/reading-policy.md, One payee).
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdsAccount } from '../../../src/core/reader/account-search.js';
import { isUnknown } from '../../../src/core/reader/row.js';
import { CBUS, CCIS, CLABES, CVUS, IBANS } from '../../fixtures/instruments.js';
import { answerWith, problemKind, rowOf, slipOf, warningsOf } from '../outcome.js';

const CLABE = '999180000000000015';
const IBAN = 'DE89370400440532013000';
const NUMBERS = [CLABE, CLABES[1], CBUS[0], CVUS[0], CCIS[0]];

/** Every Unicode code point with a property. */
function signsOf(property: string): string[] {
  const pattern = new RegExp(`^\\p{${property}}$`, 'u');
  return Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => pattern.test(sign));
}

const grouped = (number: string): string[] => number.match(/.{1,4}/g)!;

function missed(texts: readonly string[]): string[] {
  return texts.filter((text) => !holdsAccount(text));
}

describe('digits of any script', () => {
  const digits = signsOf('Nd');
  /** In each script, the ten digits are consecutive, starting with its zero. */
  const zeros = digits.filter((_, at) => at % 10 === 0);
  const written = (number: string, zero: string): string =>
    number.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));

  it('are read by their value', () => {
    assert.ok(zeros.length > 60);
    for (const zero of zeros)
      assert.deepEqual(missed([...NUMBERS, IBAN].map((number) => `Sol ${written(number, zero)}`)), [], zero);
  });

  it('are read as separators too if they look like dots or strokes', () => {
    for (const sign of digits.slice(10))
      assert.deepEqual(
        missed([`Sol ${grouped(CLABE).join(sign)}`, `Sol ${grouped(IBAN).join(sign)}`]),
        [],
        `U+${sign.codePointAt(0)!.toString(16)}`,
      );
  });

  it('are read as the digits that they look like', () => {
    for (const sign of digits.slice(10)) assert.deepEqual(missed([CLABE.replace('8', sign)]), [], sign);
  });
});

describe('characters that are numbers but not digits', () => {
  it('separate the digits, occur beside them, or are among them', () => {
    for (const sign of [...signsOf('No'), ...signsOf('Nl')])
      assert.deepEqual(
        missed([
          `${sign}${CLABE}`,
          `${CLABE}${sign}`,
          grouped(CLABE).join(sign),
          grouped(IBAN).join(sign),
          CLABE.replace('8', sign),
        ]),
        [],
        `U+${sign.codePointAt(0)!.toString(16)}`,
      );
  });
});

describe('groups in an order other than the visible one', () => {
  const reversed = grouped(CLABE).toReversed().join(' ');

  it('are found beside a letter, a digit or a symbol of a right-to-left script', () => {
    for (const sign of ['\u05d0', '\u0627', '\u0660', '\u061b', '\u07c0', '\u0840', '\u{1e900}', '\u{1ec71}'])
      assert.deepEqual(missed([`${sign}${reversed}`, `${reversed} ${sign}`]), [], sign);
    const arabic = reversed.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x06_60 + Number(digit)));
    assert.equal(holdsAccount(arabic), true);
  });

  it('are shown in the order of the text, without the characters that would reorder them', () => {
    for (const sign of ['\u202e', '\u202b', '\u2067', '\u200f', '\u061c']) {
      const fields = { 'Cuenta CLABE': CLABES[0], 'Bank Name': `Sol ${sign}${reversed}\u202c\u2069` };
      const row = rowOf(slipOf(answerWith(fields), { paymentId: 105 }), 'Bank Name');
      assert.equal(row.copy, `Sol ${reversed}`);
    }
  });
});

describe('letters that look like Latin ones', () => {
  it('do not hide the country of an IBAN', () => {
    for (const country of [
      '\u{10404}E',
      'D\u13ac',
      '\ua4d3\ua4f0',
      '\u0500E',
      'D\u0395',
      '\u2ca6E',
      '\u00d0E',
      'D\u00c9',
      'D\u0112',
      '\u1d05\u1d07',
      '\u0110E',
      '\u0189E',
      '🄳🄴',
      '🇩🇪',
    ])
      assert.deepEqual(
        missed([`Sol ${country}${IBAN.slice(2)}`, `Sol ${country}${IBAN.slice(2)} SA`]),
        [],
        country,
      );
  });

  it('do not hide a digit', () => {
    for (const zero of ['O', 'o', '\u041e', '\u039f', '\u00f8', '\u00ba', '\u00b0'])
      for (const one of ['1', 'l', 'I', '|'])
        assert.deepEqual(
          missed(
            [...NUMBERS, IBAN].map((number) => `Sol ${number.replaceAll('0', zero).replaceAll('1', one)}`),
          ),
          [],
          zero + one,
        );
  });
});

describe('escapes of a URL', () => {
  it('separate the groups, with letters in upper or lower case', () => {
    for (const escape of ['%20', '%2D', '%2d', '%C2%A0', '%c2%a0', '%e2%80%93'])
      assert.deepEqual(missed([grouped(CLABE).join(escape), grouped(IBAN).join(escape)]), [], escape);
  });
});

describe('characters whose compatible form is letters', () => {
  it('separate the groups, and occur before a letter in place of a digit', () => {
    for (const sign of ['\u2116', '\u20a8', '\u00aa'])
      assert.deepEqual(
        missed([
          grouped(IBAN).join(sign),
          grouped(CLABE).join(` ${sign} `),
          `${sign}${CLABES[2].replaceAll('0', 'O')}`,
        ]),
        [],
        `U+${sign.codePointAt(0)!.toString(16)}`,
      );
  });
});

describe('words', () => {
  it('separate the groups of an IBAN too, if they are in lower case', () => {
    for (const word of ['y', 'más', 'und'])
      assert.equal(holdsAccount(`Sol ${grouped(IBAN).join(` ${word} `)} gracias`), true, word);
  });

  it('are distinguished from zeros and ones that are written as letters', () => {
    for (const parting of [' y ', '<br>', '&nbsp;'])
      for (const zero of ['o', 'O'])
        assert.deepEqual(
          missed(
            ['DE50370400440000001100', 'DE84370400440000000100'].map(
              (iban) => `IBAN ${grouped(iban.replaceAll('0', zero)).join(parting)}`,
            ),
          ),
          [],
          parting + zero,
        );
  });

  it('may be ordinals with a point or a comma after the sign', () => {
    for (const parting of ['\u00ba ', '\u00ba, ', '\u00ba. ', '\u00b0; '])
      assert.equal(holdsAccount(grouped(CLABE.replaceAll('0', 'O')).join(parting)), true, parting);
  });
});

describe('an account in the United States', () => {
  it('is a routing number beside a number that may be its account', () => {
    for (const text of [
      'Routing 800000006, account 000123456789',
      '000123456789/800000006',
      'ABA800000006 No.123456',
    ])
      assert.equal(holdsAccount(text), true, text);
    for (const text of ['800000006', 'Tel. 800000007, 12345678', 'Calle 12, 28001 Madrid, Tel. 800000006'])
      assert.equal(holdsAccount(text), false, text);
  });
});

describe('a key', () => {
  it('is unsafe if its characters look like those of a known one, whatever their script', () => {
    for (const key of [
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

  it('is not refused for letters of a single script', () => {
    for (const key of ['收款人', '开户行', 'БИК', 'Όνομα', 'Cuenta_CLABE', 'Clave 2'])
      slipOf(answerWith({ 'Cuenta CLABE': CLABE, [key]: 'x' }), { paymentId: 105 });
  });

  it('is searched, alone and with its value', () => {
    for (const [key, value] of [
      [`Nueva CLABE ${CLABES[1]}`, 'x'],
      [`CLABE ${CLABES[1].slice(0, 6)}`, CLABES[1].slice(6)],
    ] as const) {
      const slip = slipOf(answerWith({ 'Cuenta CLABE': CLABES[0], [key]: value }), { paymentId: 105 });
      assert.equal(rowOf(slip, key).reason, 'foreign', key);
    }
  });
});

describe('a UUID of decimal digits alone', () => {
  it('is searched, because a random UUID would not have that form', () => {
    const uuid = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    for (const number of NUMBERS) {
      const texts = [number.padEnd(32, '0'), number.padStart(32, '0'), `2025${number}`.padEnd(32, '9')];
      assert.deepEqual(missed(texts.map(uuid)), []);
      assert.deepEqual(missed(texts.map((text) => `Sol ${uuid(text)} SA`)), []);
    }
    assert.equal(holdsAccount(uuid('0'.repeat(32))), false);
    assert.equal(holdsAccount('00000000-0000-4000-8000-000000000001'), false);
  });
});

describe('a slip without a currency', () => {
  it('is unreadable beside a payment, whose currency may differ', () => {
    const deposits = [{ id: 'a', amount: '40.00', fiat: 'MXN', createTime: 1_700_000_000_000 }];
    const sums = { asked: '100.00', received: '40.00', remaining: '60.00' };
    const payment = { status: 'part', fiat: 'MXN', ...sums, deposits };
    const fields = answerWith({ Cuenta: 'x' }) as object;
    assert.equal(problemKind({ ...fields, payment }, { paymentId: 999 }), 'unreadable');
    assert.equal(slipOf({ ...fields, payment }, { paymentId: 999, fiat: 'MXN' }).askedAmount, '60.00');
    assert.equal(slipOf(fields, { paymentId: 999 }).askedAmount, undefined);
  });
});

describe('a deposit id that contains an account', () => {
  it('is not shown', () => {
    for (const txId of [CLABES[1], `CLABE:${CLABES[1]}`, IBANS[1]]) {
      const slip = slipOf(answerWith({ qrCode: 'https://pay.example.com/1' }, { txId }), { paymentId: 137 });
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

describe('a marked value that also had invisible characters', () => {
  it('reports both', () => {
    const fields = {
      'Cuenta CLABE': CLABES[0],
      'Bank Name': `Sol\u200b ${CLABE}`,
      'Beneficiary Name': `Sol ${CLABE}`,
    };
    const slip = slipOf(answerWith(fields), { paymentId: 105 });
    const said = ['Bank Name', 'Beneficiary Name'].map((key) => rowOf(slip, key));
    assert.deepEqual(
      said.map(({ reason, cleaned }) => [reason, cleaned]),
      [
        ['foreign', true],
        ['foreign', undefined],
      ],
    );
  });
});

describe('a value that would be first in the slip', () => {
  it('is not first if it is marked', () => {
    const alias = slipOf(answerWith({ alias: `CBU:${CBUS[0]}` }), { paymentId: 68 });
    assert.deepEqual([alias.lead, isUnknown(rowOf(alias, 'alias'))], [undefined, true]);
  });
});
