import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { UnreadableResponseError, type UnreadableFlow } from 'deposit-slip/client';
import { START } from './list-api.js';
import { errorOf, scriptedClient, TOKEN } from './scripted-client.js';

/** A page of deposits, with members changed. `undefined` removes a member. */
function depositsWith(...changes: readonly object[]): string {
  const records = changes.map((change, n) => ({
    ...{ id: n + 1, merchantId: 1001, settingsId: 3, txId: n + 1, category: 'TRANSFER', flowType: 'DEPOSIT' },
    ...{ fiat: 'MXN', changed: '1.00', total: '1.00', extId: '', createTime: String(START + n), ...change },
  }));
  return `{"currentPage":1,"size":250,"total":${records.length},"record":${JSON.stringify(records)}}`;
}

describe('a flow that cannot be read', () => {
  const BAD = { txId: `canary ${TOKEN}`, changed: null };
  for (const [name, change, seen] of [
    ['with its id', BAD, { id: '2', createTime: START + 1 }],
    ['without a time', { ...BAD, createTime: 'x' }, { id: '2', createTime: undefined }],
    ['without an id', { ...BAD, id: '' }, { id: undefined, createTime: START + 1 }],
    ['that is no object', undefined, { id: undefined, createTime: undefined }],
  ] as const)
    it(`is reported and skipped, or ends the iteration without a hook: ${name}`, async () => {
      const data = change
        ? depositsWith({}, change, {})
        : depositsWith({}, {}, {}).replace(/{"id":2[^}]*}/, '7');
      const reports: [UnreadableFlow, Error][] = [];
      const onUnreadable = (flow: UnreadableFlow, error: Error): number => reports.push([flow, error]);
      const ids: string[] = [];
      const { flows } = scriptedClient(data).client;
      for await (const { id } of flows.all({}, { onUnreadable })) ids.push(id);
      const [[flow, error] = [], ...others] = reports;
      assert.deepEqual([ids, flow?.id, flow?.createTime, others], [['1', '3'], seen.id, seen.createTime, []]);
      assert.ok(error instanceof UnreadableResponseError && error.field?.startsWith('record.1'));
      assert.doesNotMatch(inspect(error), /canary/);
      const all = flows.all();
      await all.next();
      assert.equal((await errorOf(all.next())).name, 'UnreadableResponseError');
    });

  it('is reported before the next one is yielded, and an error of the hook ends the list', async () => {
    const { flows } = scriptedClient(depositsWith({}, BAD, {})).client;
    const log: unknown[] = [];
    const onUnreadable = async ({ id }: UnreadableFlow): Promise<void> => {
      await setImmediate();
      log.push(`unreadable ${id}`);
    };
    for await (const { id } of flows.all({}, { onUnreadable })) log.push(id);
    assert.deepEqual(log, ['1', 'unreadable 2', '3']);
    const failing = flows.all({}, { onUnreadable: () => Promise.reject(new Error('disk full')) });
    await failing.next();
    assert.equal((await errorOf(failing.next())).message, 'disk full');
  });
});
