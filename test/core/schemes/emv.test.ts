import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  codeMarketOf,
  crc16,
  emvField,
  readEmv,
  readPix,
  readTlv,
  appendEmvCrc,
} from '../../../src/core/schemes/emv.js';
import { AR_QR, PIX, PIX_KEY, WRONG_AR_QR, WRONG_PIX } from '../../fixtures/instruments.js';

const fieldText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const someFields = fc.uniqueArray(
  fc.tuple(
    fc.integer({ min: 2, max: 99 }).filter((id) => id !== 63),
    fieldText,
  ),
  { selector: ([id]) => id, maxLength: 12 },
);

const id2 = (id: number): string => String(id).padStart(2, '0');
const sealed = (fields: string[]): string => appendEmvCrc(['000201', ...fields].join(''));
const pixWith = (account: string, ...rest: string[]): string =>
  sealed([
    emvField('26', emvField('00', 'br.gov.bcb.pix') + account),
    '52040000',
    '5303986',
    ...rest,
    '5802BR',
    '5901X',
    '6001Y',
  ]);

describe('CRC-16/CCITT-FALSE', () => {
  it('has the catalogue’s check value', () => {
    assert.equal(crc16(new TextEncoder().encode('123456789')), '29B1');
  });

  it('fills up to four digits', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => /^[0-9A-F]{4}$/.test(crc16(bytes))));
  });

  it('catches any one changed byte', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, at, by) => {
          const other = Uint8Array.from(bytes);
          other[at % bytes.length]! ^= by;
          assert.notEqual(crc16(other), crc16(bytes));
        },
      ),
    );
  });
});

describe('a merchant-presented code', () => {
  it('is read back as it was sealed', () => {
    fc.assert(
      fc.property(someFields, (fields) => {
        const code = sealed(fields.map(([id, value]) => emvField(id2(id), value)));
        const read = readEmv(code);
        assert.ok(read);
        assert.deepEqual(
          [...read].slice(1, -1),
          fields.map(([id, value]) => [id2(id), value]),
        );
      }),
    );
  });

  it('is sealed again to the same text', () => {
    for (const code of [...Object.values(PIX), AR_QR[0], AR_QR[1]])
      assert.equal(appendEmvCrc(code.slice(0, -8)), code);
  });

  it('takes a checksum in lower case', () => {
    assert.ok(readEmv(AR_QR[2]));
  });

  it('fails with broken fields, a wrong checksum, or cut short at any place', () => {
    for (const code of [...Object.values(WRONG_PIX), ...WRONG_AR_QR])
      assert.equal(readEmv(code), undefined, code);
    for (let end = 0; end < PIX.random.length; end++)
      assert.equal(readEmv(PIX.random.slice(0, end)), undefined);
  });

  it('fails with any one sign changed', () => {
    for (let at = 0; at < PIX.random.length; at++) {
      const changed = `${PIX.random.slice(0, at)}~${PIX.random.slice(at + 1)}`;
      assert.equal(readEmv(changed), undefined, changed);
    }
  });

  it('fails with text after the checksum, a repeated field, or fields after it', () => {
    assert.equal(readEmv(`${PIX.random}0`), undefined);
    assert.equal(readEmv(sealed(['5802BR', '5802AR'])), undefined);
    assert.equal(readEmv(appendEmvCrc(`${PIX.random}5802BR`)), undefined);
  });

  it('fails where its last eight signs only look like the checksum’s field', () => {
    assert.equal(readEmv(appendEmvCrc('0002016210xx')), undefined);
  });

  it('counts characters and sums UTF-8 bytes, or Latin-1 where producers do', () => {
    const utf8 = sealed([emvField('59', 'José'), emvField('60', 'SÃO PAULO')]);
    assert.equal(readEmv(utf8)?.get('59'), 'José');
    const open = utf8.slice(0, -4);
    const latin1 = open + crc16([...open].map((sign) => sign.codePointAt(0)!));
    assert.notEqual(latin1, utf8);
    assert.equal(readEmv(latin1)?.get('60'), 'SÃO PAULO');
  });

  it('fails without its beginning or its end, though the checksum be right', () => {
    for (const body of ['5802BR', '0002025802BR', '58020053039860002'])
      assert.equal(readEmv(appendEmvCrc(body)), undefined, body);
    // The checksum’s field, one sign too long, behind a text that looks like it.
    const open = `000201${emvField('59', '6304AAAA')}6305A`;
    assert.equal(readEmv(open + crc16(new TextEncoder().encode(open))), undefined);
  });

  it('fails with a wrong checksum, letters beyond ASCII or not', () => {
    for (const name of ['Jose', 'José', 'José Ω']) {
      const code = sealed([emvField('59', name)]);
      const other = code.at(-1) === '0' ? '1' : '0';
      assert.ok(readEmv(code), name);
      assert.equal(readEmv(code.slice(0, -1) + other), undefined, name);
    }
  });

  it('sums nothing but UTF-8 where a letter is beyond Latin-1', () => {
    for (const name of ['Ω', 'José Ω']) {
      const open = sealed([emvField('59', name)]).slice(0, -4);
      assert.equal(readEmv(open + crc16([...open].map((sign) => sign.codePointAt(0)!))), undefined, name);
    }
  });

  it('refuses to write a field longer than its two digits of length can say', () => {
    assert.equal(emvField('59', 'x'.repeat(99)).length, 103);
    assert.throws(() => emvField('59', 'x'.repeat(100)), /RangeError: EMV field 59/);
  });

  it('reads no fields from empty text, and none from half a head', () => {
    assert.equal(readTlv('')?.size, 0);
    for (const text of ['0', '00', '000', '0001', '00xx', '00-1', '0002A'])
      assert.equal(readTlv(text), undefined);
  });
});

describe('a Pix code', () => {
  it('gives key and amount where it is static', () => {
    assert.deepEqual(readPix(PIX.random), { key: PIX_KEY, dynamic: false });
    assert.deepEqual(readPix(PIX.withAmount), { key: PIX_KEY, amount: '10.00', dynamic: false });
  });

  it('gives the address where it is dynamic', () => {
    assert.deepEqual(readPix(PIX.dynamicWithAmount), {
      url: 'bx.com.br/pix/8b3da2f3-9a41-40d1-a91a-bd93113bd441',
      amount: '123.45',
      dynamic: true,
    });
    assert.equal(readPix(PIX.dynamicRecurring)?.dynamic, true);
    assert.equal(
      readPix(PIX.recurringOnly)?.url,
      'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002',
    );
  });

  it('is known by its scheme in either case', () => {
    const upper = appendEmvCrc(PIX.random.slice(0, -8).replace('br.gov.bcb.pix', 'BR.GOV.BCB.PIX'));
    assert.equal(readPix(upper)?.key, PIX_KEY);
  });

  it('is static as soon as it names a key, so that an address beside it cannot hide its amount', () => {
    const both = pixWith(emvField('01', PIX_KEY) + emvField('25', 'pay.example.com/1'), '540510.00');
    assert.equal(readPix(both)?.dynamic, false);
  });

  it('fails without key and address, with an empty key, or with the address in another scheme’s template', () => {
    assert.equal(readPix(pixWith('')), undefined);
    assert.equal(readPix(pixWith('0100')), undefined);
    const foreign = emvField('80', emvField('00', 'com.example') + emvField('25', 'pay.example.com/1'));
    assert.equal(readPix(appendEmvCrc(pixWith('').slice(0, -8) + foreign)), undefined);
  });

  it('is found in any template from 26 to 51, whatever stands in those before it, and in no other', () => {
    const account = emvField('00', 'br.gov.bcb.pix') + emvField('01', PIX_KEY);
    const inTemplate = (id: string, ...before: string[]): string =>
      sealed([...before, emvField(id, account), '5303986', '5802BR']);
    for (const id of ['26', '27', '51']) assert.equal(readPix(inTemplate(id))?.key, PIX_KEY, id);
    assert.equal(
      readPix(inTemplate('28', emvField('26', 'no fields'), emvField('27', '0003abc')))?.key,
      PIX_KEY,
    );
    for (const id of ['25', '52', '80']) assert.equal(readPix(inTemplate(id)), undefined, id);
  });

  it('is of Brazil, in its currency', () => {
    for (const [here, elsewhere] of [
      ['5802BR', '5802AR'],
      ['5303986', '5303032'],
    ] as const)
      assert.equal(
        readPix(appendEmvCrc(PIX.random.slice(0, -8).replace(here, elsewhere))),
        undefined,
        elsewhere,
      );
  });

  it('is no other code: not Argentina’s, not one in another currency', () => {
    for (const code of AR_QR) assert.equal(readPix(code), undefined);
    assert.equal(readPix(appendEmvCrc(PIX.random.slice(0, -8).replace('5303986', '5303840'))), undefined);
  });
});

describe('the home of a code', () => {
  it('is the currency’s number and its country, where such codes are in use', () => {
    const homes = ['ARS', 'BRL', 'COP', 'MXN', undefined].map(codeMarketOf);
    assert.deepEqual(homes, ['032AR', '986BR', '170CO', undefined, undefined]);
  });
});
