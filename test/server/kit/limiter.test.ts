import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createDepositSession, type Limiter } from 'deposit-slip/kit';
import { fakeApi } from '../fake-api.js';
import { PIX_GRANT, bearer, shop, type Answer } from '../shop.js';
import { ROOT } from '../../root.js';

const KEY = 'a session key of the tests, of thirty-two bytes or more';
/** The default limit: requests per minute. */
const BUDGET = 300;

const statusesOf = (answers: readonly Answer[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** A limiter that records the keys it receives. */
function recordingLimiter(): Limiter & { readonly keys: string[] } {
  const keys: string[] = [];
  return { keys, consume: (key) => void keys.push(key) };
}

describe('the limiter', () => {
  it('rejects requests over the limit with 429 and Retry-After, without calling the API', async () => {
    const api = fakeApi();
    const limiter = new RateLimiterMemory({ points: 3, duration: 60 });
    const { send } = shop({ api, limiter });
    const answers: Answer[] = [];
    for (let time = 0; time < 5; time += 1) answers.push(await send('?refresh=1'));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 429, 429],
    );
    assert.equal(api.slips().length, 3);
    const { headers, body } = answers.at(-1)!;
    assert.match(headers.get('retry-after') ?? '', /^(?:[1-9]|[1-5][0-9]|60)$/);
    assert.deepEqual(
      [body.kind, body.data, body.msg],
      ['rate-limited', null, 'Too many requests. Try again later.'],
    );
  });

  it('sends Retry-After in whole seconds, from one second to a day', async () => {
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
      assert.equal((await shop({ limiter }).send()).headers.get('retry-after'), seconds);
    }
  });

  it('serves a payer while another session is flooded', async () => {
    const { send } = shop({ session: KEY, limiter: undefined as never });
    const sessionOf = (id: string) => createDepositSession(KEY, { ...PIX_GRANT, id });
    const [flooder, payer] = [bearer(await sessionOf('flooder')), bearer(await sessionOf('payer'))];
    const flood = Promise.all(Array.from({ length: BUDGET + 100 }, () => send('?paymentId=90', flooder)));
    const served = [await send('', payer), await send('?refresh=1', payer)];
    assert.deepEqual(statusesOf(await flood), { 200: BUDGET, 429: 100 });
    served.push(await send('', payer));
    assert.deepEqual(statusesOf(served), { 200: 3 });
  });

  it('allows ten tabs opened in the same minute to poll, but not an eleventh', async ({ mock }) => {
    mock.timers.enable({ apis: ['Date'], now: 1_700_000_000_000 });
    const { send } = shop({ limiter: undefined as never });
    const token = (await send()).body.arrival;
    const statuses = new Set<number>();
    // A tab polls every 2 seconds for its first minute (src/widget/shared/controllers/arrival-poller.ts).
    for (let second = 2; second < 60; second += 2) {
      mock.timers.tick(2000);
      for (let tab = 0; tab < 10; tab += 1) statuses.add((await send(`?arrival=${token}`)).status);
    }
    assert.deepEqual([...statuses], [200]);
    for (let tab = 0; tab < 10; tab += 1) statuses.add((await send(`?arrival=${token}`)).status);
    assert.deepEqual([...statuses], [200, 429]);
  });

  it('counts by visit, whatever the session, or else by the key option, with keys that identify no one', async () => {
    const limiter = recordingLimiter();
    const newSession = async () => bearer(await createDepositSession(KEY, PIX_GRANT));
    const sessions = shop({ limiter, session: KEY, key: () => 'nobody' });
    const first = await newSession();
    for (const init of [first, first, await newSession()]) await sessions.send('', init);
    const keyed = shop({
      limiter,
      api: fakeApi(),
      key: (request) => request.headers.get('x-payer') ?? undefined,
    });
    for (const payer of ['order-1', 'order-1', 'b']) await keyed.send('', { headers: { 'x-payer': payer } });
    await keyed.send();
    await shop({ limiter }).send();
    const [a, b, c, d, e, f, g, h] = limiter.keys;
    assert.equal(a, g, 'a session is counted with its visit');
    assert.deepEqual(
      [a === b, a === c, d === e, d === f, g === h, g === d],
      [true, true, true, false, true, false],
    );
    for (const key of limiter.keys) assert.match(key, /^deposit-slip:limit:[\w-]{43}$/);
  });

  it('counts by grant if the key option fails', async () => {
    const limiter = recordingLimiter();
    const broken = [() => Promise.reject(new Error('canary')), () => 7 as never];
    await shop({ limiter }).send();
    for (const key of broken) {
      const { send, logger } = shop({ limiter, key });
      assert.equal((await send()).status, 200);
      assert.deepEqual(logger.lines, [
        '["The key option of the deposit kit returned no string: the request is counted by its grant id",null]',
      ]);
    }
    assert.equal(new Set(limiter.keys).size, 1);
  });

  it('counts only authenticated requests', async () => {
    const limiter = recordingLimiter();
    assert.equal((await shop({ limiter, grant: null }).send()).status, 401);
    assert.equal((await shop({ limiter, session: KEY }).send()).status, 401);
    assert.equal(
      (await shop({ limiter }).send('', { headers: { 'sec-fetch-site': 'cross-site' } })).status,
      403,
    );
    assert.deepEqual(limiter.keys, []);
  });

  it('lets requests through while it fails, and logs the failure', async () => {
    const throwing = (): never => {
      throw new TypeError('canary');
    };
    const broken: readonly Limiter['consume'][] = [
      () => Promise.reject(new Error('canary: Redis is down')),
      throwing,
      () => Promise.reject(undefined),
      () => Promise.reject({ msBeforeNext: 'soon' }),
      () => Promise.reject({ msBeforeNext: NaN }),
      () => Promise.reject(Object.defineProperty({}, 'msBeforeNext', { get: throwing })),
    ];
    for (const consume of broken) {
      const { send, logger } = shop({ limiter: { consume } });
      assert.equal((await send()).status, 200);
      assert.deepEqual(logger.lines, [
        '["The limiter of the deposit kit failed: the request was not limited",null]',
      ]);
    }
  });

  it('lets a request through after a second without a response from the limiter', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let onCall = (): void => undefined;
    const called = new Promise<void>((resolve) => (onCall = resolve));
    const consume = (): Promise<never> => (onCall(), new Promise(() => undefined));
    const { send } = shop({ limiter: { consume } });
    let status: number | undefined;
    const pending = send().then((answer) => (status = answer.status));
    await called;
    mock.timers.tick(999);
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    assert.equal(status, undefined);
    mock.timers.tick(1);
    assert.equal(await pending, 200);
  });

  it('is disabled with false', async () => {
    const { send } = shop({ limiter: false });
    const answers = await Promise.all(Array.from({ length: BUDGET + 50 }, () => send()));
    assert.deepEqual(statusesOf(answers), { 200: BUDGET + 50 });
  });

  it('is disabled, with one warning, if the package is not installed', () => {
    const missing = `export const resolve = (name, context, next) => {
      if (!name.startsWith('rate-limiter-flexible')) return next(name, context);
      throw Object.assign(new Error('canary'), { code: 'ERR_MODULE_NOT_FOUND' });
    }`;
    const code = `
      import { register } from 'node:module';
      register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(missing))});
      const { createDepositKit, createMemoryStore } = await import('deposit-slip/kit');
      const lines = [];
      const write = (...line) => lines.push(line);
      const kit = createDepositKit({
        baseUrl: 'https://api.example.com',
        token: 'token',
        secret: 'x'.repeat(32),
        store: createMemoryStore(),
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
});
