import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FLOW_TYPES, flowsPage, flowsQuery, seenFlows } from 'deposit-slip/contract';
import { exact, faultOf, namedBy, withoutEach } from './judge.js';

/** As the spec's types say: ids and decimals are numbers, `createTime` is a string. */
const RECORD =
  '{"id":1,"merchantId":1001,"settingsId":7,"txId":9007199254740993,"category":"TRANSFER","flowType":"DEPOSIT","fiat":"BRL","changed":150.00,"total":-0.50,"extId":"e-1","createTime":"1700000000500"}';
const READ = {
  id: '1',
  merchantId: '1001',
  settingsId: '7',
  txId: '9007199254740993',
  category: 'TRANSFER',
  flowType: 'DEPOSIT',
  fiat: 'BRL',
  changed: '150.00',
  total: '-0.50',
  extId: 'e-1',
  createTime: 1_700_000_000_500,
};

const pageOf = (record: string, name = 'record'): unknown =>
  exact(`{"currentPage":1,"size":10,"total":1,"${name}":${record}}`);

describe('the query of flows', () => {
  it('takes every filter of the specification, and none', () => {
    assert.deepEqual(flowsQuery.parse({}), { flowType: 'ALL', currentPage: 1, pageSize: 10 });
    for (const flowType of ['ALL', ...FLOW_TYPES]) assert.equal(faultOf(flowsQuery, { flowType }), '');
    assert.equal(flowsQuery.parse({ txId: '9223372036854775807' }).txId, 2n ** 63n - 1n);
    assert.equal(flowsQuery.parse({ pageSize: '1000' }).pageSize, 1000);
  });

  it('takes any currency: accounts are activated in more than the queries list', () => {
    for (const fiat of ['MXN', 'CNY', 'PHP']) assert.equal(faultOf(flowsQuery, { fiat }), '');
    for (const fiat of ['mxn', 'USDT', '']) assert.equal(namedBy(flowsQuery, { fiat }), 'fiat');
  });

  it('names the parameter that is malformed or unknown', () => {
    for (const [name, value] of [
      ['txId', '9223372036854775808'],
      ['txId', 'x'],
      ['flowType', 'deposit'],
      ['pageSize', '1001'],
      ['currentPage', '0'],
    ] as const)
      assert.equal(namedBy(flowsQuery, { [name]: value }), name);
    assert.equal(faultOf(flowsQuery, { depositAlias: 'x' }), 'depositAlias: unknown');
  });
});

describe('a page of flows', () => {
  it('is read from either name of its list, and from a single record', () => {
    for (const name of ['record', 'data', 'list'])
      for (const record of [`[${RECORD}]`, RECORD])
        assert.deepEqual(flowsPage.parse(pageOf(record, name)).record, [READ]);
  });

  it('is the same where numbers come as strings and the time as a number', () => {
    const other = RECORD.replace(/:(-?[0-9.]+)/g, ':"$1"').replace('"1700000000500"', '1700000000500');
    assert.deepEqual(flowsPage.parse(pageOf(`[${other}]`)).record, [READ]);
  });

  it('keeps words nobody knows', () => {
    const record = RECORD.replace('"DEPOSIT"', '"ESCROW_HOLD"').replace('"TRANSFER"', '"HOLD"');
    const [flow] = flowsPage.parse(pageOf(`[${record}]`)).record;
    assert.deepEqual([flow?.flowType, flow?.category], ['ESCROW_HOLD', 'HOLD']);
  });

  it('is none without what a flow is, and names that', () => {
    for (const [name, rest] of withoutEach(exact(RECORD) as object))
      assert.equal(namedBy(flowsPage, [rest]), name === 'extId' ? '' : `record.0.${name}`);
  });
});

describe('flows as far as they can be read', () => {
  it('are the records, members that cannot be read absent', () => {
    const { settingsId: _, total: __, extId: ___, ...rest } = READ;
    assert.deepEqual(seenFlows.parse(pageOf(`[${RECORD}]`)), [rest]);
    const [flow] = seenFlows.parse([
      { id: '', changed: 'much', createTime: '1700000000', fiat: 7, flowType: 'X' },
    ]);
    assert.deepEqual(
      { ...flow },
      { id: undefined, changed: undefined, createTime: undefined, fiat: '7', flowType: 'X' },
    );
  });

  it('keep a strange id as another id, not as none', () => {
    assert.deepEqual(seenFlows.parse([{ merchantId: 'm-7002', txId: 'T 1' }]), [
      { merchantId: 'm-7002', txId: 'T 1' },
    ]);
  });

  it('are none of anything else', () => {
    for (const value of [null, undefined, 7, 'x', {}, { record: null }, [null, 1, 'x', []], { record: 'x' }])
      assert.deepEqual(seenFlows.parse(value), []);
  });
});
