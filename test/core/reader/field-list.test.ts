import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFieldList } from '../../../src/core/reader/field-list.js';

const read = (fieldList: unknown): [key: string, raw: string][] =>
  readFieldList(fieldList).entries.map(({ key, raw }) => [key, raw]);
const nestedArrays = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 'x');

describe('a fieldList', () => {
  it('reads strings, and each string of an array by itself', () => {
    assert.deepEqual(read({ a: 'x', b: ['y', 'z'] }), [
      ['a', 'x'],
      ['b', 'y'],
      ['b', 'z'],
    ]);
  });

  it('reads numbers and booleans as text, flagged lossy', () => {
    assert.deepEqual(readFieldList({ a: 5, b: true, c: '5' }).entries, [
      { key: 'a', raw: '5', lossy: true },
      { key: 'b', raw: 'true', lossy: true },
      { key: 'c', raw: '5', lossy: false },
    ]);
  });

  it('takes null, empty text and empty arrays for absent', () => {
    assert.deepEqual(read({ a: null, b: '', c: [], d: [null, ''], e: {} }), []);
  });

  it('flattens one level of nesting, and shows no JSON', () => {
    assert.deepEqual(read({ bank: { name: 'x', codes: ['1', '2'] } }), [
      ['bank · name', 'x'],
      ['bank · codes', '1'],
      ['bank · codes', '2'],
    ]);
    const deeper = readFieldList({ bank: { branch: { name: 'x' } }, list: [{ a: 'x' }] });
    assert.deepEqual(deeper.entries, []);
    assert.deepEqual(deeper.dropped, ['bank · branch', 'list']);
  });

  it('reads a list of name or title and value', () => {
    assert.deepEqual(
      read([
        { name: 'a', value: 'x' },
        { title: 'b', value: ['y'] },
        { value: 'no name' },
        { name: 5, value: 'x' },
        'text',
        null,
      ]),
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
    );
  });

  it('is empty where it is missing or something else', () => {
    for (const fieldList of [undefined, null, 'text', 5, true, []]) assert.deepEqual(read(fieldList), []);
  });

  it('survives any depth: what is nested too deep is named and dropped', () => {
    const deep = readFieldList({ a: nestedArrays(100_000), b: 'x' });
    assert.deepEqual(deep.dropped, ['a']);
    assert.deepEqual(
      deep.entries.map(({ key }) => key),
      ['b'],
    );
    assert.equal(readFieldList(nestedArrays(100_000)).exceeded, false);
  });

  it('is exceeded past 64 fields, however they come', () => {
    const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `v${at}`);
    const keyed = (count: number) => Object.fromEntries(many(count).map((key) => [key, 'x']));
    assert.equal(readFieldList(keyed(64)).exceeded, false);
    assert.equal(readFieldList(keyed(65)).exceeded, true);
    assert.equal(readFieldList(keyed(10_000)).exceeded, true);
    assert.equal(readFieldList({ a: many(65) }).exceeded, true);
    assert.equal(readFieldList({ a: keyed(65) }).exceeded, true);
    assert.equal(readFieldList(many(65).map((name) => ({ name, value: 'x' }))).exceeded, true);
    assert.equal(readFieldList({ a: many(65).map(() => ({})) }).exceeded, true, 'dropped ones count');
  });

  it('is exceeded by a value or key past 4 KiB, an image past 200 KiB', () => {
    assert.equal(readFieldList({ a: 'x'.repeat(4096) }).exceeded, false);
    assert.equal(readFieldList({ a: 'x'.repeat(4097) }).exceeded, true);
    assert.equal(readFieldList({ ['k'.repeat(4097)]: 'x' }).exceeded, true);
    const image = 'data:image/png;base64,';
    assert.equal(readFieldList({ a: image.padEnd(200 * 1024, 'A') }).exceeded, false);
    assert.equal(readFieldList({ a: image.padEnd(200 * 1024 + 1, 'A') }).exceeded, true);
  });

  it('reads __proto__, constructor and then as ordinary keys', () => {
    const hostile: unknown = JSON.parse('{"__proto__":"a","constructor":"b","then":"c","toString":"d"}');
    assert.deepEqual(read(hostile), [
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['then', 'c'],
      ['toString', 'd'],
    ]);
    const nested: unknown = JSON.parse('{"a":{"__proto__":{"polluted":"x"}}}');
    read(nested);
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });
});
