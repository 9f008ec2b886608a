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
import { parseExact, issueOf } from './schema-issues.js';

describe('an id in a response', () => {
  it('is a string of digits, whether it is sent as a number or a string', () => {
    for (const text of ['7', '"7"', '9007199254740993', '"9223372036854775807"', '12345678901234567890'])
      assert.equal(idValue.parse(parseExact(text)), text.replaceAll('"', ''));
    assert.equal(idValue.parse(9007199254740991), '9007199254740991');
    assert.equal(idValue.parse(2n ** 63n), '9223372036854775808');
    assert.equal(idValue.parse('007'), '007');
  });

  it('is rejected as a number that JavaScript may have changed', () => {
    assert.equal(issueOf(idValue, 2 ** 53), ': a number');
    assert.equal(issueOf(idValue, JSON.parse('9007199254740993')), ': a number');
  });

  it('has no other form', () => {
    const strings = ['', ' 7', '7a', '-7', '7.0', '٧', '1'.repeat(41)];
    for (const value of [...strings, null, undefined, true, {}, [7], NaN])
      assert.notEqual(issueOf(idValue, value), '', JSON.stringify(value));
  });
});

describe('a decimal in a response', () => {
  it('keeps its digits, whether it is sent as a number or a string', () => {
    const plain = ['22.00', '22', '0.10', '-22.50', '0', '0.00', '1.005'];
    for (const text of [...plain, '9007199254740993.01', '0.000000000000000001'])
      for (const written of [text, `"${text}"`]) assert.equal(decimalValue.parse(parseExact(written)), text);
    assert.equal(decimalValue.parse(22.5), '22.5');
  });

  it('is written without exponent and leading zeros', () => {
    for (const [written, plain] of [
      ['1E+2', '100'],
      ['1.50e1', '15.0'],
      ['1.5e-3', '0.0015'],
      ['-25e-1', '-2.5'],
      ['5e-2', '0.05'],
      ['"007.50"', '7.50'],
      ['"-00.5"', '-0.5'],
    ] as const)
      assert.equal(decimalValue.parse(parseExact(written)), plain);
    assert.equal(decimalValue.parse(1e-7), '0.0000001');
  });

  it('has no other form', () => {
    const strings = ['', '1,00', '+1', '.5', '5.', '1e', '1e999', 'NaN', ' 1', '0x1'];
    for (const value of [...strings, null, true, {}, 2 ** 60, Infinity])
      assert.notEqual(issueOf(decimalValue, value), '', JSON.stringify(value));
  });

  it('has a maximum length', () => {
    for (const long of ['1'.repeat(200_000), `0.${'0'.repeat(200_000)}`, `1e${'9'.repeat(200_000)}`])
      assert.equal(issueOf(decimalValue, long), ': a decimal');
  });
});

describe('a time in a response', () => {
  it('is milliseconds, from a string or a number of 13 digits', () => {
    assert.equal(timeValue.parse('1700000000500'), 1_700_000_000_500);
    assert.equal(timeValue.parse(parseExact('1700000000500')), 1_700_000_000_500);
  });

  it('is not converted from seconds or any other form', () => {
    const strings = ['1700000000', '', '17000000005000', '2023-11-14T22:13:20Z', '0'];
    for (const value of [...strings, 1_700_000_000, null, 1.5])
      assert.match(issueOf(timeValue, value), /^: a (Unix timestamp in milliseconds|number)$/);
  });
});

describe('a count and a status', () => {
  it('are numbers, whether they are sent as numbers or strings', () => {
    assert.equal(countValue.parse('50'), 50);
    assert.equal(countValue.parse(parseExact('50')), 50);
    assert.equal(statusValue.parse('4'), 4);
    assert.equal(statusValue.parse(parseExact('73')), 73);
  });

  it('differ in range: an unlisted status is kept, a count is never negative', () => {
    assert.equal(statusValue.parse(-1), -1);
    assert.equal(issueOf(countValue, -1), ': a count');
    for (const schema of [countValue, statusValue])
      for (const value of ['', '1.5', 'ok', null, {}]) assert.notEqual(issueOf(schema, value), '');
  });
});

describe('text in a response', () => {
  it('is kept in an enum, listed or not', () => {
    const word = wordValue(['DEPOSIT', 'WITHDRAW']);
    for (const value of ['DEPOSIT', 'ESCROW_HOLD', '__proto__']) assert.equal(word.parse(value), value);
    for (const value of ['', 1, null, undefined]) assert.notEqual(issueOf(word, value), '');
  });

  it('is empty if it is missing and only descriptive', () => {
    const record = z.object({ country: textValue });
    for (const input of [{}, { country: null }, { country: '' }])
      assert.deepEqual(record.parse(input), { country: '' });
    assert.equal(issueOf(record, { country: 7 }), 'country: a string');
  });

  it('is required if the record is meaningless without it', () => {
    for (const value of ['', null, undefined, 7])
      assert.equal(issueOf(nameValue, value), ': a non-empty string');
  });
});

describe('an optional member', () => {
  it('may be missing, null or an empty string', () => {
    const record = z.object({ time: optionalValue(timeValue) });
    for (const input of [{}, { time: null }, { time: '' }]) assert.equal(record.parse(input).time, undefined);
    assert.equal(record.parse({ time: '1700000000500' }).time, 1_700_000_000_500);
    assert.equal(issueOf(record, { time: 'soon' }), 'time: a Unix timestamp in milliseconds');
  });
});
