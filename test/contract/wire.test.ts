import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import {
  countValue,
  decimalValue,
  idValue,
  nameValue,
  optionalValue,
  statusValue,
  textValue,
  timeValue,
  wordValue,
} from 'deposit-slip/contract';
import { exact, faultOf } from './judge.js';

describe('an id of an answer', () => {
  it('is a string of digits, whether it came as a number or a string', () => {
    for (const text of ['7', '"7"', '9007199254740993', '"9223372036854775807"', '12345678901234567890'])
      assert.equal(idValue.parse(exact(text)), text.replaceAll('"', ''));
    assert.equal(idValue.parse(9007199254740991), '9007199254740991');
    assert.equal(idValue.parse(2n ** 63n), '9223372036854775808');
    assert.equal(idValue.parse('007'), '007');
  });

  it('is not taken from a number JavaScript may have changed', () => {
    assert.equal(faultOf(idValue, 2 ** 53), ': a number');
    assert.equal(faultOf(idValue, JSON.parse('9007199254740993')), ': a number');
  });

  it('is nothing else', () => {
    for (const value of [
      '',
      ' 7',
      '7a',
      '-7',
      '7.0',
      '٧',
      null,
      undefined,
      true,
      {},
      [7],
      NaN,
      '1'.repeat(41),
    ])
      assert.notEqual(faultOf(idValue, value), '', JSON.stringify(value));
  });
});

describe('a decimal of an answer', () => {
  it('keeps the digits that came, as a number or a string', () => {
    for (const text of [
      '22.00',
      '22',
      '0.10',
      '-22.50',
      '0',
      '0.00',
      '9007199254740993.01',
      '1.005',
      '0.000000000000000001',
    ])
      for (const written of [text, `"${text}"`]) assert.equal(decimalValue.parse(exact(written)), text);
    assert.equal(decimalValue.parse(22.5), '22.5');
  });

  it('is written out where it came with an exponent, and loses leading zeros alone', () => {
    const spellings = [
      ['1E+2', '100'],
      ['1.50e1', '15.0'],
      ['1.5e-3', '0.0015'],
      ['-25e-1', '-2.5'],
      ['5e-2', '0.05'],
      ['"007.50"', '7.50'],
      ['"-00.5"', '-0.5'],
    ] as const;
    for (const [written, plain] of spellings) assert.equal(decimalValue.parse(exact(written)), plain);
    assert.equal(decimalValue.parse(1e-7), '0.0000001');
  });

  it('is nothing else', () => {
    for (const value of [
      '',
      '1,00',
      '+1',
      '.5',
      '5.',
      '1e',
      '1e999',
      'NaN',
      ' 1',
      '0x1',
      null,
      true,
      {},
      2 ** 60,
      Infinity,
    ])
      assert.notEqual(faultOf(decimalValue, value), '', JSON.stringify(value));
  });

  it('has an end', () => {
    for (const long of ['1'.repeat(200_000), `0.${'0'.repeat(200_000)}`, `1e${'9'.repeat(200_000)}`])
      assert.equal(faultOf(decimalValue, long), ': a decimal');
  });
});

describe('a time of an answer', () => {
  it('is milliseconds, from a string or a number of 13 digits', () => {
    assert.equal(timeValue.parse('1700000000500'), 1_700_000_000_500);
    assert.equal(timeValue.parse(exact('1700000000500')), 1_700_000_000_500);
  });

  it('is not guessed from seconds, or anything else', () => {
    for (const value of [
      1_700_000_000,
      '1700000000',
      '',
      '17000000005000',
      '2023-11-14T22:13:20Z',
      null,
      '0',
      1.5,
    ])
      assert.equal(
        faultOf(timeValue, value).replace(/number$/, 'time in milliseconds'),
        ': a time in milliseconds',
      );
  });
});

describe('a count and a status', () => {
  it('are numbers, however they came', () => {
    assert.equal(countValue.parse('50'), 50);
    assert.equal(countValue.parse(exact('50')), 50);
    assert.equal(statusValue.parse('4'), 4);
    assert.equal(statusValue.parse(exact('73')), 73);
  });

  it('differ in what they take: a status nobody knows survives, a count has no sign', () => {
    assert.equal(statusValue.parse(-1), -1);
    assert.equal(faultOf(countValue, -1), ': a count');
    for (const schema of [countValue, statusValue])
      for (const value of ['', '1.5', 'ok', null, {}]) assert.notEqual(faultOf(schema, value), '');
  });
});

describe('a word of an answer', () => {
  it('survives, known or not', () => {
    const word = wordValue(['DEPOSIT', 'WITHDRAW']);
    for (const value of ['DEPOSIT', 'ESCROW_HOLD', '__proto__']) assert.equal(word.parse(value), value);
    for (const value of ['', 1, null, undefined]) assert.notEqual(faultOf(word, value), '');
  });
});

describe('a text of an answer', () => {
  it('is empty where none came, if it only describes', () => {
    const record = z.object({ country: textValue });
    for (const given of [{}, { country: null }, { country: '' }])
      assert.deepEqual(record.parse(given), { country: '' });
    assert.equal(faultOf(record, { country: 7 }), 'country: a text');
  });

  it('is required where the answer means nothing without', () => {
    for (const value of ['', null, undefined, 7]) assert.equal(faultOf(nameValue, value), ': a text');
  });
});

describe('what some records do not have', () => {
  it('may be missing, null or an empty string', () => {
    const record = z.object({ time: optionalValue(timeValue) });
    for (const given of [{}, { time: null }, { time: '' }]) assert.equal(record.parse(given).time, undefined);
    assert.equal(record.parse({ time: '1700000000500' }).time, 1_700_000_000_500);
    assert.equal(faultOf(record, { time: 'soon' }), 'time: a time in milliseconds');
  });
});
