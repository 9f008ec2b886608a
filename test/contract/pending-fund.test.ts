import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { pair, pairs, pendingFundData, pendingFundQuery } from 'deposit-slip/contract';
import { PENDING_FUND_IDS, specSample } from '../fixtures/spec.js';
import { faultOf, namedBy, withoutEach } from './judge.js';

const QUERY = { merchantId: '1001', paymentId: '90', fiat: 'BRL' };

describe('the query of deposit details', () => {
  it('needs an amount for 95 and 137 alone', () => {
    for (const { id, fiat } of METHODS) {
      const query = { ...QUERY, paymentId: String(id), fiat };
      const isNeeded = id === 95 || id === 137;
      assert.equal(namedBy(pendingFundQuery, query), isNeeded ? 'amount' : '', String(id));
      assert.equal(namedBy(pendingFundQuery, { ...query, amount: '150.00' }), '');
    }
    assert.equal(faultOf(pendingFundQuery, { ...QUERY, paymentId: '135', fiat: 'ARS' }), '');
  });

  it('names the parameter that is missing, malformed or unknown', () => {
    for (const [name, rest] of withoutEach(QUERY)) assert.equal(namedBy(pendingFundQuery, rest), name);
    for (const [name, value] of [
      ['fiat', 'CNY'],
      ['amount', '0'],
      ['amount', '1.005'],
      ['amount', 150],
      ['depositAlias', ''],
      ['paymentId', '0'],
    ] as const)
      assert.equal(namedBy(pendingFundQuery, { ...QUERY, [name]: value }), name);
    assert.equal(faultOf(pendingFundQuery, { ...QUERY, pageSize: '1' }), 'pageSize: unknown');
  });
});

describe('deposit details', () => {
  for (const id of PENDING_FUND_IDS)
    it(`of ${id} are read, alone and on a page`, () => {
      const { data } = specSample(`pending-fund/${id}`) as {
        data: { fiat: string; txId?: string; fieldList: Record<string, string> };
      };
      const read = pendingFundData.parse(data);
      assert.deepEqual([read.fiat, read.txId, read.realName], [data.fiat, data.txId, undefined]);
      assert.deepEqual(
        Object.entries(read.fieldList),
        Object.entries(data.fieldList).map(([key, value]) => [key, [value]]),
      );
      for (const record of [data, [data]])
        assert.deepEqual(pendingFundData.parse({ currentPage: 1, size: 10, total: 1, record }), read);
    });

  it('are none where there are several, or none', () => {
    const { data } = specSample('pending-fund/63') as { data: object };
    for (const value of [{ record: [data, data] }, { record: [] }, [], null, 'x', {}])
      assert.notEqual(faultOf(pendingFundData, value), '');
    assert.equal(namedBy(pendingFundData, { ...data, fieldList: undefined }), 'fieldList');
    assert.equal(namedBy(pendingFundData, { ...data, fiat: '' }), 'fiat');
    assert.equal(namedBy(pendingFundData, { ...data, txId: 'x' }), 'txId');
  });
});

describe('trading pairs', () => {
  const PAIR = { country: 'Mexico', fiat: 'MXN', crypto: 'USDT', accuracy: 2 };

  it('are a list', () => {
    assert.deepEqual(pairs.parse([PAIR, { ...PAIR, accuracy: '8', country: null, extra: 1 }]), [
      PAIR,
      { ...PAIR, accuracy: 8, country: '' },
    ]);
    assert.deepEqual(pairs.parse({ record: [PAIR] }), [PAIR]);
  });

  it('are none without what a pair is', () => {
    for (const [name, rest] of withoutEach(PAIR))
      assert.equal(namedBy(pair, rest), name === 'country' ? '' : name);
  });
});
