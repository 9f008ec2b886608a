import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cryptoTransfers, cryptoTransfersQuery } from 'deposit-slip/contract';
import { exact, faultOf, namedBy, withoutEach } from './judge.js';

const RECORD = {
  id: '7f3a-1',
  tokenId: 'USDT',
  amount: '-12.500000',
  clientId: 'c-1',
  merchantId: '1001',
  fromMerchantId: '1001',
  toMerchantId: '1002',
};

describe('the query of crypto transfers', () => {
  it('takes every filter of the specification, and none', () => {
    assert.deepEqual(cryptoTransfersQuery.parse({}), { pageSize: 10 });
    const query = {
      tokenId: 'USDT',
      clientId: 'order 1 / é',
      startTime: '0',
      endTime: '1700000000500',
      pageSize: '100',
      merchantId: '9007199254740993',
    };
    assert.deepEqual(cryptoTransfersQuery.parse(query), {
      ...query,
      startTime: 0n,
      endTime: 1_700_000_000_500n,
      pageSize: 100,
      merchantId: 9_007_199_254_740_993n,
    });
  });

  it('names the parameter that is malformed or unknown', () => {
    const bad: Readonly<Record<string, readonly unknown[]>> = {
      tokenId: ['', ' ', 'a\nb', 7],
      clientId: ['', null],
      startTime: ['-1', '1.5', '1e12', 'now', '', 1_700_000_000_500],
      endTime: ['tomorrow', '01'],
      pageSize: ['0', '-1', '101', '10abc', '1.0', '', '9'.repeat(12)],
      merchantId: ['0', 'abc', '01001', '1001.0', '', '9223372036854775808', 1001],
    };
    for (const [name, values] of Object.entries(bad))
      for (const value of values)
        assert.equal(namedBy(cryptoTransfersQuery, { [name]: value }), name, String(value));
    assert.equal(faultOf(cryptoTransfersQuery, { currentPage: '1' }), 'currentPage: unknown');
  });
});

describe('a crypto transfer', () => {
  it('is read as it came: a signed amount, ids as strings', () => {
    assert.deepEqual(cryptoTransfers.parse([RECORD]), [RECORD]);
  });

  it('is the same where numbers come instead of strings', () => {
    const text = JSON.stringify([RECORD]).replace(/"(-?[0-9.]+)"/g, '$1');
    assert.match(text, /-12\.500000,/);
    assert.deepEqual(cryptoTransfers.parse(exact(text)), [RECORD]);
  });

  it('is none without what it is for, and names that', () => {
    for (const [name, rest] of withoutEach(RECORD))
      assert.equal(namedBy(cryptoTransfers, [RECORD, rest]), name === 'clientId' ? '' : `1.${name}`);
  });

  it('is in a list, also where a page is put around it', () => {
    assert.deepEqual(cryptoTransfers.parse([]), []);
    for (const data of [{ record: [RECORD] }, { data: [RECORD] }, { list: RECORD }])
      assert.deepEqual(cryptoTransfers.parse(data), [RECORD]);
    for (const data of [{}, 'x', null, 7]) assert.notEqual(faultOf(cryptoTransfers, data), '');
  });
});
