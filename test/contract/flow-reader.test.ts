import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { flow, flowsPage } from 'deposit-slip/contract';
import { readFlow, readPartialFlow, readRawPage } from '../../src/contract/flow-reader.js';
import { isUnreadable } from '../../src/core/reader/members.js';
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

/** Valid and invalid values for a member of a response. */
const member = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', ' ', '0', '-1', '1e2', '1.50', '1700000000500', true, [], {}),
  fc.constantFrom<unknown>(7, -7, 0.1, 1_700_000_000_500, 2 ** 53, NaN, Infinity, 10n ** 39n, 10n ** 40n),
  fc.string(),
  fc.double(),
  fc.nat(),
  fc.bigInt(),
);

const goodFlow = fc.record({
  id: fc.nat(),
  merchantId: fc.nat().map(String),
  settingsId: fc.nat(),
  txId: fc.bigInt({ min: 0n, max: 2n ** 63n }),
  category: fc.constantFrom('FEE', 'TRANSFER', 'other'),
  flowType: fc.constantFrom('DEPOSIT', 'other'),
  fiat: fc.constant('BRL'),
  changed: fc.constantFrom('1.50', '-1e2', 0.1, 7),
  total: fc.constantFrom('1.50', '0007', '1E-3', 7),
  extId: fc.constantFrom('x', '', null, undefined),
  createTime: fc.constantFrom('1700000000500', 1_700_000_000_500),
});

/** A flow with any of its members replaced. */
const anyFlow = fc
  .tuple(goodFlow, fc.dictionary(fc.constantFrom(...Object.keys(flow.shape)), member, { maxKeys: 2 }))
  .map(([good, replaced]) => ({ ...good, ...replaced }));

const anyPage = fc.oneof(
  anyFlow,
  member,
  fc.array(anyFlow, { maxLength: 2 }),
  fc.record(
    {
      currentPage: member,
      size: member,
      total: member,
      record: fc.oneof(fc.array(anyFlow), anyFlow, member),
    },
    { requiredKeys: [] },
  ),
);

const RUNS = { numRuns: 2_000 };

describe('a flow', () => {
  it('is read as by the schema of the contract, and so is its first invalid member', () => {
    const counts = { read: 0, unreadable: 0 };
    fc.assert(
      fc.property(fc.oneof(anyFlow, member), (value) => {
        const { data, error } = flow.safeParse(value);
        assert.deepEqual(readFlow(value), data ?? { unreadable: error.issues[0]!.path });
        counts[data ? 'read' : 'unreadable'] += 1;
      }),
      RUNS,
    );
    assert.ok(Math.min(...Object.values(counts)) > 200, JSON.stringify(counts));
  });
});

describe('a page of flows', () => {
  it('is read as by the schema of the contract', () => {
    fc.assert(
      fc.property(anyPage, (value) => {
        const { data, error } = flowsPage.safeParse(value);
        const page = readRawPage(value);
        if (isUnreadable(page)) assert.deepEqual(page.unreadable, error?.issues[0]!.path);
        else {
          const records = page.record.map(readFlow);
          const bad = records.findIndex(isUnreadable);
          if (bad < 0) assert.deepEqual({ ...page, record: records }, data);
          else assert.deepEqual(error?.issues[0]!.path.slice(0, 2), ['record', bad]);
        }
      }),
      RUNS,
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
