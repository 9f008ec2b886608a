import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFieldList } from '../../../src/core/reader/field-list.js';

const read = (fieldList: unknown): [key: string, raw: string][] =>
  readFieldList(fieldList).entries.map(({ key, raw }) => [key, raw]);
const isExceeded = (fieldList: unknown): boolean => readFieldList(fieldList).exceeded;
const nestedArrays = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => [inner], 'x');

describe('a fieldList', () => {
  // docs/reading-policy.md R3
  it('has strings, and each string of an array as a value of its own', () => {
    const entries = [
      ['a', 'x'],
      ['b', 'y'],
      ['b', 'z'],
    ];
    assert.deepEqual(read({ a: 'x', b: ['y', 'z'] }), entries);
  });

  it('has numbers and booleans as text, marked as lossy', () => {
    assert.deepEqual(readFieldList({ a: 5, b: true, c: '5' }).entries, [
      { key: 'a', raw: '5', lossy: true },
      { key: 'b', raw: 'true', lossy: true },
      { key: 'c', raw: '5', lossy: false },
    ]);
  });

  it('has no null, no empty text and no empty array', () => {
    assert.deepEqual(read({ a: null, b: '', c: [], d: [null, ''], e: {} }), []);
  });

  it('has nested values with a combined key, one level deep', () => {
    assert.deepEqual(read({ bank: { name: 'x', codes: ['1', '2'] } }), [
      ['bank · name', 'x'],
      ['bank · codes', '1'],
      ['bank · codes', '2'],
    ]);
    const { entries, dropped } = readFieldList({ bank: { branch: { name: 'x' } }, list: [{ a: 'x' }] });
    assert.deepEqual([entries, dropped], [[], ['bank · branch', 'list']]);
  });

  // docs/reading-policy.md R4
  it('may be an array of name or title and value', () => {
    const ignored = [{ value: 'no name' }, { name: 5, value: 'x' }, 'text', null];
    assert.deepEqual(read([{ name: 'a', value: 'x' }, { title: 'b', value: ['y'] }, ...ignored]), [
      ['a', 'x'],
      ['b', 'y'],
    ]);
  });

  it('is empty if it is missing or has another type', () => {
    for (const fieldList of [undefined, null, 'text', 5, true, []]) assert.deepEqual(read(fieldList), []);
  });

  it('may be nested to any depth: values that are too deep are dropped', () => {
    const { entries, dropped } = readFieldList({ a: nestedArrays(100_000), b: 'x' });
    assert.deepEqual([entries.map(({ key }) => key), dropped], [['b'], ['a']]);
    assert.equal(isExceeded(nestedArrays(100_000)), false);
  });

  // docs/reading-policy.md R27
  it('has at most 64 fields in any shape', () => {
    const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `v${at}`);
    const keyed = (count: number) => Object.fromEntries(many(count).map((key) => [key, 'x']));
    assert.equal(isExceeded(keyed(64)), false);
    const pairs = many(65).map((name) => ({ name, value: 'x' }));
    const dropped = { a: many(65).map(() => ({})) };
    for (const fieldList of [keyed(65), keyed(10_000), { a: many(65) }, { a: keyed(65) }, pairs, dropped])
      assert.equal(isExceeded(fieldList), true);
  });

  it('has keys and values of at most 4 KiB, and images of at most 200 KiB', () => {
    assert.equal(isExceeded({ a: 'x'.repeat(4096) }), false);
    assert.equal(isExceeded({ a: 'x'.repeat(4097) }), true);
    assert.equal(isExceeded({ ['k'.repeat(4097)]: 'x' }), true);
    const image = 'data:image/png;base64,';
    assert.equal(isExceeded({ a: image.padEnd(200 * 1024, 'A') }), false);
    assert.equal(isExceeded({ a: image.padEnd(200 * 1024 + 1, 'A') }), true);
  });
});
