import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ClientError } from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { startClock, stopClock, timersLeft, type Clock } from './clock.js';
import { desk, envelope, errorOf, type Answer, type Desk } from './desk.js';
import { SAMPLES } from './samples.js';

/** Sent once, whatever happens. */
const ONCE = ['accounts.activate', 'pendingFund.get'];
const REPEATED = SAMPLES.filter(({ name }) => !ONCE.includes(name));
const CLAIM = SAMPLES.find(({ name }) => name === 'funds.claim')!;

const status = (code: number, head: Record<string, string> = {}): Response =>
  json('{}', { status: code, headers: head });
const cutShort = json('{"code":200,"msg":"SUCC');

/** Failures that may pass. */
const PASSING: readonly (readonly [name: string, answer: Answer])[] = [
  ['a broken connection', new TypeError('fetch failed')],
  ['429', status(429)],
  ['429 with a time', status(429, { 'retry-after': '0' })],
  ['500', status(500)],
  ['503', status(503, { 'retry-after': '0' })],
  ['a body cut short', cutShort],
];

/** Failures that stay. */
const LASTING: readonly (readonly [name: string, answer: Answer])[] = [
  ['400', status(400)],
  ['401', status(401)],
  ['403', status(403)],
  ['409', status(409)],
  ['another code', json('{"code":4005,"msg":"no","data":null}')],
  ['a redirect', status(302)],
  ['HTML', new Response('<h1>', { headers: { 'content-type': 'text/html' } })],
  ['a flood', json(' '.repeat(300_000))],
  ['no data', envelope('null')],
  ['data of another shape', envelope('"x"')],
];

/** A client whose API gives these answers one after the other, the last one for good. */
function series([...answers]: readonly Answer[], options: Parameters<typeof desk>[1] = {}): Desk {
  const made = desk('', { retries: 2, ...options });
  made.script(() => (answers.length > 1 ? answers.shift()! : answers[0]!));
  return made;
}

/** How a call ends, with time going on beneath it. */
async function endOf(clock: Clock, call: Promise<unknown>): Promise<unknown> {
  const end = call.catch((error: unknown) => error);
  for (let n = 0; n < 12; n += 1) await clock.pass(10_000);
  return end;
}

let clock: Clock;

describe('a call that may be repeated', () => {
  beforeEach(() => void (clock = stopClock()));
  afterEach(startClock);

  for (const { name, call, data, result } of REPEATED)
    it(`is sent again until it is answered: ${name}`, async () => {
      for (const [, answer] of PASSING) {
        const { client, asked } = series([answer, answer, data]);
        assert.deepEqual(await endOf(clock, call(client)), result);
        assert.equal(asked.length, 3);
        assert.deepEqual(asked[1], asked[0]);
        assert.deepEqual(asked[2], asked[0]);
      }
    });

  for (const [name, answer] of PASSING)
    it(`fails with how many tries were made: ${name}`, async () => {
      const { client, asked } = series([answer]);
      const error = await endOf(clock, CLAIM.call(client));
      assert.ok(error instanceof ClientError);
      assert.equal(error.attempts, 3);
      assert.match(error.message, /3 tries\)\.$/);
      assert.equal(asked.length, 3);
    });

  for (const [name, answer] of LASTING)
    it(`is not sent again for what stays: ${name}`, async () => {
      for (const { call } of [CLAIM, ...REPEATED]) {
        const { client, asked } = series([answer]);
        const error = await endOf(clock, call(client));
        assert.ok(error instanceof ClientError);
        assert.equal(error.attempts, 1);
        assert.ok(!error.message.includes('tries'));
        assert.equal(asked.length, 1);
      }
    });

  it('is sent as often as the options say, the call’s before the client’s', async () => {
    for (const [ofClient, ofCall, tries] of [
      [undefined, undefined, 3],
      [0, undefined, 1],
      [5, undefined, 6],
      [5, 0, 1],
      [0, 1, 2],
      [0, 10, 11],
    ] as const) {
      const { client, asked } = desk(status(500), { retries: ofClient });
      await endOf(clock, client.pairs.list({ retries: ofCall }));
      assert.equal(asked.length, tries);
    }
  });

  it('gives each claim and transfer one clientId over all tries, and the same bytes', async () => {
    const { client, asked } = series([status(500)]);
    const order = { merchantId: '1', fiat: 'ARS', amount: '5.10', userPaymentId: '5' } as const;
    const error = await endOf(clock, client.funds.claim(order));
    assert.ok(error instanceof ClientError);
    assert.equal(new Set(asked.map(({ body }) => body)).size, 1);
    assert.ok(asked[0]!.body!.includes(`"clientId":"${error.clientId}"`));
    await endOf(clock, client.funds.claim(order));
    assert.notEqual(asked.at(-1)!.body, asked[0]!.body);
  });
});

describe('a call that may not be repeated', () => {
  beforeEach(() => void (clock = stopClock()));
  afterEach(startClock);

  for (const name of ONCE)
    it(`is sent once, whatever happens and whatever the options say: ${name}`, async () => {
      const { call } = SAMPLES.find((sample) => sample.name === name)!;
      for (const [, answer] of [...PASSING, ...LASTING]) {
        const { client, asked } = series([answer], { retries: 10 });
        const error = await endOf(clock, call(client));
        assert.ok(error instanceof ClientError);
        assert.deepEqual([error.attempts, asked.length], [1, 1]);
      }
    });
});

describe('the time between two tries', () => {
  beforeEach(() => void (clock = stopClock()));
  afterEach(startClock);

  /** The milliseconds that had to pass before each try after the first. */
  async function delays(answer: Answer, retries: number, chance: number): Promise<number[]> {
    clock.draw(chance);
    const { client, asked } = desk(answer, { retries, timeout: 120_000 });
    const call = client.pairs.list().catch(() => undefined);
    const found: number[] = [];
    await clock.pass(0);
    for (let passed = 1; asked.length <= retries && passed < 60_000; passed += 1) {
      const before = asked.length;
      await clock.pass(1);
      if (asked.length === before) continue;
      found.push(passed);
      passed = 0;
    }
    await call;
    return found;
  }

  it('grows to twice its span with each, up to eight seconds, and is drawn from all of it', async () => {
    const least = await delays(status(500), 3, 0);
    assert.ok(
      least.every((delay) => delay <= 1),
      String(least),
    );
    assert.deepEqual(await delays(status(500), 6, 0.125), [63, 125, 250, 500, 1000, 1000]);
  });

  it('is never shorter than Retry-After says, of 429 and of 5xx', async () => {
    assert.deepEqual(await delays(status(429, { 'retry-after': '1' }), 1, 0.1), [1050]);
    assert.deepEqual(await delays(status(503, { 'retry-after': '2' }), 1, 0.1), [2050]);
  });

  it('is not waited for where Retry-After asks for more than half a minute', async () => {
    for (const code of [429, 503]) {
      const { client, asked } = desk(status(code, { 'retry-after': '31' }), { retries: 2 });
      const error = await errorOf(client.pairs.list());
      assert.deepEqual([error['retryAfter'], error['attempts'], asked.length], [31, 1, 1]);
      const patient = desk(status(code, { 'retry-after': '30' }), { retries: 1 });
      await endOf(clock, patient.client.pairs.list());
      assert.equal(patient.asked.length, 2);
    }
  });

  it('ends at once when the signal aborts, with how many tries were made', async () => {
    const controller = new AbortController();
    const { client, asked } = desk(status(500), { retries: 2 });
    const call = errorOf(client.funds.claim(ORDER, { signal: controller.signal }));
    await clock.pass(0);
    assert.equal(asked.length, 1);
    controller.abort(new Error('the request is gone'));
    const error = await call;
    assert.deepEqual([error.name, error['attempts'], asked.length], ['ConnectionError', 1, 1]);
    assert.equal((error.cause as Error).message, 'the request is gone');
    assert.match(String(error['clientId']), /^[0-9a-f-]{36}$/);
  });

  it('is none for a call that was aborted before', async () => {
    const { client, asked } = desk(status(500), { retries: 2 });
    const error = await errorOf(client.pairs.list({ signal: AbortSignal.abort() }));
    assert.deepEqual([error['attempts'], asked.length], [0, 0]);
  });
});

const ORDER = { merchantId: '1', fiat: 'ARS', amount: '5', userPaymentId: '5' } as const;

describe('an aborted wait', () => {
  it('leaves no timer and no listener', async () => {
    const controller = new AbortController();
    const before = timersLeft();
    const { client, asked } = desk(status(429, { 'retry-after': '20' }), { retries: 2 });
    const call = errorOf(client.pairs.list({ signal: controller.signal }));
    while (asked.length < 1) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(getEventListeners(controller.signal, 'abort').length > 0);
    controller.abort();
    await call;
    assert.equal(timersLeft(), before);
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  });
});

describe('the time-out', () => {
  beforeEach(() => void (clock = stopClock()));
  afterEach(startClock);

  it('is of each try, and the call’s own comes before the client’s', async () => {
    let asked = 0;
    const deaf = (() => new Promise(() => void (asked += 1))) as unknown as typeof fetch;
    const { client } = desk('', { fetch: deaf, retries: 1, timeout: 120_000 });
    let error: unknown;
    void errorOf(client.pairs.list({ timeout: 40 })).then((ended) => (error = ended));
    // The first try, half of the delay, and the second try.
    for (const [milliseconds, tries] of [
      [39, 1],
      [1, 1],
      [249, 1],
      [1, 2],
      [39, 2],
    ] as const) {
      await clock.pass(milliseconds);
      assert.deepEqual([asked, error], [tries, undefined]);
    }
    await clock.pass(1);
    const { name, attempts, message } = error as ClientError;
    assert.deepEqual([name, attempts], ['TimeoutError', 2]);
    assert.equal(message, 'pairs.list: no answer came in time (2 tries).');
  });
});
