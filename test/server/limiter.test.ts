import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createDepositSession, type Limiter } from 'deposit-slip/kit';
import { fakeApi, json } from './fake-api.js';
import { PIX_GRANT, shop, type Answer } from './shop.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'a session key of the tests, of thirty-two bytes or more';
/** The default: requests a minute. */
const BUDGET = 300;

const statusesOf = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** A limiter that keeps the keys it is asked for. */
function keeping(): Limiter & { readonly keys: string[] } {
  const keys: string[] = [];
  return { keys, consume: (key) => void keys.push(key) };
}

describe('the limiter', () => {
  it('refuses who asks too often with 429 and when to come back, and asks nothing for them', async () => {
    const api = fakeApi();
    const limiter = new RateLimiterMemory({ points: 3, duration: 60 });
    const { ask } = shop({ fetch: api.fetch, limiter });
    const answers: Answer[] = [];
    for (let time = 0; time < 5; time += 1) answers.push(await ask('?refresh=1'));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 429, 429],
    );
    assert.equal(api.calls.length, 3);
    const { headers, body } = answers.at(-1)!;
    assert.match(headers.get('retry-after') ?? '', /^(?:[1-9]|[1-5][0-9]|60)$/);
    assert.deepEqual(
      [body.kind, body.data, body.msg],
      ['rate-limited', null, 'Too many requests. Try again later.'],
    );
  });

  it('says when to come back in whole seconds, from one to a day', async () => {
    const waits: readonly (readonly [msBeforeNext: number, seconds: string])[] = [
      [1, '1'],
      [1000, '1'],
      [1001, '2'],
      [0, '1'],
      [-1, '1'],
      [Infinity, '86400'],
      [1e12, '86400'],
    ];
    for (const [msBeforeNext, seconds] of waits) {
      const limiter = {
        consume: () => Promise.reject(Object.assign(new Error('limited'), { msBeforeNext })),
      };
      assert.equal((await shop({ limiter }).ask()).headers.get('retry-after'), seconds);
    }
  });

  it('serves a good payer while another session is flooded', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch, session: KEY, limiter: undefined as never });
    const of = async (id: string): Promise<RequestInit> => ({
      headers: { authorization: `Bearer ${await createDepositSession(KEY, { ...PIX_GRANT, id })}` },
    });
    const [flooder, payer] = [await of('flooder'), await of('payer')];
    const flood = Promise.all(Array.from({ length: 1000 }, () => ask('?paymentId=90', flooder)));
    const served = [await ask('', payer), await ask('?refresh=1', payer)];
    assert.deepEqual(statusesOf(await flood), { 200: BUDGET, 429: 1000 - BUDGET });
    served.push(await ask('', payer));
    assert.deepEqual(statusesOf(served), { 200: 3 });
  });

  it('lets ten tabs watch that were opened in one minute, and stops an eleventh', async () => {
    mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    try {
      const { ask } = shop({ fetch: fakeApi().fetch, limiter: undefined as never });
      const token = (await ask()).body.arrival;
      const statuses = new Set<number>();
      // A tab asks every 2 seconds of its first minute (src/widget/shared/controllers/arrival-poller.ts); the slip itself was one question.
      for (let second = 2; second < 60; second += 2) {
        mock.timers.tick(2000);
        for (let tab = 0; tab < 10; tab += 1) statuses.add((await ask(`?arrival=${token}`)).status);
      }
      assert.deepEqual([...statuses], [200]);
      for (let more = 0; more < 10; more += 1) statuses.add((await ask(`?arrival=${token}`)).status);
      assert.deepEqual([...statuses], [200, 429]);
    } finally {
      mock.timers.reset();
    }
  });

  it('counts by the session, else by the merchant’s own key, else by the grant, under keys that tell nothing', async () => {
    const limiter = keeping();
    const bearer = async (): Promise<RequestInit> => ({
      headers: { authorization: `Bearer ${await createDepositSession(KEY, PIX_GRANT)}` },
    });
    const sessions = shop({ limiter, session: KEY, key: () => 'nobody', fetch: fakeApi().fetch });
    const first = await bearer();
    for (const init of [first, first, await bearer()]) await sessions.ask('', init);
    const own = shop({
      limiter,
      fetch: fakeApi().fetch,
      key: (request) => request.headers.get('x-payer') ?? undefined,
    });
    for (const payer of ['order-1', 'order-1', 'b']) await own.ask('', { headers: { 'x-payer': payer } });
    await own.ask();
    await shop({ limiter, fetch: fakeApi().fetch }).ask();
    const [a, b, c, d, e, f, g, h] = limiter.keys;
    assert.deepEqual(
      [a === b, a === c, d === e, d === f, g === h, g === d],
      [true, false, true, false, true, false],
    );
    for (const key of limiter.keys)
      assert.match(key, /^deposit-slip:limit:(session:[0-9a-f-]{36}|(key|grant):[\w-]{43})$/);
  });

  it('counts by the grant where the merchant’s own key fails', async () => {
    const limiter = keeping();
    const broken = [() => Promise.reject(new Error('canary')), () => 7 as never];
    await shop({ limiter, fetch: fakeApi().fetch }).ask();
    for (const key of broken) {
      const { ask, logger } = shop({ limiter, key, fetch: fakeApi().fetch });
      assert.equal((await ask()).status, 200);
      assert.deepEqual(logger.lines, [
        '["The key option of the deposit kit returned no string: counting by grant id",null]',
      ]);
    }
    assert.equal(new Set(limiter.keys).size, 1);
  });

  it('counts only who is known: a stranger costs nobody’s budget, and is refused as ever', async () => {
    const limiter = keeping();
    assert.equal((await shop({ limiter, grant: null }).ask()).status, 401);
    assert.equal((await shop({ limiter, session: KEY }).ask()).status, 401);
    assert.equal(
      (await shop({ limiter }).ask('', { headers: { 'sec-fetch-site': 'cross-site' } })).status,
      403,
    );
    assert.deepEqual(limiter.keys, []);
  });

  it('lets everybody through while it is out of order, and says so in the log alone', async () => {
    const broken: readonly Limiter[] = [
      { consume: () => Promise.reject(new Error('canary: Redis is down')) },
      {
        consume: () => {
          throw new TypeError('canary');
        },
      },
      { consume: () => Promise.reject(undefined) },
      { consume: () => Promise.reject({ msBeforeNext: 'soon' }) },
      { consume: () => Promise.reject({ msBeforeNext: NaN }) },
      {
        consume: () =>
          Promise.reject({
            get msBeforeNext() {
              throw new Error('canary');
            },
          }),
      },
    ];
    for (const limiter of broken) {
      const { ask, logger } = shop({ limiter, fetch: fakeApi().fetch });
      assert.equal((await ask()).status, 200);
      assert.deepEqual(logger.lines, [
        '["The limiter of the deposit kit failed: the request was not limited",null]',
      ]);
    }
  });

  it('lets a request through after a second, where it does not say anything', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let called = (): void => undefined;
      const isAsked = new Promise<void>((resolve) => (called = resolve));
      const consume = (): Promise<never> => (called(), new Promise(() => undefined));
      const { ask } = shop({ limiter: { consume }, fetch: fakeApi().fetch });
      let status: number | undefined;
      const asked = ask().then((answer) => (status = answer.status));
      await isAsked;
      mock.timers.tick(999);
      for (let turn = 0; turn < 50; turn += 1) await setImmediate();
      assert.equal(status, undefined);
      mock.timers.tick(1);
      assert.equal(await asked, 200);
      // Left alone for a while: a payer waits once.
      assert.equal((await ask()).status, 200);
    } finally {
      mock.timers.reset();
    }
  });

  it('is none where the merchant wants none', async () => {
    const { ask } = shop({ fetch: fakeApi().fetch, limiter: false });
    const answers = await Promise.all(Array.from({ length: BUDGET + 50 }, () => ask()));
    assert.deepEqual(statusesOf(answers), { 200: BUDGET + 50 });
  });

  it('is none, with one warning, where the package is not installed', () => {
    const missing = `export const resolve = (name, context, next) => {
      if (!name.startsWith('rate-limiter-flexible')) return next(name, context);
      throw Object.assign(new Error('canary'), { code: 'ERR_MODULE_NOT_FOUND' });
    }`;
    const code = `
      import { register } from 'node:module';
      register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(missing))});
      const { createDepositKit } = await import('deposit-slip/kit');
      const lines = [];
      const write = (...line) => lines.push(line);
      const kit = createDepositKit({
        baseUrl: 'https://api.example.com',
        token: 'token',
        secret: 'x'.repeat(32),
        authorize: () => ({ id: 'o', merchantId: 1, methods: [{ paymentId: 95, fiat: 'PEN' }] }),
        logger: { warn: write, error: write },
      });
      const statuses = new Set();
      for (let time = 0; time < ${BUDGET + 50}; time += 1)
        statuses.add((await kit(new Request('https://shop.example/deposit'))).status);
      console.log(JSON.stringify([[...statuses], lines]));`;
    const node = ['--conditions=@deposit-slip/source', '--import', 'tsx', '--input-type=module', '-e', code];
    const { stdout, stderr } = spawnSync(process.execPath, node, { cwd: ROOT, encoding: 'utf8' });
    assert.equal(
      stdout.trim(),
      JSON.stringify([
        [200],
        [['rate-limiter-flexible is not installed: the deposit kit does not limit requests']],
      ]),
      stderr,
    );
  });

  it('takes the API’s own limit for its own, and passes it on', async () => {
    const api = fakeApi({ slip: json('{}', { status: 429, headers: { 'retry-after': '7' } }) });
    const { status, headers } = await shop({ fetch: api.fetch, limiter: keeping() }).ask();
    assert.deepEqual([status, headers.get('retry-after')], [429, '7']);
  });
});
