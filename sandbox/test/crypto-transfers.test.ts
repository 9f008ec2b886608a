import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATHS, type Params } from './requests.js';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

const listed = async (params: Params, token?: string) =>
  (await sandbox.get(PATHS.crypto, params, token)).body.data as unknown as readonly Readonly<
    Record<string, string>
  >[];

test('crypto transfers are filtered by token, clientId, merchant and time', async () => {
  const at = Date.UTC(2025, 0, 1);
  for (const [params, ids] of [
    [{ tokenId: 'BTC' }, ['4', '3']],
    [{ clientId: 'seed-1' }, ['2', '1']],
    [{ merchantId: 1001 }, ['5', '4', '1']],
    [{ pageSize: 1 }, ['5']],
    [{ startTime: at, endTime: at + 1 }, ['5', '4', '3', '2', '1']],
    [{ startTime: at + 1 }, []],
    [{ endTime: at }, []],
  ] as const)
    assert.deepEqual(
      (await listed(params)).map(({ id }) => id),
      ids,
      JSON.stringify(params),
    );
});

test('a crypto transfer shows each merchant its own side', async () => {
  const [record, ...others] = await listed({}, 'other-token');
  assert.deepEqual([record!['merchantId'], record!['amount'], others], ['2001', '40.000000', []]);
});
