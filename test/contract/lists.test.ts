import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  cryptoTransfers,
  flowsPage,
  pairs,
  pendingFundData,
  virtualAccountsPage,
} from 'deposit-slip/contract';
import { PENDING_FUND_IDS, specSample } from '../fixtures/spec.js';
import { invalidPath, issueOf, parseExact } from './schema-issues.js';

const FLOW =
  '{"id":1,"merchantId":1001,"settingsId":7,"txId":9007199254740993,"category":"TRANSFER","flowType":"DEPOSIT","fiat":"BRL","changed":150.00,"total":-0.50,"extId":"e-1","createTime":"1700000000500"}';
const PARSED_FLOW = {
  id: '1',
  merchantId: '1001',
  txId: '9007199254740993',
  category: 'TRANSFER',
  flowType: 'DEPOSIT',
  fiat: 'BRL',
  changed: '150.00',
  createTime: 1_700_000_000_500,
};
const TRANSFER = {
  id: '7f3a-1',
  tokenId: 'USDT',
  amount: '-12.500000',
  clientId: 'c-1',
  merchantId: '1001',
  fromMerchantId: '1001',
  toMerchantId: '1002',
};
const PAIR = { country: 'Mexico', fiat: 'MXN', crypto: 'USDT', accuracy: 2 };
const ACCOUNT = {
  fiat: 'MXN',
  depositAlias: 'alias-1',
  paymentMethodName: 'SPEI',
  status: 2,
  fieldList: { 'Cuenta CLABE': ['706180304649761358'] },
};

const flowPageOf = (record: string, name = 'record'): unknown =>
  parseExact(`{"currentPage":1,"size":10,"total":1,"${name}":${record}}`);

const dataOf = (sample: string): unknown => (specSample(sample) as { data: unknown }).data;
const accountsOf = (sample: string) => virtualAccountsPage.parse(dataOf(`virtual-accounts/${sample}`));

describe('a list without a page', () => {
  for (const [name, schema, record] of [
    ['crypto transfers', cryptoTransfers, TRANSFER],
    ['trading pairs', pairs, PAIR],
  ] as const)
    it(`holds ${name}, even if it is wrapped in a page`, () => {
      assert.deepEqual(schema.parse([]), []);
      for (const data of [[record], { record: [record] }, { data: [record] }, { list: record }])
        assert.deepEqual(schema.parse(data), [record]);
      for (const data of [{}, 'x', null, 7, [record, {}]]) assert.notEqual(issueOf(schema, data), '');
    });
});

describe('a page of flows', () => {
  it('is parsed under any name of its list, and with a single record', () => {
    for (const name of ['record', 'data', 'list'])
      for (const record of [`[${FLOW}]`, FLOW]) {
        const [flow] = flowsPage.parse(flowPageOf(record, name)).record;
        assert.deepEqual(flow, { ...PARSED_FLOW, settingsId: '7', total: '-0.50', extId: 'e-1' });
      }
  });
});

describe('a page of virtual accounts', () => {
  it('has a list of records in any shape of the samples', () => {
    const page = { currentPage: 1, size: 10, total: 1, record: [ACCOUNT] };
    assert.deepEqual(accountsOf('record-array'), page);
    assert.deepEqual(accountsOf('data-array'), page);
    // The sample's total is 50 although it has one record.
    assert.deepEqual(accountsOf('record-object'), { ...page, total: 50 });
    assert.deepEqual(accountsOf('empty'), { ...page, total: 0, record: [] });
    assert.deepEqual(virtualAccountsPage.parse({ ...page, record: null, total: 0 }).record, []);
    assert.deepEqual(virtualAccountsPage.parse([ACCOUNT]), { ...page, size: 1 });
  });

  it('may hold deposit details without a page, with their funding id', () => {
    const wire = accountsOf('direct-81');
    assert.deepEqual([wire.currentPage, wire.size, wire.total, wire.record.length], [1, 1, 1, 1]);
    assert.deepEqual(wire.record[0]?.fieldList['Bank Routing Number'], ['123456790']);
    assert.equal(wire.record[0]?.realName, undefined);
    assert.equal(accountsOf('direct-92').record[0]?.txId, '1123123123');
  });

  it('keeps an unlisted status, and accepts a missing one', () => {
    for (const status of [1, 2, 3, 9, undefined])
      assert.equal(virtualAccountsPage.parse([{ ...ACCOUNT, status }]).record[0]?.status, status);
    assert.equal(invalidPath(virtualAccountsPage, [{ ...ACCOUNT, status: 'ok' }]), 'record.0.status');
  });

  it('is rejected if an item is not a record', () => {
    for (const record of [['x'], [null], [1], 'x', { fiat: 'MXN' }])
      assert.match(
        invalidPath(virtualAccountsPage, { currentPage: 1, size: 10, total: 1, record }),
        /^record/,
      );
    for (const data of [{}, { currentPage: 1, size: 10, total: 0 }, null, 'x'])
      assert.notEqual(issueOf(virtualAccountsPage, data), '');
  });
});

describe('a fieldList', () => {
  it('has a list of strings under each key', () => {
    const cases: readonly (readonly [fieldList: unknown, parsed: object])[] = [
      [
        { a: 'x', b: ['y', 'z'] },
        { a: ['x'], b: ['y', 'z'] },
      ],
      [{ a: '', b: null, c: [] }, {}],
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
    for (const [fieldList, parsed] of cases) {
      const [record] = virtualAccountsPage.parse([{ ...ACCOUNT, fieldList }]).record;
      assert.deepEqual(record?.fieldList, parsed);
    }
  });

  it('is rejected if a value is not text: a number may have lost leading zeros', () => {
    for (const value of [706180, true, [7], { b: { c: 'x' } }])
      assert.equal(
        invalidPath(virtualAccountsPage, [{ ...ACCOUNT, fieldList: { a: value } }]),
        'record.0.fieldList',
      );
  });

  it('is rejected if it is not an object, or has too many keys', () => {
    const large = Object.fromEntries(Array.from({ length: 65 }, (_, n) => [n, 'x']));
    for (const fieldList of [undefined, null, 'x', 7, large])
      assert.equal(invalidPath(virtualAccountsPage, [{ ...ACCOUNT, fieldList }]), 'record.0.fieldList');
  });
});

describe('deposit details', () => {
  for (const id of PENDING_FUND_IDS)
    it(`of ${id} are parsed, with and without a page`, () => {
      const data = dataOf(`pending-fund/${id}`) as {
        fiat: string;
        txId?: string;
        fieldList: Record<string, string>;
      };
      const parsed = pendingFundData.parse(data);
      assert.deepEqual([parsed.fiat, parsed.txId, parsed.realName], [data.fiat, data.txId, undefined]);
      assert.deepEqual(
        Object.entries(parsed.fieldList),
        Object.entries(data.fieldList).map(([key, value]) => [key, [value]]),
      );
      for (const record of [data, [data]])
        assert.deepEqual(pendingFundData.parse({ currentPage: 1, size: 10, total: 1, record }), parsed);
    });

  it('are rejected unless there is exactly one valid record', () => {
    const data = dataOf('pending-fund/63') as object;
    for (const value of [{ record: [data, data] }, { record: [] }, [], null, 'x', {}])
      assert.notEqual(issueOf(pendingFundData, value), '');
    assert.equal(invalidPath(pendingFundData, { ...data, fieldList: undefined }), 'fieldList');
    assert.equal(invalidPath(pendingFundData, { ...data, fiat: '' }), 'fiat');
    assert.equal(invalidPath(pendingFundData, { ...data, txId: 'x' }), 'txId');
  });
});
