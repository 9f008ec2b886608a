import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { integer, list, number, object, text } from '../../src/server/kit/shape.js';

describe('the shape of what the kit has stored', () => {
  const read = object({ name: text, count: number }, { ids: list(integer(1)) });

  it('is read without members that it does not name', () => {
    const value = { name: 'a', count: 1.5, ids: [1, 2] };
    assert.deepEqual(read({ ...value, other: true }), value);
    assert.deepEqual(read({ name: '', count: 0, ids: undefined }), { name: '', count: 0 });
  });

  it('is undefined if a member is missing or has another shape', () => {
    for (const value of [
      ...[undefined, null, 'x', [], {}, { name: 'a' }, { name: 'a', count: '1' }, { name: 'a', count: NaN }],
      ...[
        { name: 'a', count: 1, ids: null },
        { name: 'a', count: 1, ids: [1, '2'] },
      ],
      ...[
        { name: 'a', count: 1, ids: [0] },
        { name: 'a', count: 1, ids: [1.5] },
      ],
      Object.create({ name: 'a', count: 1 }) as object,
    ])
      assert.equal(read(value), undefined, JSON.stringify(value));
  });
});
