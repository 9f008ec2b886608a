import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATHS, type Params } from './requests.js';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

test('virtual accounts are filtered by alias, have pages, and keep their details', async () => {
  const accounts = async (filter: Params = {}) => {
    const params = { merchantId: 1001, paymentId: 63, fiat: 'ARS', ...filter };
    const { data } = (await sandbox.get(PATHS.virtual, params)).body;
    return data as unknown as { total: number; record: readonly Readonly<Record<string, unknown>>[] };
  };
  const { record: all, total } = await accounts();
  assert.equal(total, all.length);
  for (const [depositAlias, found] of [
    ['centro', all.filter((account) => account['depositAlias'] === 'centro')],
    ['nadie', []],
  ] as const) {
    const { record, total } = await accounts({ depositAlias });
    assert.deepEqual([record, total], [found, found.length]);
  }
  const paged = await Promise.all([1, 2].map((currentPage) => accounts({ pageSize: 2, currentPage })));
  assert.deepEqual(
    paged.flatMap(({ record }) => record),
    all,
  );
});
