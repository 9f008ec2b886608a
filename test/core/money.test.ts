import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  compareAmounts,
  copyAmount,
  currencySymbol,
  decimalMark,
  formatAmount,
  formatSum,
  fromMinor,
  isAmount,
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

  it('has no decimals in COP if they are zeros', () => {
    assert.match(formatAmount('1500.00', 'COP', 'es-CO'), /1\.500\u00a0COP$/);
    assert.match(formatAmount('1500.05', 'COP', 'es-CO'), /1\.500,05\u00a0COP$/);
  });

  it('has ASCII digits in every language', () => {
    for (const locale of ['ar-EG', 'fa', 'hi-u-nu-deva', 'my', 'bn']) {
      assert.match(formatAmount('1234.56', 'USD', locale), /1.?234.56/, locale);
      assert.doesNotMatch(formatAmount('1234.56', 'USD', locale), /(?![0-9])\p{Nd}/u, locale);
    }
  });

  it('distinguishes dollars from pesos where `$` means pesos', () => {
    for (const [locale, text] of [
      ['es-AR', 'US$\u00a01.150,50'],
      ['es-CO', 'US$\u00a01.150,50'],
      ['es-MX', 'USD\u00a01,150.50'],
      ['pt-BR', 'US$\u00a01.150,50'],
      ['es-US', '$1,150.50'],
      ['en', '$1,150.50'],
    ] as const)
      assert.equal(formatSum('1150.50', 'USD', locale), text);
    assert.equal(currencySymbol('USD', 'es-AR'), 'US$');
    assert.equal(currencySymbol('ARS', 'es-AR'), '$');
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

describe('the symbol of a currency', () => {
  it('is what a locale writes beside an amount, or the code if there is none', () => {
    const symbols = [
      ['BRL', 'pt-BR', 'R$'],
      ['PEN', 'es-PE', 'S/'],
      ['ARS', 'es-AR', '$'],
      ['MXN', 'en', '$'],
      ['CHF', 'en', 'CHF'],
      ['PESOS', 'en', 'PESOS'],
    ] as const;
    for (const [fiat, locale, symbol] of symbols) assert.equal(currencySymbol(fiat, locale), symbol);
  });
});

describe('a copied amount', () => {
  it('has the decimal mark of the locale, no grouping and no symbol', () => {
    assert.equal(copyAmount('1234.5', 'ARS', 'es-AR'), '1234,50');
    assert.equal(copyAmount('1234.5', 'MXN', 'es-MX'), '1234.50');
    // An invalid amount is not formatted.
    assert.equal(copyAmount('275000.00', 'COP', 'es-CO'), '275000');
    assert.equal(copyAmount('275000.50', 'COP', 'es-CO'), '275000,50');
    assert.equal(copyAmount('275000', undefined, 'es-CO'), '275000,00');
    assert.equal(copyAmount('a lot', 'ARS', 'es-AR'), 'a lot');
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
