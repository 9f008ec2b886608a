import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Fiat } from '../../src/core/currencies.js';
import { copyAmount, formatAmount, formatSum, fromMinor, isAmount } from '../../src/core/money.js';
import { readTypedAmount } from '../../src/core/typed-amount.js';

/** Each currency in the notation of its country. */
const NOTATIONS: Readonly<Record<Fiat, string>> = {
  USD: 'en',
  MXN: 'es-MX',
  ARS: 'es-AR',
  COP: 'es-CO',
  PEN: 'es-PE',
  BRL: 'pt-BR',
  EUR: 'de',
};
const FIATS = Object.keys(NOTATIONS) as Fiat[];
const LOCALES = Object.values(NOTATIONS);
const hasPoint = (locale: string): boolean => (1.5).toLocaleString(locale) === '1.5';
/** The locales whose decimal mark is a point; in the others it is a comma. */
const POINT = LOCALES.filter(hasPoint);
const COMMA = LOCALES.filter((locale) => !hasPoint(locale));

/** The amount that the element reads from a text, or the error. */
const typed = (text: string, locale: string, fiat?: string): string => {
  const reading = readTypedAmount(text, locale, { fiat });
  return 'amount' in reading ? reading.amount : reading.error;
};

/** The same in the notation of the currency's country. */
const typedIn = (fiat: Fiat, text: string): string => typed(text, NOTATIONS[fiat], fiat);

describe('a typed amount', () => {
  it('is read in the notation of the locale', () => {
    for (const locale of COMMA) assert.equal(typed('1.234', locale), '1234.00', locale);
    for (const locale of POINT) assert.equal(typed('1,234', locale), '1234.00', locale);
    assert.equal(typed('1.234,56', 'de'), '1234.56');
    assert.equal(typed('1,234.56', 'en'), '1234.56');
  });

  it('may have the other decimal mark if it can be read in only one way', () => {
    for (const locale of LOCALES) {
      for (const text of ['1.5', '1,5']) assert.equal(typed(text, locale), '1.50', locale);
      for (const text of ['1234.56', '1234,56']) assert.equal(typed(text, locale), '1234.56', locale);
    }
  });

  it('may be in the notation of another country if it can be read in only one way', () => {
    for (const locale of LOCALES) {
      for (const text of ['1.234,56', '1,234.56', '1 234,56', '1\u00a0234.56'])
        assert.equal(typed(text, locale), '1234.56', `${locale} ${text}`);
      for (const text of ['1.234.567', '1,234,567', '1.234.567,0', '1,234,567.0', '1 234 567,'])
        assert.equal(typed(text, locale), '1234567.00', `${locale} ${text}`);
    }
  });

  it('is not guessed from one group of three digits, which may be decimals', () => {
    for (const locale of COMMA)
      for (const text of ['1,234', '1,234.', '0,500', '1234,567', '1 234,567'])
        assert.match(typed(text, locale), /^(?:decimals|form)$/, `${locale} ${text}`);
    for (const locale of POINT)
      for (const text of ['1.234', '1.234,', '0.500', '1234.567', '1 234.567'])
        assert.match(typed(text, locale), /^(?:decimals|form)$/, `${locale} ${text}`);
  });

  it('may end in a decimal mark', () => {
    for (const locale of LOCALES) {
      for (const text of ['10,', '10.', '010.']) assert.equal(typed(text, locale), '10.00', locale);
      assert.equal(typed('1234,', locale), '1234.00');
    }
    assert.equal(typed('1,234.', 'en'), '1234.00');
    assert.equal(typed('1.234,', 'es-AR'), '1234.00');
  });

  it('may be grouped with spaces, as Intl and print do', () => {
    for (const space of [' ', '\u00a0', '\u2009', '\u202f'])
      assert.equal(typed(`1${space}234${space}567,8`, 'es-AR'), '1234567.80');
  });

  it('may have surrounding spaces and leading zeros', () => {
    for (const text of ['  150 ', '\u00a0150\u202f', '\ufeff150\u200b', '\u200e150\n'])
      assert.equal(typed(text, 'es-MX'), '150.00', JSON.stringify(text));
    assert.equal(typed('007.5', 'es-MX'), '7.50');
  });

  it('may have fullwidth, Arabic or Persian digits, if all are of one script', () => {
    assert.equal(typed('１，２３４．５６', 'en'), '1234.56');
    assert.equal(typed('Ｒ＄ １０', 'pt-BR', 'BRL'), '10.00');
    for (const text of ['\u0661\u0662.\u0665', '\u06f1\u06f2,\u06f5'])
      assert.equal(typed(text, 'en'), '12.50');
    // An Arabic zero looks like a point.
    for (const text of ['1\u066050', '\u06611'])
      assert.equal(typed(text, 'en'), 'symbol', JSON.stringify(text));
    // Characters that look like digits but do not count as such: `10²` is not 102.
    for (const text of ['10²', '①', '½', '⒈']) assert.equal(typed(text, 'en'), 'symbol', text);
  });

  it('is refused if the grouping is not well formed', () => {
    for (const text of ['1,2,3', '1,23', '12,34,567', '1,234,56', '1234,567', ',123', '1,,234', '1,234,'])
      assert.equal(typed(`${text}.00`, 'en'), 'form', text);
    // Two grouping marks.
    for (const text of ['1,234 567', '1 234,567', '1\u00a0234\u202f567', '1,234\u00a0567.00'])
      assert.equal(typed(text, 'en'), 'form', JSON.stringify(text));
  });

  it('is not grouped after a leading zero: 0.500 is not 500', () => {
    for (const text of ['0.500', '0.123', '00.500', '012.345', '000.001', '0.123,45', '0.123.456'])
      assert.doesNotMatch(typed(text, 'es-AR'), /^[0-9]/, text);
    for (const text of ['0,500', '0,123', '012,345', '0,123,456'])
      assert.doesNotMatch(typed(text, 'en'), /^[0-9]/, text);
  });

  it('is refused with more decimals than the currency has', () => {
    assert.equal(typed('1.234', 'en'), 'decimals');
    assert.equal(typed('1,234', 'es-AR'), 'decimals');
    assert.equal(typed('1,000.001', 'en'), 'decimals');
  });

  it('is refused without digits around its mark, as zero, or as nothing', () => {
    for (const text of ['.5', '.', ',', '1 2', '1..', '5 . 5'])
      assert.equal(typed(text, 'es-MX'), 'form', text);
    for (const text of ['', '  ', '\u00a0']) assert.equal(typed(text, 'es-MX'), 'empty');
    for (const text of ['0', '0.00', '000', '$0', '0,']) assert.equal(typed(text, 'es-MX', 'MXN'), 'zero');
  });

  it('is refused outside its bounds, which are inclusive', () => {
    const bounds = { min: '10', max: '100.00' };
    assert.deepEqual(readTypedAmount('9.99', 'en', bounds), { error: 'too-small' });
    assert.deepEqual(readTypedAmount('10', 'en', bounds), { amount: '10.00' });
    assert.deepEqual(readTypedAmount('100', 'en', bounds), { amount: '100.00' });
    assert.deepEqual(readTypedAmount('100.01', 'en', bounds), { error: 'too-large' });
  });

  it('is too large if no request can carry it', () => {
    assert.equal(typed('9'.repeat(21), 'en'), `${'9'.repeat(21)}.00`);
    for (const text of ['9'.repeat(22), '1234567890'.repeat(4), `1${',000'.repeat(13)}`, '9'.repeat(5_000)])
      assert.equal(typed(text, 'en'), 'too-large');
    assert.equal(typed(`${'0'.repeat(40)}5`, 'en'), '5.00');
  });

  it('is a plain amount with the same digits or an error, for any text', () => {
    const sign = fc.constantFrom('', '$', 'R$ ', ' US$', 'S/.', ' mxn', '-', '€', '\u202e');
    const number = fc.stringMatching(/^[0-9]{1,4}([., ][0-9]{0,3}){0,3}$/);
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9., \u00a0-]{0,12}$/),
      fc.tuple(sign, number, sign).map((parts) => parts.join('')),
    );
    const digitsOf = (text: string): string => text.replace(/[^0-9]/g, '').replace(/^0+|0+$/g, '');
    fc.assert(
      fc.property(texts, fc.constantFrom(...FIATS), (text, fiat) => {
        const reading = readTypedAmount(text, NOTATIONS[fiat], { fiat });
        if (!('amount' in reading)) return;
        assert.ok(isAmount(reading.amount), text);
        assert.equal(digitsOf(reading.amount), digitsOf(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('never has another value in one notation than in the other', () => {
    const number = fc.stringMatching(/^[0-9]{1,4}([., ][0-9]{0,3}){0,3}$/);
    fc.assert(
      fc.property(number, (text) => {
        const [one, other] = [typed(text, 'en'), typed(text, 'de')];
        if (/^[0-9]/.test(one) && /^[0-9]/.test(other)) assert.equal(one, other, text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a currency beside a typed amount', () => {
  /** Amounts as payers write them in each currency, including a bank's, an old and a lower-case form. */
  const WRITTEN: Readonly<Record<Fiat, readonly string[]>> = {
    BRL: ['R$ 10', 'R$10', 'r$10,00', '10 BRL', 'BRL 10', '10 R$', 'R$\u00a010,00\u00a0BRL'],
    PEN: ['S/ 10', 'S/10', 'S/. 10', 's/10.00', 'S/\u00a010.00', '10 PEN', '10 pen'],
    MXN: ['$10', '$ 10.00', 'MX$10', '10 MXN', 'MXN10', '$10.00\u00a0MXN', 'MXN$ 10'],
    ARS: ['$10', '$\u00a010,00', 'AR$ 10', '10 ARS', '$ 10,00 ARS'],
    COP: ['$10', 'COP 10', 'COP$10', 'COL$ 10', '$\u00a010\u00a0COP'],
    USD: ['$10', 'US$ 10', 'U$S 10', 'u$s10', '10 USD', 'USD 10.00', 'USD$10'],
    EUR: ['€10', '10 €', '10,00\u00a0€', 'EUR 10', '10€'],
  };

  it('is read if it is that of the field, before the number, after it or both', () => {
    for (const fiat of FIATS)
      for (const text of WRITTEN[fiat]) assert.equal(typedIn(fiat, text), '10.00', `${fiat} ${text}`);
  });

  it('is read in every language, whether or not the language has that symbol', () => {
    for (const locale of LOCALES) assert.equal(typed('S/ 10', locale, 'PEN'), '10.00', locale);
    assert.equal(typed('$10', 'es-CL', 'CLP'), '10.00');
    assert.equal(typed('CHF 10', 'en', 'CHF'), '10.00');
  });

  it('is refused if it is that of another currency', () => {
    const others = {
      BRL: ['$10', 'US$10', '10 USD', '€10', '10 mxn', 'R$ 10 USD', 'USD R$ 10'],
      PEN: ['$10', 'R$ 10', 'US$ 10', '10 €', '£10'],
      MXN: ['R$10', 'US$10', 'U$S 10', '10 USD', '$10 USD', '$ 10 ARS', 'COP$ 10', 'A$10', 'RD$ 10'],
      USD: ['MX$10', 'R$10', '10 ARS', '¥10'],
    } satisfies Partial<Record<Fiat, readonly string[]>>;
    for (const [fiat, texts] of Object.entries(others))
      for (const text of texts) assert.equal(typedIn(fiat as Fiat, text), 'currency', `${fiat} ${text}`);
  });

  it('is named if the amount is refused', () => {
    const named = { fiat: 'BRL' };
    assert.deepEqual(readTypedAmount('US$ 10', 'pt-BR', named), { error: 'currency', symbol: 'US$' });
    assert.deepEqual(readTypedAmount('10 usd', 'pt-BR', named), { error: 'currency', symbol: 'usd' });
    assert.deepEqual(readTypedAmount('US$ 10', 'pt-BR'), { error: 'symbol', symbol: 'US$' });
  });

  it('is refused and named among digits, and if it is not a currency', () => {
    const named = {
      '-5': '-',
      '$-5': '$-',
      '-R$ 5': '-R$',
      'Pay US$ 5': 'Pay',
      '+5': '+',
      '1e3': 'e',
      '0x10': 'x',
      '(5)': '(',
      '10 mil': 'mil',
      '10k': 'k',
      '12 pesos': 'pesos',
      '$10 y $20': 'y',
      $10$20: '$',
      '10%': '%',
      NaN: 'NaN',
      $: '$',
      '1/2': '/',
      "1'234.50": "'",
    };
    for (const [text, symbol] of Object.entries(named))
      assert.deepEqual(readTypedAmount(text, 'es-MX', { fiat: 'MXN' }), { error: 'symbol', symbol }, text);
  });

  it('is named in twenty characters, or not at all if it has no visible character', () => {
    const word = 'a'.repeat(5_000);
    assert.deepEqual(readTypedAmount(word, 'en'), { error: 'symbol', symbol: 'a'.repeat(20) });
    assert.deepEqual(readTypedAmount('\u202e10', 'en'), { error: 'form' });
  });

  it('is read with the point of the sign S/. directly before the number, and hides no other mark', () => {
    for (const text of ['S/.10', 's/.10.00', 'S/. 10', 'S/.10,00'])
      assert.equal(typedIn('PEN', text), '10.00');
    for (const text of ['S/ .50', 'S/..50', '.50']) assert.doesNotMatch(typedIn('PEN', text), /^[0-9]/, text);
  });

  it('may be any text that names a currency', () => {
    for (const fiat of ['', 'PESOS', 'brl', 'constructor', '__proto__', '???'])
      assert.equal(typed('$10', 'en', fiat), 'symbol', fiat);
  });

  it('is read back as copied or formatted with its code, in its own notation', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.constantFrom(...FIATS), (minor, fiat) => {
        const amount = fromMinor(minor);
        for (const write of [copyAmount, formatAmount])
          assert.equal(typedIn(fiat, write(amount, fiat, NOTATIONS[fiat])), amount);
      }),
      { numRuns: 1000 },
    );
  });

  it('is read back as formatted, in any notation, or refused', () => {
    const minors = fc.bigInt({ min: 1n, max: 10n ** 15n });
    const locales = fc.constantFrom(...LOCALES, 'fr', 'de-CH', 'en-IN', 'ar-EG', 'he', 'pl', 'es-CL', 'ja');
    fc.assert(
      fc.property(minors, fc.constantFrom(...FIATS), locales, locales, (minor, fiat, from, to) => {
        const [amount, sum] = [fromMinor(minor), formatSum(fromMinor(minor), fiat, from)];
        const reading = readTypedAmount(sum, to, { fiat });
        if ('amount' in reading) assert.equal(reading.amount, amount, `${sum} in ${to}`);
        if (from === to && LOCALES.includes(to)) assert.deepEqual(reading, { amount }, `${sum} in ${to}`);
      }),
      { numRuns: 1000 },
    );
  });
});
