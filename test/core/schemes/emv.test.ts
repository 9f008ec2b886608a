import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  appendEmvCrc,
  codeMarketOf,
  crc16,
  emvField,
  readEmv,
  readPix,
  readTlv,
} from '../../../src/core/schemes/emv.js';
import { AR_QR, PIX, PIX_KEY, RECURRING_PIX, WRONG_AR_QR, WRONG_PIX } from '../../fixtures/instruments.js';

const codeOf = (...fields: string[]): string => appendEmvCrc(['000201', ...fields].join(''));
/** The static code of the Pix manual with another text in one place. */
const pixChanged = (from: string, to: string): string =>
  appendEmvCrc(PIX.random.slice(0, -8).replace(from, to));
const pixWith = (account: string, ...others: string[]): string =>
  codeOf(
    emvField('26', emvField('00', 'br.gov.bcb.pix') + account),
    '52040000',
    '5303986',
    ...others,
    '5802BR',
    '5901X',
    '6001Y',
  );

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1Of = (text: string): number[] => [...text].map((char) => char.codePointAt(0)!);
const changedAt = (at: number): string => `${PIX.random.slice(0, at)}~${PIX.random.slice(at + 1)}`;
const withOtherChecksum = (code: string): string => code.slice(0, -1) + (code.at(-1) === '0' ? '1' : '0');
const NAMES = ['Jose', 'José', 'José Ő', 'Nº 5'];
const TOO_LONG_CHECKSUM = `000201${emvField('59', '6304AAAA')}6305A`;

const pixAccount = (key: string): string =>
  emvField('26', emvField('00', 'br.gov.bcb.pix') + emvField('01', key));
/**
 * A code with a hidden account in its text. An app that counts other units ends the text before that account,
 * and reads it in place of the visible one.
 */
const twoReadings = (id: string, letter: string, count: number): string => {
  const text = `${letter.repeat(count)}${pixAccount('ladron@mal.example')}9044`;
  return codeOf(emvField(id, text), pixAccount('tienda@sol.example'));
};

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'with broken fields or a wrong checksum': [...Object.values(WRONG_PIX), ...WRONG_AR_QR],
  'with one changed character': [...PIX.random].map((_, at) => changedAt(at)),
  'cut short anywhere': [...PIX.random].map((_, at) => PIX.random.slice(0, at)),
  'with text or fields after the checksum': [`${PIX.random}0`, appendEmvCrc(`${PIX.random}5802BR`)],
  'with a repeated field': [codeOf('5802BR', '5802AR')],
  'with an end that only looks like the checksum field': [
    appendEmvCrc('0002016210xx'),
    TOO_LONG_CHECKSUM + crc16(bytesOf(TOO_LONG_CHECKSUM)),
  ],
  'that adds a tip or a fee to the amount': ['550201', '550202', '560510.00', '570500.10'].map((fee) =>
    codeOf('54071000.00', fee),
  ),
  'with an amount that apps read in several ways': [
    '.',
    '.50',
    '1e3',
    '1,00',
    '-1',
    '+1',
    ' 1',
    '1..',
    '1.5.',
    '1.0.0',
  ].map((amount) => codeOf(emvField('54', amount))),
  'with a checksum field of another length': [
    ((body: string) => body + crc16(bytesOf(body)))(`0002016312ABCD${'6304'.padEnd(4)}`),
  ],
  'that apps which count graphemes or normalize text read with another payee': [
    twoReadings('59', '\uff76\uff9e', 25),
    twoReadings('59', '\u1100\u1161', 25),
    ...['Ana \u4e2d', 'Ана', 'A\u0301na', '\u{20000}'].map((name) => codeOf(emvField('59', name))),
  ],
  'with a payee in a template that apps which count its bytes read otherwise': [
    codeOf(
      emvField(
        '26',
        `${emvField('00', 'br.gov.bcb.pix')}0244${'é'.repeat(22)}0118ladron@mal.example${emvField('01', 'ana@sol.ex')}`,
      ),
    ),
  ],
  'that apps which count bytes or UTF-16 units read with another payee': [
    ...(['62', '59'] as const).flatMap((id) =>
      [
        ['é', 48],
        ['中', 24],
        ['\u{20000}', 48],
        ['\u{20000}', 16],
      ].map(([letter, count]) => twoReadings(id, String(letter), Number(count))),
    ),
  ],
  'without its first or last field': ['5802BR', '0002025802BR', '58020053039860002'].map(appendEmvCrc),
  'with a wrong checksum of any letters': NAMES.map((name) =>
    withOtherChecksum(codeOf(emvField('59', name))),
  ),
  'with a checksum over Latin-1 and a letter that is not in it': ['Ő', 'José Ő'].map((name) => {
    const body = codeOf(emvField('59', name)).slice(0, -4);
    return body + crc16(latin1Of(body));
  }),
};

describe('CRC-16/CCITT-FALSE', () => {
  it('has the check value of the CRC catalog', () => {
    assert.equal(crc16(bytesOf('123456789')), '29B1');
  });

  it('is always four digits', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => /^[0-9A-F]{4}$/.test(crc16(bytes))));
  });

  it('changes with any one byte', () => {
    const change = fc.integer({ min: 1, max: 255 });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), change, (bytes, at, by) => {
        const other = Uint8Array.from(bytes);
        other[at % bytes.length]! ^= by;
        assert.notEqual(crc16(other), crc16(bytes));
      }),
    );
  });
});

/** Latin letters and printable ASCII: the texts of a code. */
const latin = fc.constantFrom(...' AZaz09-ñÃéőªº');

describe('an EMV code', () => {
  it('is read back as it was written', () => {
    const id = fc
      .integer({ min: 2, max: 99 })
      .filter((number) => number < 54 || (number > 58 && number !== 63));
    const textOf = (number: number): fc.Arbitrary<string> =>
      fc.string({ unit: number === 59 ? latin : 'grapheme-ascii', minLength: 1, maxLength: 20 });
    const field = id.chain((number) => textOf(number).map((text) => [number, text] as const));
    // An app that counts bytes could cut a text so that the rest reads as another field.
    const fieldTuples = fc
      .uniqueArray(field, { selector: ([number]) => number, maxLength: 12 })
      .map((all) => all.toSorted(([one], [other]) => Number(one === 59) - Number(other === 59)));
    fc.assert(
      fc.property(fieldTuples, (tuples) => {
        const fields = tuples.map(([number, value]) => [String(number).padStart(2, '0'), value] as const);
        const read = readEmv(codeOf(...fields.map(([key, value]) => emvField(key, value))));
        assert.deepEqual([...read!].slice(1, -1), fields);
      }),
    );
  });

  it('has the same checksum when it is written again', () => {
    for (const code of [...Object.values(PIX), AR_QR[0], AR_QR[1]])
      assert.equal(appendEmvCrc(code.slice(0, -8)), code);
  });

  for (const [name, codes] of Object.entries(REFUSED))
    it(`is refused ${name}`, () => {
      for (const code of codes) assert.equal(readEmv(code), undefined, code);
    });

  it('counts characters, and has a checksum over UTF-8 bytes or over Latin-1', () => {
    for (const name of NAMES) assert.ok(readEmv(codeOf(emvField('59', name))), name);
    const utf8 = codeOf(emvField('59', 'José'), emvField('60', 'SÃO PAULO'));
    assert.equal(readEmv(utf8)?.get('59'), 'José');
    const body = utf8.slice(0, -4);
    const latin1 = body + crc16(latin1Of(body));
    assert.notEqual(latin1, utf8);
    assert.equal(readEmv(latin1)?.get('60'), 'SÃO PAULO');
  });

  it('has new fields at each reading, so that changes to one result do not affect another', () => {
    const fields = readEmv(PIX.random) as Map<string, string>;
    fields.set('59', 'LADRON');
    assert.notEqual(readEmv(PIX.random)?.get('59'), 'LADRON');
    assert.notEqual(readEmv(AR_QR[0])?.get('59'), readEmv(PIX.random)?.get('59'));
  });

  it('cannot be written with a field longer than 99 characters', () => {
    assert.equal(emvField('59', 'x'.repeat(99)).length, 103);
    assert.throws(() => emvField('59', 'x'.repeat(100)), /RangeError: EMV field 59/);
  });

  it('has no fields if the text is empty, and is refused if a field is incomplete', () => {
    assert.equal(readTlv('')?.size, 0);
    for (const text of ['0', '00', '000', '0001', '00xx', '00-1', '0002A'])
      assert.equal(readTlv(text), undefined);
  });
});

describe('a Pix code', () => {
  it('has the value of an amount that is filled with zeros on either side or ends with the point', () => {
    for (const [raw, plain] of [
      ['0010.00', '10.00'],
      ['98.', '98'],
      ['00', '0'],
      ['000.50', '0.50'],
      ['98.73', '98.73'],
      ['98.7', '98.7'],
      ['10.000', '10.00'],
      ['10.5000', '10.50'],
      ['0010.0', '10.0'],
      ['10.005', '10.005'],
      ['10.0050', '10.005'],
      ['0.000', '0.00'],
    ] as const)
      assert.equal(readEmv(codeOf(emvField('54', raw)))?.get('54'), plain, raw);
  });

  it('may have a name with the apostrophe of a phone', () => {
    const code = codeOf(emvField('59', 'Padaria D\u2019Ouro'));
    assert.equal(readEmv(code)?.get('59'), 'Padaria D\u2019Ouro');
  });

  it('has a key that is valid', () => {
    for (const key of ['1', '12345678900', '00000000000000', 'tienda', '12ABC34501DE36', ''])
      assert.equal(readPix(pixWith(emvField('01', key))), undefined, key);
    assert.equal(readPix(pixWith(emvField('01', '12abc34501DE35')))?.key, '12abc34501DE35');
  });

  it('has a key, and possibly an amount, if it is static', () => {
    assert.deepEqual(structuredClone(readPix(PIX.random)), { key: PIX_KEY, dynamic: false });
    assert.deepEqual(structuredClone(readPix(PIX.withAmount)), {
      key: PIX_KEY,
      amount: '10.00',
      dynamic: false,
    });
  });

  it('has a URL if it is dynamic', () => {
    assert.deepEqual(structuredClone(readPix(PIX.dynamicWithAmount)), {
      url: 'bx.com.br/pix/8b3da2f3-9a41-40d1-a91a-bd93113bd441',
      amount: '123.45',
      dynamic: true,
    });
  });

  it('is recognized by its identifier in upper and lower case', () => {
    assert.equal(readPix(pixChanged('br.gov.bcb.pix', 'BR.GOV.BCB.PIX'))?.key, PIX_KEY);
  });

  const key = emvField('01', PIX_KEY);
  const url = emvField('25', 'pay.example.com/1');
  const pix = emvField('00', 'br.gov.bcb.pix');
  const beside = (...others: string[]): string => pixWith(key, ...others);
  const inside = (id: string): string => codeOf(emvField(id, pix + key), '5303986', '5802BR');
  const NOT_ONE_PAYEE: Readonly<Record<string, readonly string[]>> = {
    'without a key and a URL, or with an empty one': ['', '0100', '2500'].map((account) => pixWith(account)),
    'with both a key and a URL': [key + url, url + key, `${key}2500`, `0100${url}`].map((account) =>
      pixWith(account),
    ),
    'with a second template of Pix': ['27', '51'].map((id) => beside(emvField(id, pix + key))),
    'with the account of another network': [
      beside(emvField('02', '4000000000000002')),
      beside(emvField('27', emvField('00', 'com.example.wallet') + key)),
      beside(emvField('27', 'no fields')),
    ],
    'with a recurring mandate': [
      ...RECURRING_PIX,
      ...['80', '99'].map((id) => beside(emvField(id, pix + url))),
      beside(emvField('85', emvField('00', 'BR.GOV.BCB.PIX'))),
    ],
    'with a second template of Pix outside those of accounts': [
      ...['64', '79'].map((id) => beside(emvField(id, pix + url))),
      beside(emvField('62', emvField('50', pix))),
    ],
    'in a field that is no template of an account': ['25', '52', '80'].map(inside),
    'in the template of another network': [
      pixChanged('br.gov.bcb.pix', 'br.gov.bcb.pi\u0445'),
      pixChanged('0014br.gov.bcb.pix', '0015br.gov.bcb.pix ').replace('2658', '2659'),
    ],
  };
  for (const [name, codes] of Object.entries(NOT_ONE_PAYEE))
    it(`is refused ${name}`, () => {
      for (const code of codes) assert.equal(readPix(code), undefined, code);
    });

  it('may be in any of the templates 26 to 51, with templates of other purposes', () => {
    for (const id of ['26', '27', '51']) assert.equal(readPix(inside(id))?.key, PIX_KEY, id);
    assert.equal(readPix(beside(emvField('80', emvField('00', 'com.example') + url)))?.key, PIX_KEY);
  });

  it('is refused for another country or currency', () => {
    for (const code of [
      ...AR_QR,
      pixChanged('5802BR', '5802AR'),
      pixChanged('5303986', '5303032'),
      pixChanged('5303986', '5303840'),
    ])
      assert.equal(readPix(code), undefined, code);
  });
});

describe('the market of a code', () => {
  it('is the numeric currency and the country, for currencies with codes', () => {
    const markets = ['ARS', 'BRL', 'COP', 'MXN', undefined].map(codeMarketOf);
    assert.deepEqual(markets, ['032AR', '986BR', '170CO', undefined, undefined]);
  });
});
