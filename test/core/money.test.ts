import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  compareAmounts,
  copyAmount,
  decimalMark,
  formatAmount,
  formatSum,
  fromMinor,
  isAmount,
  readTypedAmount,
  toMinor,
} from '../../src/core/money.js';

/** Each currency in the notation of its country. */
const NOTATIONS: readonly (readonly [locale: string, fiat: string])[] = [
  ['en', 'USD'],
  ['es-MX', 'MXN'],
  ['es-AR', 'ARS'],
  ['es-CO', 'COP'],
  ['es-PE', 'PEN'],
  ['pt-BR', 'BRL'],
  ['de', 'EUR'],
];
const minors = fc.bigInt({ min: 1n, max: 10n ** 15n });

const typed = (text: string, locale: string): string => {
  const reading = readTypedAmount(text, locale);
  return 'amount' in reading ? reading.amount : reading.error;
};

describe('a decimal amount', () => {
  it('is converted to minor units and back', () => {
    fc.assert(fc.property(minors, (minor) => toMinor(fromMinor(minor)) === minor));
  });

  it('keeps its sign and its digits', () => {
    assert.equal(fromMinor(-5n), '-0.05');
    assert.equal(fromMinor(0n), '0.00');
    assert.equal(fromMinor(9007199254740993n), '90071992547409.93');
  });

  it('is plain, positive, and has at most two decimals', () => {
    for (const text of ['1', '0.01', '1500.00', '1500.5']) assert.equal(isAmount(text), true, text);
    const zeros = ['', '0', '0.00'];
    const signed = ['-1', '+1', '1e3', '0x10', 'Infinity', 'NaN'];
    const misspelled = ['1.234', '01', '.5', '1.', '1,5', ' 1', '1\n', '1 000', '\u0661', '\uff11'];
    for (const text of [...zeros, ...signed, ...misspelled])
      assert.equal(isAmount(text), false, JSON.stringify(text));
  });

  it('is compared by value and not as text', () => {
    assert.equal(compareAmounts('10', '10.00'), 0);
    assert.equal(compareAmounts('9.99', '10'), -1);
    assert.equal(compareAmounts('100', '20'), 1);
    assert.equal(compareAmounts('10', 'ten'), undefined);
    assert.equal(compareAmounts('ten', '10'), undefined);
  });
});

describe('a formatted amount', () => {
  it('always has its currency code, because four currencies use $', () => {
    assert.equal(formatAmount('1500.00', 'ARS', 'es-AR'), '$\u00a01.500,00\u00a0ARS');
    assert.equal(formatAmount('187.40', 'BRL', 'pt-BR'), 'R$\u00a0187,40\u00a0BRL');
    for (const [locale] of NOTATIONS)
      for (const [, fiat] of NOTATIONS)
        assert.equal(formatAmount('1.00', fiat, locale).split(fiat).length, 2, `${locale} ${fiat}`);
  });

  it('has at least the decimals of its currency', () => {
    for (const amount of ['1500', '1500.0', '1500.00'])
      assert.equal(formatAmount(amount, 'MXN', 'es-MX'), '$1,500.00\u00a0MXN');
  });

  it('has all its digits and is not rounded', () => {
    assert.equal(formatAmount('0.999', 'MXN', 'es-MX'), '$0.999\u00a0MXN');
    assert.ok(formatAmount(`1.${'3'.repeat(200)}`, 'MXN', 'es-MX').includes(`1.${'3'.repeat(200)}`));
    assert.equal(formatAmount('90071992547409.93', 'MXN', 'es-MX'), '$90,071,992,547,409.93\u00a0MXN');
  });

  it('has no fraction of zeros in COP', () => {
    assert.match(formatAmount('1500.00', 'COP', 'es-CO'), /1\.500\u00a0COP$/);
    assert.match(formatAmount('1500.05', 'COP', 'es-CO'), /1\.500,05\u00a0COP$/);
  });

  it('has ASCII digits in every language', () => {
    for (const locale of ['ar-EG', 'fa', 'hi-u-nu-deva', 'my', 'bn']) {
      assert.match(formatAmount('1234.56', 'USD', locale), /1.?234.56/, locale);
      assert.doesNotMatch(formatAmount('1234.56', 'USD', locale), /(?![0-9])\p{Nd}/u, locale);
    }
  });

  it('is the amount and currency as received if one of them is invalid', () => {
    assert.equal(formatAmount('a lot', 'MXN', 'es-MX'), 'a lot MXN');
    for (const fiat of ['', 'PESOS', '???', 'M\u00d1N'])
      assert.equal(formatAmount('1.00', fiat, 'es-MX'), `1.00 ${fiat}`);
  });
});

describe('a sum', () => {
  it('is a formatted amount without its code, unless the code is its symbol', () => {
    const sums = [
      ['187.40', 'BRL', 'pt-BR', 'R$\u00a0187,40'],
      ['1500', 'ARS', 'es-AR', '$\u00a01.500,00'],
      ['1500.00', 'COP', 'es-CO', '$\u00a01.500'],
      ['1.5', 'PEN', 'es-PE', 'S/\u00a01.50'],
      ['0.999', 'MXN', 'es-MX', '$0.999'],
      ['20', 'CHF', 'en', 'CHF\u00a020.00'],
      ['a lot', 'MXN', 'es-MX', 'a lot MXN'],
    ] as const;
    for (const [amount, fiat, locale, sum] of sums) assert.equal(formatSum(amount, fiat, locale), sum);
    for (const [locale, fiat] of NOTATIONS) {
      const sum = formatSum('1234.50', fiat, locale);
      const amount = formatAmount('1234.50', fiat, locale);
      assert.equal(sum.includes(fiat) ? sum : `${sum}\u00a0${fiat}`, amount);
    }
  });
});

describe('a copied amount', () => {
  it('has the decimal mark of the locale, no grouping and no symbol', () => {
    assert.equal(copyAmount('1234.5', 'es-AR'), '1234,50');
    assert.equal(copyAmount('1234.5', 'es-MX'), '1234.50');
    // An invalid amount is not formatted.
    assert.equal(copyAmount('a lot', 'es-AR'), 'a lot');
  });
});

describe('a typed amount', () => {
  it('is read in the notation of the locale', () => {
    for (const locale of ['es-AR', 'pt-BR', 'es-CO']) assert.equal(typed('1.234', locale), '1234.00', locale);
    for (const locale of ['es-MX', 'es-PE']) assert.equal(typed('1,234', locale), '1234.00', locale);
    assert.equal(typed('1.234,56', 'de'), '1234.56');
    assert.equal(typed('1,234.56', 'en'), '1234.56');
  });

  it('may have the other decimal mark if it can be read in only one way', () => {
    for (const [locale] of NOTATIONS) {
      for (const text of ['1.5', '1,5']) assert.equal(typed(text, locale), '1.50', locale);
      for (const text of ['1234.56', '1234,56']) assert.equal(typed(text, locale), '1234.56', locale);
    }
  });

  it('may be grouped with the spaces that Intl writes', () => {
    for (const space of [' ', '\u00a0', '\u202f'])
      assert.equal(typed(`1${space}234${space}567,8`, 'es-AR'), '1234567.80');
  });

  it('may have surrounding spaces and leading zeros', () => {
    assert.equal(typed('  150 ', 'es-MX'), '150.00');
    assert.equal(typed('007.5', 'es-MX'), '7.50');
  });

  it('is refused if the grouping is not well formed', () => {
    for (const text of ['1,2,3', '1,23', '12,34,567', '1,234,56', '1234,567', ',123', '1,,234', '1,234,'])
      assert.equal(typed(`${text}.00`, 'en'), 'form', text);
    // Two grouping marks.
    for (const text of ['1,234 567', '1 234,567', '1\u00a0234\u202f567', '1,234\u00a0567.00'])
      assert.equal(typed(text, 'en'), 'form', JSON.stringify(text));
  });

  it('is not grouped after a leading zero: 0.500 is not 500', () => {
    for (const text of ['0.500', '0.123', '00.500', '012.345', '000.001'])
      assert.doesNotMatch(typed(text, 'es-AR'), /^[0-9]/, text);
    for (const text of ['0,500', '0,123', '012,345']) assert.doesNotMatch(typed(text, 'en'), /^[0-9]/, text);
  });

  it('is refused with more decimals than the currency has', () => {
    assert.equal(typed('1.234', 'en'), 'decimals');
    assert.equal(typed('1,234', 'es-AR'), 'decimals');
    assert.equal(typed('1,000.001', 'en'), 'decimals');
  });

  it('is refused with a sign, an exponent, a symbol, another script, or nothing', () => {
    for (const text of ['-1', '1e3', '$1', '1 MXN', '0x10', '\u0661', '\uff11', '.5', '5.', '1 2', 'NaN'])
      assert.equal(typed(text, 'es-MX'), 'form', text);
    for (const text of ['', '  ', '\u00a0']) assert.equal(typed(text, 'es-MX'), 'empty');
    for (const text of ['0', '0.00', '000']) assert.equal(typed(text, 'es-MX'), 'zero');
  });

  it('is refused outside its bounds, which are inclusive', () => {
    const bounds = { min: '10', max: '100.00' };
    assert.deepEqual(readTypedAmount('9.99', 'en', bounds), { error: 'too-small' });
    assert.deepEqual(readTypedAmount('10', 'en', bounds), { amount: '10.00' });
    assert.deepEqual(readTypedAmount('100', 'en', bounds), { amount: '100.00' });
    assert.deepEqual(readTypedAmount('100.01', 'en', bounds), { error: 'too-large' });
  });

  it('is a plain amount with the same digits or an error, for any text', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9., \u00a0-]{0,12}$/),
      fc.stringMatching(/^[0-9]{1,4}([., ][0-9]{1,3}){0,3}$/),
    );
    const digitsOf = (text: string): string => text.replace(/[^0-9]/g, '').replace(/^0+|0+$/g, '');
    fc.assert(
      fc.property(texts, fc.constantFrom(...NOTATIONS), (text, [locale]) => {
        const reading = readTypedAmount(text, locale);
        if (!('amount' in reading)) return;
        assert.ok(isAmount(reading.amount), text);
        assert.equal(digitsOf(reading.amount), digitsOf(text));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the decimal mark', () => {
  it('is a point or a comma, by locale', () => {
    const marks = NOTATIONS.map(([locale]) => `${locale} ${decimalMark(locale)}`);
    assert.deepEqual(marks, ['en .', 'es-MX .', 'es-AR ,', 'es-CO ,', 'es-PE .', 'pt-BR ,', 'de ,']);
    // Pashto has a decimal mark of its own, but uses a comma with ASCII digits.
    assert.equal(decimalMark('ps'), ',');
  });
});
