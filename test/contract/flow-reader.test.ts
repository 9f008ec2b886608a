import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { z } from 'zod';
import { page } from '../../src/contract/envelope.js';
import { readPartialFlow, readRawPage } from '../../src/contract/flow-reader.js';
import { parseExact } from './schema-issues.js';

const FLOW =
  '{"id":1,"merchantId":1001,"settingsId":7,"txId":9007199254740993,"category":"TRANSFER","flowType":"DEPOSIT","fiat":"BRL","changed":150.00,"total":-0.50,"extId":"e-1","createTime":"1700000000500"}';
const PARTIAL_FLOW = {
  id: '1',
  merchantId: '1001',
  txId: '9007199254740993',
  category: 'TRANSFER',
  flowType: 'DEPOSIT',
  fiat: 'BRL',
  changed: '150.00',
  createTime: 1_700_000_000_500,
};

/** Valid and invalid values for a member of a page. */
const member = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', ' ', '0', '-1', '1e2', '1.50', '1700000000500', true, [], {}),
  fc.constantFrom<unknown>(7, -7, 0.1, 1_700_000_000_500, 2 ** 53, NaN, Infinity, 10n ** 39n, 10n ** 40n),
  fc.string(),
);
const anyPage = fc.oneof(
  member,
  fc.array(member, { maxLength: 2 }),
  fc.record(
    { currentPage: member, size: member, total: member, record: fc.oneof(fc.array(member), member) },
    { requiredKeys: [] },
  ),
);

describe('a page of flows', () => {
  it('is read as by a schema of the contract', () => {
    fc.assert(
      fc.property(anyPage, (value) => {
        const { data, error } = page(z.unknown()).safeParse(value);
        assert.deepEqual({ ...readRawPage(value) }, data ?? { unreadable: error.issues[0]!.path });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a partial flow', () => {
  it('omits members that cannot be read', () => {
    assert.deepEqual(readPartialFlow(parseExact(FLOW)), PARTIAL_FLOW);
    const unreadable = { id: '', changed: 'much', createTime: '1700000000', fiat: 7, flowType: 'X' };
    assert.deepEqual(readPartialFlow(unreadable), { fiat: '7', flowType: 'X' });
  });

  it('keeps ids in an unexpected form', () => {
    const ids = { merchantId: 'm-7002', txId: 'T 1' };
    assert.deepEqual(readPartialFlow(ids), ids);
  });

  it('is empty for any other value', () => {
    for (const value of [null, undefined, 7, 'x', {}, []]) assert.deepEqual(readPartialFlow(value), {});
  });
});
