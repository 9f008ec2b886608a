import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createDepositSession, createMemoryStore } from 'deposit-slip/kit';
import { countingApi, fakeApi, pix } from '../fake-api.js';
import { PIX_GRANT, bearer, sendTo, shop, txIdOf, type Answer } from '../shop.js';

const KEY = 'a session key of the tests, of thirty-two bytes or more';
const OPTIONAL = { ...PIX_GRANT, methods: [{ paymentId: 92, fiat: 'BRL' }] };

/** Requests a slip, and then `count` new ones. Returns the statuses of the new ones. */
async function refreshTimes(send: (query: string) => Promise<Answer>, count: number): Promise<number[]> {
  await send('?paymentId=90');
  const statuses: number[] = [];
  for (let time = 0; time < count; time += 1) statuses.push((await send('?refresh=1')).status);
  return statuses;
}

const TEN = Array.from({ length: 10 }, () => 200);

describe('the new slips of a visit', () => {
  it('are limited to ten an hour, after which the last one is shown', async ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    const { api, send } = shop({ api: countingApi() });
    assert.deepEqual(await refreshTimes(send, 10), TEN);
    mock.timers.tick(600_500);
    const { status, headers, body } = await send('?refresh=1');
    assert.deepEqual([status, headers.get('retry-after'), body.kind], [429, '3000', 'rate-limited']);
    assert.equal(body.msg, 'Too many new slips. The current one is still valid.');
    assert.equal(txIdOf(await send()), '11');
    assert.equal(api.slips().length, 11);
    mock.timers.tick(2_999_500);
    assert.equal((await send('?refresh=1')).status, 200);
  });

  it('become available one by one, each an hour after it was used', async ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    const { send } = shop({ api: countingApi(), refreshes: 2 });
    assert.deepEqual(await refreshTimes(send, 1), [200]);
    mock.timers.tick(1_800_000);
    assert.equal((await send('?refresh=1')).status, 200);
    for (const expected of [
      [200, 429],
      [200, 429],
    ]) {
      mock.timers.tick(1_800_000);
      assert.deepEqual([(await send('?refresh=1')).status, (await send('?refresh=1')).status], expected);
    }
  });

  it('are as many as the option allows, and not counted if there was no slip to replace', async () => {
    const { api, send } = shop({ api: countingApi(), refreshes: 2 });
    assert.equal((await send('?refresh=1')).status, 200);
    assert.deepEqual(await refreshTimes(send, 3), [200, 200, 429]);
    assert.equal(api.slips().length, 3);
  });

  it('are counted over all sessions, methods, amounts and copies of the kit, even at the same moment', async () => {
    const methods = [...OPTIONAL.methods, ...PIX_GRANT.methods];
    const sessions = await Promise.all(
      [1, 2, 3].map(async () => bearer(await createDepositSession(KEY, { ...OPTIONAL, methods }))),
    );
    // The API responds once all requests of a copy have arrived, so that requests for the same slip share one
    // call.
    let [count, awaited, last] = [0, 0, 0];
    let release = (): void => undefined;
    let allCame = Promise.resolve();
    const limiter = { consume: () => void ((count += 1) === awaited && release()) };
    const slip = () => allCame.then(() => setImmediate(pix(String((last += 1)))));
    const options = { api: fakeApi({ slip }), session: KEY, store: createMemoryStore(), limiter };
    const kits = [shop(options).kit, shop(options).kit];
    const queries = ['?paymentId=90', ...[1, 2, 3, 4].map((amount) => `?paymentId=92&amount=${amount}`)];
    const each = queries.flatMap((query) => sessions.map((session) => ({ query, session })));
    await Promise.all(queries.map((query) => sendTo(kits[0]!, query, sessions[0])));
    const statuses: number[] = [];
    for (const kit of kits) {
      awaited = count + each.length;
      allCame = new Promise((resolve) => (release = resolve));
      const refreshed = each.map(({ query, session }) => sendTo(kit, `${query}&refresh=1`, session));
      statuses.push(...(await Promise.all(refreshed)).map(({ status }) => status));
    }
    // Three sessions that request the same slip at once share one refresh.
    assert.equal(statuses.filter((status) => status === 200).length, 3 * 10);
    const again = await Promise.all(
      each.map(({ query, session }) => sendTo(kits[0]!, `${query}&refresh=1`, session)),
    );
    assert.deepEqual([...new Set(again.map(({ status }) => status))], [429]);
    const plain = await Promise.all(each.map(({ query, session }) => sendTo(kits[1]!, query, session)));
    assert.deepEqual([...new Set(plain.map(({ status }) => status))], [200]);
  });
  it('are counted for each visit separately', async () => {
    const store = createMemoryStore();
    for (const grant of [PIX_GRANT, { ...PIX_GRANT, id: 'order-2' }]) {
      const { send } = shop({ api: countingApi(), store, grant });
      assert.deepEqual(await refreshTimes(send, 11), [...TEN, 429]);
    }
  });

  it('do not block a request without refresh at the same moment', async () => {
    const { api, send } = shop({ api: countingApi(), refreshes: 1 });
    await refreshTimes(send, 1);
    const [refused, plain] = await Promise.all([send('?refresh=1'), send()]);
    assert.deepEqual([refused.status, txIdOf(plain)], [429, '2']);
    assert.equal(api.slips().length, 2);
  });

  it('leave the slip to a request without refresh, if the API fails', async () => {
    const failures: (() => void)[] = [];
    const api = fakeApi();
    const { send } = shop({ api });
    const slip = await send();
    api.script({ slip: () => new Promise((resolve) => failures.push(() => resolve(new TypeError('down')))) });
    const refreshed = send('?refresh=1');
    while (failures.length === 0) await setImmediate();
    const plain = send();
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    failures[0]!();
    assert.equal((await refreshed).status, 502);
    const { checked: _, ...body } = (await plain).body;
    assert.deepEqual(body, slip.body);
  });

  it('are counted once for fifty requests at once, even with the same grant object', async () => {
    const grant = Object.freeze({ ...PIX_GRANT });
    const { api, send } = shop({ api: countingApi(), refreshes: 1, authorize: () => grant });
    await send();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('?refresh=1')));
    assert.deepEqual([...new Set(answers.map(txIdOf))], ['2']);
    assert.equal(api.slips().length, 2);
    assert.equal((await send('?refresh=1')).status, 429);
  });
});
