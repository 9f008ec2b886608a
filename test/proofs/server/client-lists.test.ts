/** Lists and the watch of the client on the sandbox's own database, while money comes in. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMerchantClient, type MerchantClient } from 'deposit-slip/client';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import { cases } from '../scale.js';

const MERCHANT = '1002';
const DEPOSITS = cases(40, 400);

let sandbox: Sandbox;
let client: MerchantClient;

before(async () => {
  sandbox = await startSandbox();
  client = createMerchantClient({ baseUrl: sandbox.url, token: sandbox.token });
});

after(() => sandbox.stop());

/** A deposit into the merchant's account in a currency; its funding id. */
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

describe('all flows, while deposits come in', () => {
  it('are those there were when the reading began, once each, in pages of any size', async () => {
    for (const pageSize of [1, 3, 7, 250]) {
      const there = await client.flows.list({ merchantId: MERCHANT, pageSize: 250 });
      const ids: string[] = [];
      let turn = 0;
      for await (const { id } of client.flows.all({ merchantId: MERCHANT, pageSize })) {
        ids.push(id);
        if (++turn % 5 === 1 && turn < 30) await deposit('ARS');
      }
      assert.equal(new Set(ids).size, ids.length);
      for (const { id } of there.record) assert.ok(ids.includes(id), `${id} in pages of ${pageSize}`);
    }
  });
});

describe('a watch, while deposits come in', () => {
  it('gives each once, in the order they came, through every restart', { timeout: 600_000 }, async () => {
    const begin = (await client.flows.list({ merchantId: MERCHANT, fiat: 'MXN', pageSize: 1 })).record[0]!;
    const made: string[] = [];
    const given: string[] = [];
    let after: string | undefined;
    let restarts = 0;
    while (given.length < DEPOSITS) {
      for (let n = 0; n < 7 && made.length < DEPOSITS; n += 1) made.push(await deposit('MXN'));
      const watch = client.flows.follow({
        ...{ merchantId: MERCHANT, fiat: 'MXN', after, interval: 1_000 },
        since: begin.createTime + 1,
      });
      const stopAt = Math.min(given.length + 1 + (restarts % 5), made.length);
      for await (const { id, cursor } of watch) {
        given.push(id);
        after = cursor;
        if (given.length >= stopAt) break;
      }
      restarts += 1;
    }
    assert.deepEqual(given, made);
    assert.ok(restarts > 5);
  });
});
