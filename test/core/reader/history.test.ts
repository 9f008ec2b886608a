import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHistory } from '../../../src/core/reader/history.js';

const ENTRY = { id: 'a1', fiat: 'BRL', status: 'arrived' };

describe('reading a history', () => {
  it('reads every member of an entry', () => {
    const entry = {
      ...ENTRY,
      txId: '100070',
      paymentId: 90,
      amount: '187.40',
      createTime: 1_790_000_000_000,
    };
    const page = { deposits: [entry], next: '1790000000000.2' };
    assert.deepEqual(readHistory(page), { ...page, unreadable: 0 });
  });

  it('counts an entry without an id, a currency or a known status, and keeps the others', () => {
    const { id, fiat, status } = ENTRY;
    const bad = [
      { fiat, status },
      { id, status },
      { id, fiat },
      { id, fiat, status: 'lost' },
      null,
      'text',
      [],
    ];
    assert.deepEqual(readHistory({ deposits: [...bad, ENTRY] }), {
      deposits: [ENTRY],
      unreadable: bad.length,
    });
  });

  it('omits any other member that cannot be read', () => {
    const members = { txId: 'a b', paymentId: '90', amount: '1e3', createTime: 1_790_000_000, note: 'x' };
    assert.deepEqual(readHistory({ deposits: [{ ...ENTRY, ...members }] })?.deposits, [ENTRY]);
  });

  it('reads numbers as the API sends them', () => {
    const [deposit] = readHistory({
      deposits: [{ ...ENTRY, id: 7, txId: 100_070, amount: 187.4 }],
    })!.deposits;
    assert.deepEqual(deposit, { ...ENTRY, id: '7', txId: '100070', amount: '187.4' });
  });

  it('omits a cursor that does not fit into a URL', () => {
    for (const next of ['', 'a b', 'a&b', 'x'.repeat(513), null, {}])
      assert.equal(readHistory({ deposits: [], next })?.next, undefined);
  });

  it('ignores inherited members', () => {
    const inherited: unknown = Object.create({ deposits: [ENTRY] });
    assert.equal(readHistory(inherited as Record<string, unknown>), undefined);
  });

  it('takes neither a list of methods nor an arrival for a history', () => {
    for (const data of [{ methods: [] }, { status: 'arrived', deposits: [ENTRY] }, {}, { deposits: null }])
      assert.equal(readHistory(data), undefined);
  });
});
