/** `flows.all` and `flows.follow` on the sandbox's database, while deposits are credited. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createMerchantClient } from 'deposit-slip/client';
import { startSandbox } from 'deposit-slip-sandbox';
import { cases } from '../scale.js';

const MERCHANT = '1002';
const DEPOSITS = cases(40, 400);

const sandbox = await startSandbox();
after(() => sandbox.stop());
const client = createMerchantClient({ baseUrl: sandbox.url, token: sandbox.token });

/** Makes a deposit into the merchant's account. Returns the id of its flow. */
async function deposit(fiat: 'MXN' | 'ARS'): Promise<string> {
  const { fieldList } = await client.pendingFund.get({
    ...{ merchantId: MERCHANT, fiat },
    paymentId: fiat === 'MXN' ? 105 : 63,
  });
  const account = fieldList[fiat === 'MXN' ? 'Cuenta CLABE' : 'CVU number']![0]!;
  const before = await client.flows.list({ merchantId: MERCHANT, fiat, pageSize: 1 });
  await sandbox.control.deposit({ merchantId: Number(MERCHANT), fiat, amount: '10.00', account });
  const [flow] = (await client.flows.list({ merchantId: MERCHANT, fiat, pageSize: 1 })).record;
  assert.notEqual(flow!.id, before.record[0]!.id);
  return flow!.id;
}

describe('flows.all, while deposits are credited', () => {
  it('yields the flows that existed at the start once each, with any page size', async () => {
    for (const pageSize of [1, 3, 7, 250]) {
      const initial = await client.flows.list({ merchantId: MERCHANT, pageSize: 250 });
      const ids: string[] = [];
      let count = 0;
      for await (const { id } of client.flows.all({ merchantId: MERCHANT, pageSize })) {
        ids.push(id);
        if (++count % 5 === 1 && count < 30) await deposit('ARS');
      }
      assert.equal(new Set(ids).size, ids.length);
      for (const { id } of initial.record) assert.ok(ids.includes(id), `${id} in pages of ${pageSize}`);
    }
  });
});

describe('flows.follow, while deposits are credited', () => {
  it('yields each deposit once, in order, through restarts', { timeout: 600_000 }, async () => {
    const start = (await client.flows.list({ merchantId: MERCHANT, fiat: 'MXN', pageSize: 1 })).record[0]!;
    const deposits: string[] = [];
    const yielded: string[] = [];
    let after: string | undefined;
    let restarts = 0;
    while (yielded.length < DEPOSITS) {
      for (let n = 0; n < 7 && deposits.length < DEPOSITS; n += 1) deposits.push(await deposit('MXN'));
      const flows = client.flows.follow({
        ...{ merchantId: MERCHANT, fiat: 'MXN', after, interval: 1_000 },
        since: start.createTime + 1,
      });
      const stopAt = Math.min(yielded.length + 1 + (restarts % 5), deposits.length);
      for await (const { id, cursor } of flows) {
        yielded.push(id);
        after = cursor;
        if (yielded.length >= stopAt) break;
      }
      restarts += 1;
    }
    assert.deepEqual(yielded, deposits);
    assert.ok(restarts > 5);
  });
});
