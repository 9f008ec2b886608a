/**
 * Accounts in texts whose characters only look like the digits, letters and separators of an account
 * (docs/reading-policy.md, One payee).
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holdsAccount } from '../../../src/core/reader/account-search.js';

const CLABE = '999180000000000015';
const grouped = (number: string, separator = ' '): string => number.match(/.{1,4}/g)!.join(separator);

function missed(texts: readonly string[]): string[] {
  return texts.filter((text) => !holdsAccount(text));
}

describe('the letters of an IBAN', () => {
  it('are found as characters that look like I', () => {
    for (const sign of ['l', '|', '!', '¡', 'ı', 'Í', 'ł'])
      assert.deepEqual(
        missed([
          `IBAN ${sign}T60 X054 2811 1010 0000 0123 456`,
          `IBAN ${sign}T60X0542811101000000123456`,
          `F${sign}21 1234 5600 0007 85`,
          `NL20 ${sign}NGB 0001 2345 67`,
        ]),
        [],
        sign,
      );
  });

  it('are found as currency signs and other characters that look like them', () => {
    assert.deepEqual(
      missed([
        'D€89 3704 0044 0532 0130 00',
        '$E45 5000 0000 0583 9825 7466',
        'P£61 1090 1014 0000 0712 1981 2874',
        '₱L61 1090 1014 0000 0712 1981 2874',
        '₦L91 ABNA 0417 1643 00',
        '₿E68 5390 0754 7034',
        'D₭50 0040 0440 1162 43',
        'A₮61 1904 3002 3457 3201',
        '¢H93 0076 2011 6238 5295 7',
        '@T61 1904 3002 3457 3201',
        'ßE68 5390 0754 7034',
        'Dĸ50 0040 0440 1162 43',
      ]),
      [],
    );
  });
});

describe('characters of other scripts', () => {
  it('are counted as digits, also in groups without a digit', () => {
    for (const zero of ['о', 'О', 'ο', 'օ', 'ഠ', 'ዐ', '〇', '⚪'])
      assert.deepEqual(
        missed([
          `Pague a 7${zero}6 738 ${zero.repeat(3)} ${zero.repeat(3)} ${zero}34 927`,
          `Sol ${[...CLABE.replaceAll('0', zero)].join(' ')}`,
        ]),
        [],
        zero,
      );
    assert.deepEqual(missed(['ΝL91 ABNA O417 1643 OO', 'Sol 999І 8ооо оооо ооо1 5']), []);
  });

  it('do not mark an ordinary address in Greek, Cyrillic or Chinese letters, or one with a numero sign', () => {
    for (const text of [
      'г. Москва, ул. Ленина, д. 5, кв. 12, 101000',
      'Λεωφ. Κηφισίας 12, 151 23 Μαρούσι, Αθήνα',
      '北京市朝阳区建国路 88 号 100022',
      'Calle 12 № 345, 28001 Madrid, Tel. 91 123 45',
      'Müller Großhandel™ ☎ 040 / 123 45 67-0',
    ])
      assert.equal(holdsAccount(text), false, text);
  });
});

describe('digits written as letters', () => {
  it('are found one at a time', () => {
    for (const separator of [' ', '.', '-'])
      assert.deepEqual(
        missed([
          [...CLABE.replaceAll('0', 'O')].join(separator),
          [...CLABE.replaceAll('0', 'o').replaceAll('1', 'l')].join(separator),
        ]),
        [],
        separator,
      );
  });

  it('are found between the borders of a table', () => {
    for (const edge of ['|', '¦'])
      assert.deepEqual(
        missed([
          `CLABE ${edge}${CLABE.replaceAll('0', 'O')}${edge}`,
          `${edge} ${grouped('706738000000034927'.replaceAll('0', 'O'), edge)} ${edge}`,
        ]),
        [],
        edge,
      );
  });

  it('are found with accents, and as other characters that look like 1', () => {
    for (const zero of ['Ö', 'ó', 'Ǿ', 'ộ'])
      assert.deepEqual(missed([`CLABE ${grouped(CLABE.replaceAll('0', zero))}`]), [], zero);
    for (const one of ['ı', '!', '¡', '¦', 'Í', 'ł', 'ŀ'])
      assert.deepEqual(missed([`CLABE ${grouped(CLABE.replaceAll('1', one))}`]), [], one);
  });
});

describe('words in lower case', () => {
  it('separate the groups of an IBAN, also with punctuation or as HTML tags', () => {
    for (const separator of [' luego: ', ' y, ', ' (y) ', ' y-luego ', ' luego… ', '&nbsp;', '<br>', '<br/>'])
      assert.deepEqual(missed([grouped('DE89370400440532013000', separator)]), [], separator);
  });
});

describe('a routing number', () => {
  it('is found beside an account number that could be another one', () =>
    assert.equal(holdsAccount('Routing 800000006, account 021000021'), true));

  it('is not taken for an account if the text only repeats it', () =>
    assert.equal(holdsAccount('Routing 800000006, again: 800000006'), false));
});

describe('several kinds of look-alikes in one text', () => {
  it('are read together in an IBAN', () =>
    assert.deepEqual(
      missed([
        // A currency and a sign that looks like I, a letter among the digits, words, or digits one by one.
        'l€64 IRCE 9205 0112 3456 78',
        '!€64IRCE92O5O112345678',
        'D€89 luego: 3704 luego: 0044 luego: 0532 luego: 0130 luego: 00',
        'D € 8 9 3 7 O 4 O O 4 4 O 5 3 2 O 1 3 O O O',
        '₦L91 ABNA O4l7 l643 OO',
        '| D€89 | 37O4 | OO44 | O532 | O13O | OO |',
        'l₮60&nbsp;X054&nbsp;2811&nbsp;1010&nbsp;0000&nbsp;0123&nbsp;456',
        'Ð E 8 9 3 7 Ø 4 Ø Ø 4 4 Ø 5 3 2 Ø 1 3 Ø Ø Ø',
      ]),
      [],
    ));

  it('do not hide check digits', () =>
    assert.deepEqual(missed(['NL2O INGB OOOl 2345 67', 'AT!! 19O4 3OO2 3457 3228']), []));

  it('are found one at a time', () => {
    for (const zero of ['O', 'Ø', 'ø', 'º', '°', 'Ö'])
      for (const one of ['1', 'l', '!', 'ı', '¦'])
        for (const separator of [' ', '-', '.'])
          assert.deepEqual(
            missed([[...CLABE.replaceAll('0', zero).replaceAll('1', one)].join(separator)]),
            [],
            zero + one + separator,
          );
  });

  it('are found between the borders of a table', () => {
    for (const one of ['!', '¡', 'ı', 'ł'])
      assert.deepEqual(missed([`| ${grouped(CLABE.replaceAll('1', one), ' | ')} |`]), [], one);
  });

  it('are found between URL escapes, also one at a time', () => {
    for (const zero of ['º', '°', 'Ø', 'ø', 'o'])
      assert.deepEqual(
        missed(
          [grouped, (text: string, sign: string) => [...text].join(sign)].map((written) =>
            written(CLABE.replaceAll('0', zero), '%20'),
          ),
        ),
        [],
        zero,
      );
  });

  it('are found between HTML tags, and so are letters in lower case', () =>
    assert.deepEqual(
      missed([
        [...'DE89370400440532013000'.replaceAll('0', 'ø')].join('<br>'),
        [...'DE89370400440532013000'.replaceAll('1', 'ı')].join('&nbsp;'),
        grouped('nl91abna0417164300', '</td><td>'),
        grouped('nl91abna0417164300', '%2d'),
        grouped('NL91ABNAO417164300', '</TD><TD>'),
      ]),
      [],
    ));

  it('are found between words', () =>
    assert.deepEqual(
      missed([
        'DE84 y 3704 y 0044 y øøøø y øø y 0100',
        'BE72 y 0833 y ı y 2394 y ı8 y ı',
        [...'DE89370400440532013000'.replaceAll('0', 'o')].join(' y '),
        ...['l', 'oo', 'ı', "l'altra"].map((word) => grouped('DE89370400440532013000', ` ${word} `)),
      ]),
      [],
    ));

  it('are found between apostrophes', () => {
    for (const zero of ['O', 'ø', 'ó'])
      for (const apostrophe of ["'", '’'])
        assert.deepEqual(
          missed([
            [...CLABE.replaceAll('0', zero)].join(apostrophe),
            CLABE.replaceAll('0', zero).match(/../g)!.join(apostrophe),
          ]),
          [],
          zero + apostrophe,
        );
  });

  it('are found beside ordinals, and beside borders of another kind', () => {
    for (const one of ['|', '¦'])
      assert.deepEqual(missed([grouped(CLABE.replaceAll('1', one), 'º ')]), [], one);
    assert.deepEqual(missed([`| ${grouped(CLABE.replaceAll('1', '¦'), ' | ')} |`]), []);
  });

  it('are found after a letter', () => assert.deepEqual(missed(['cO1218OOO1183597lOl']), []));

  it('are counted beside a character of another script', () =>
    assert.deepEqual(missed(['7Ø673 8ØØØ ØØ\u043e3 4927']), []));
});

describe('an ordinary text with letters that look like digits', () => {
  it('is not taken for an account', () => {
    for (const text of [
      'Av. Óscar Iliana Olivia Sp. z o.o. 3357 Int. 12, Col. O’Higgins, C.P. 74957 León, Gto.',
      'Rua Oliveira, nº 2739, 9º andar, São Paulo/SP, CEP 35741-608',
      '6615 Oliver St, Ste 187, Columbus, OH 42477-0120',
      'C/ Óleo 80, 03815 Łódź, Tel. +49 30 907 34 65',
    ])
      assert.equal(holdsAccount(text), false, text);
  });
});
