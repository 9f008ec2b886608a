import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { virtualAccountsPage, virtualAccountsQuery } from 'deposit-slip/contract';
import { specSample } from '../fixtures/spec.js';
import { faultOf, namedBy, withoutEach } from './judge.js';

const QUERY = { merchantId: '1001', paymentId: '105', fiat: 'MXN' };
const RECORD = {
  fiat: 'MXN',
  depositAlias: 'alias-1',
  paymentMethodName: 'SPEI',
  status: 2,
  fieldList: { 'Cuenta CLABE': ['706180304649761358'] },
};

function read(name: string) {
  return virtualAccountsPage.parse((specSample(`virtual-accounts/${name}`) as { data: unknown }).data);
}

describe('the query of virtual accounts', () => {
  it('takes what the specification lists', () => {
    assert.deepEqual(
      virtualAccountsQuery.parse({ ...QUERY, depositAlias: 'peña 1', currentPage: '2', pageSize: '50' }),
      {
        merchantId: 1001n,
        paymentId: 105,
        fiat: 'MXN',
        depositAlias: 'peña 1',
        currentPage: 2,
        pageSize: 50,
      },
    );
    assert.equal(virtualAccountsQuery.parse(QUERY).pageSize, 10);
  });

  it('is limited to four currencies', () => {
    for (const fiat of ['MXN', 'ARS', 'COP', 'BRL'])
      assert.equal(faultOf(virtualAccountsQuery, { ...QUERY, fiat }), '');
    for (const fiat of ['PEN', 'USD', 'EUR', 'mxn', ''])
      assert.equal(faultOf(virtualAccountsQuery, { ...QUERY, fiat }), 'fiat: one of MXN, ARS, COP, BRL');
  });

  it('names the parameter that is missing, malformed or unknown', () => {
    for (const [name, rest] of withoutEach(QUERY)) assert.equal(namedBy(virtualAccountsQuery, rest), name);
    for (const [name, value] of [
      ['merchantId', '1e3'],
      ['paymentId', '105x'],
      ['depositAlias', ''],
      ['currentPage', '0'],
      ['pageSize', '51'],
      ['pageSize', '0'],
    ] as const)
      assert.equal(namedBy(virtualAccountsQuery, { ...QUERY, [name]: value }), name);
    assert.equal(faultOf(virtualAccountsQuery, { ...QUERY, amount: '1.00' }), 'amount: unknown');
  });
});

describe('a page of virtual accounts', () => {
  it('has a list of records, whatever shape it came in', () => {
    const page = { currentPage: 1, size: 10, total: 1, record: [RECORD] };
    assert.deepEqual(read('record-array'), page);
    assert.deepEqual(read('data-array'), page);
    // The sample's total says 50 beside one record: it is kept.
    assert.deepEqual(read('record-object'), { ...page, total: 50 });
    assert.deepEqual(read('empty'), { ...page, total: 0, record: [] });
    assert.deepEqual(virtualAccountsPage.parse({ ...page, record: null, total: 0 }).record, []);
    assert.deepEqual(virtualAccountsPage.parse([RECORD]), { ...page, size: 1 });
  });

  it('is made of deposit information without a page, its funding id kept', () => {
    const wire = read('direct-81');
    assert.deepEqual([wire.currentPage, wire.size, wire.total, wire.record.length], [1, 1, 1, 1]);
    assert.deepEqual(wire.record[0]?.fieldList['Bank Routing Number'], ['123456790']);
    assert.equal(wire.record[0]?.realName, undefined);
    assert.equal(read('direct-92').record[0]?.txId, '1123123123');
  });

  it('has every value of a fieldList as a list of texts', () => {
    const shapes: readonly (readonly [unknown, object])[] = [
      [
        { a: 'x', b: ['y', 'z'] },
        { a: ['x'], b: ['y', 'z'] },
      ],
      [{ a: '', b: null, c: [] }, {}],
      [
        { a: 706180, b: true },
        { a: ['706180'], b: ['true'] },
      ],
      [{ a: { b: 'x' } }, { 'a · b': ['x'] }],
      [
        [
          { name: 'a', value: 'x' },
          { title: 'b', value: 'y' },
        ],
        { a: ['x'], b: ['y'] },
      ],
      [JSON.parse('{"__proto__":"x","a":"y"}'), { a: ['y'] }],
    ];
    for (const [fieldList, texts] of shapes) {
      const [record] = virtualAccountsPage.parse([{ ...RECORD, fieldList }]).record;
      assert.deepEqual(record?.fieldList, texts);
    }
    for (const fieldList of [
      undefined,
      null,
      'x',
      7,
      Object.fromEntries(Array.from({ length: 65 }, (_, n) => [n, 'x'])),
    ])
      assert.equal(namedBy(virtualAccountsPage, [{ ...RECORD, fieldList }]), 'record.0.fieldList');
  });

  it('keeps a status nobody knows, and none where none came', () => {
    for (const status of [1, 2, 3, 9])
      assert.equal(virtualAccountsPage.parse([{ ...RECORD, status }]).record[0]?.status, status);
    const { status: _, ...without } = RECORD;
    assert.equal(virtualAccountsPage.parse([without]).record[0]?.status, undefined);
    assert.equal(namedBy(virtualAccountsPage, [{ ...RECORD, status: 'ok' }]), 'record.0.status');
  });

  it('is none where a record is none', () => {
    for (const record of [['x'], [null], [1], 'x', { fiat: 'MXN' }])
      assert.match(namedBy(virtualAccountsPage, { currentPage: 1, size: 10, total: 1, record }), /^record/);
    for (const data of [{}, { currentPage: 1, size: 10, total: 0 }, null, 'x'])
      assert.notEqual(faultOf(virtualAccountsPage, data), '');
  });
});
