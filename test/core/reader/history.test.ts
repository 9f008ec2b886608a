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
      status: 'part',
      asked: '200.00',
      received: '150.00',
      returned: '37.40',
      returnTime: 1_790_000_100_000,
      reference: 'Pedido n.º 7',
      payable: true,
    };
    const page = { deposits: [entry], next: '1790000000000.2' };
    assert.deepEqual(structuredClone(readHistory(page)), { ...page, unreadable: 0 });
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
    assert.deepEqual(structuredClone(readHistory({ deposits: [...bad, ENTRY] })), {
      deposits: [ENTRY],
      unreadable: bad.length,
    });
  });

  it('omits any other member that cannot be read', () => {
    const members = { txId: 'a b', paymentId: '90', amount: '1e3', createTime: 1_790_000_000, note: 'x' };
    const more = { returnTime: 'soon', reference: 'A\u202e7', payable: 1, asked: null, received: undefined };
    assert.deepEqual(
      structuredClone(readHistory({ deposits: [{ ...ENTRY, ...members, ...more }] })?.deposits),
      [ENTRY],
    );
  });

  it('reads numbers as the API sends them', () => {
    const [deposit] = readHistory({
      deposits: [{ ...ENTRY, id: 7, txId: 100_070, amount: 187.4 }],
    })!.deposits;
    assert.deepEqual(structuredClone(deposit), { ...ENTRY, id: '7', txId: '100070', amount: '187.4' });
  });

  it('omits a cursor that does not fit into a URL', () => {
    for (const next of ['', 'a b', 'a&b', 'x'.repeat(513), null, {}])
      assert.equal(readHistory({ deposits: [], next })?.next, undefined);
  });

  it('ignores inherited members', () => {
    const inherited: unknown = Object.create({ deposits: [ENTRY] });
    assert.equal(readHistory(inherited as Record<string, unknown>), undefined);
  });

  it('does not read a list of methods or an arrival as a history', () => {
    for (const data of [{ methods: [] }, { status: 'arrived', deposits: [ENTRY] }, {}, { deposits: null }])
      assert.equal(readHistory(data), undefined);
  });
});

describe('a row of a history', () => {
  const AT = 1_790_000_000_000;
  const row = (status: string, members: object = {}) => ({ ...ENTRY, amount: '10.00', status, ...members });
  const sums = (asked: unknown, received: unknown) => ({ asked, received });
  const isRead = (entry: object): boolean => readHistory({ deposits: [entry] })!.deposits.length === 1;

  it('is read if its sums match its status', () => {
    for (const entry of [
      row('waiting'),
      row('waiting', { amount: undefined }),
      row('waiting', sums('10.00', '0.00')),
      row('waiting', sums('12.50', '2.5')),
      row('part', sums('10.01', '10.00')),
      row('part', sums('30', 10)),
      row('part', { ...sums('20.00', '6.00'), returned: '4.00' }),
      row('part', { ...sums('20.00', '10.00'), payable: true }),
      row('arrived'),
      row('arrived', sums('10.00', '10.00')),
      row('arrived', sums('25', '25.00')),
      row('arrived', { returned: '9.99', returnTime: AT, createTime: AT }),
      row('over', sums('9.99', '10.00')),
      row('returned'),
      row('returned', { returnTime: AT }),
      row('returned', { returned: '10', returnTime: AT, ...sums('10.00', '0.00') }),
      row('returned', { returned: '10.00', ...sums('10.00', '10.00') }),
    ])
      assert.equal(isRead(entry), true, JSON.stringify(entry));
  });

  it('is unreadable if it contradicts itself', () => {
    for (const entry of [
      row('waiting', sums('10.00', '10.00')),
      // Reports more than is missing.
      row('waiting', sums('10.00', '4.00')),
      row('waiting', { ...sums('10.00', '0.00'), amount: undefined }),
      row('waiting', { returned: '1.00' }),
      row('waiting', { returnTime: AT }),
      row('waiting', { payable: true }),
      row('part'),
      row('part', sums('10.00', '10.00')),
      row('part', sums('10.00', '11.00')),
      row('part', { ...sums('10.00', '0.00'), amount: undefined }),
      // This deposit alone brought more.
      row('part', sums('20.00', '9.99')),
      row('part', { ...sums('20.00', '5.99'), returned: '4.00' }),
      row('arrived', sums('10.01', '10.00')),
      row('arrived', sums('9.99', '10.00')),
      row('arrived', sums('0', '0')),
      row('arrived', { payable: true }),
      row('arrived', { returned: '10.00' }),
      row('arrived', { returned: '10.01' }),
      row('arrived', { returned: '0.00' }),
      row('arrived', { returned: '1.00', amount: undefined }),
      row('arrived', { returned: '1.00', returnTime: AT - 1, createTime: AT }),
      row('arrived', { returnTime: AT }),
      row('over'),
      row('over', sums('10.00', '10.00')),
      row('returned', { returned: '9.99' }),
      row('returned', { payable: true }),
    ])
      assert.equal(isRead(entry), false, JSON.stringify(entry));
  });

  it('is unreadable if one of its sums is missing or cannot be read', () => {
    for (const entry of [
      row('arrived', { asked: '10.00' }),
      row('arrived', { received: '10.00' }),
      row('arrived', sums('ten', '10.00')),
      row('arrived', sums('10.00', '-10.00')),
      row('arrived', sums('10.00', 0.001)),
      row('arrived', { returned: '1e0' }),
      row('arrived', { returned: {} }),
    ])
      assert.equal(isRead(entry), false, JSON.stringify(entry));
  });
});
