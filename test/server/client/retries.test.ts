import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';
import { ClientError } from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { pass, useClock } from '../clock.js';
import { ONCE, SAMPLES, sampleOf } from './samples.js';
import { envelope, errorOf, scriptedClient, type Answer } from './scripted-client.js';

const IDEMPOTENT = SAMPLES.filter(({ name }) => !ONCE.includes(name));
const CLAIM = { merchantId: '1', fiat: 'ARS', amount: '5.10', userPaymentId: '5' } as const;

const status = (code: number, headers: Record<string, string> = {}): Response =>
  json('{}', { status: code, headers });

const TEMPORARY: readonly (readonly [name: string, answer: Answer])[] = [
  ['a broken connection', new TypeError('fetch failed')],
  ['429', status(429)],
  ['429 with Retry-After', status(429, { 'retry-after': '0' })],
  ['500', status(500)],
  ['503', status(503, { 'retry-after': '0' })],
  ['a truncated body', json('{"code":200,"msg":"SUCC')],
];

const PERMANENT: readonly (readonly [name: string, answer: Answer])[] = [
  ['400', status(400)],
  ['401', status(401)],
  ['403', status(403)],
  ['409', status(409)],
  ['another code', json('{"code":4005,"msg":"no","data":null}')],
  ['a redirect', status(302)],
  ['HTML', new Response('<h1>', { headers: { 'content-type': 'text/html' } })],
  ['a large body', json(' '.repeat(300_000))],
  ['no data', envelope('null')],
  ['data of another shape', envelope('"x"')],
];

useClock({ timers: true });
let random: number;
beforeEach(() => {
  random = 0.5;
  mock.method(Math, 'random', () => random);
});
/** Lets everything continue that needs no time, and then advances the clocks at once. */
const advance = (milliseconds: number): Promise<void> => pass(milliseconds, milliseconds || 1);

/** The result or error of a call, while time passes. */
async function settle(call: Promise<unknown>): Promise<unknown> {
  const outcome = call.catch((error: unknown) => error);
  for (let n = 0; n < 12; n += 1) await advance(10_000);
  return outcome;
}

describe('an idempotent call', () => {
  for (const { name, call, data, result } of IDEMPOTENT)
    it(`is retried until it succeeds: ${name}`, async () => {
      for (const [, answer] of TEMPORARY) {
        const { client, requests } = scriptedClient([answer, answer, data], { retries: 2 });
        assert.deepEqual(await settle(call(client)), result);
        assert.equal(requests.length, 3);
        assert.deepEqual(requests[1], requests[0]);
        assert.deepEqual(requests[2], requests[0]);
      }
    });

  for (const [name, answer] of TEMPORARY)
    it(`fails with the number of attempts: ${name}`, async () => {
      const { client, requests } = scriptedClient(answer, { retries: 2 });
      const error = await settle(client.funds.claim(CLAIM));
      assert.ok(error instanceof ClientError);
      assert.equal(error.attempts, 3);
      assert.match(error.message, /3 attempts\)/);
      assert.equal(requests.length, 3);
    });

  for (const [name, answer] of PERMANENT)
    it(`is not retried after a permanent failure: ${name}`, async () => {
      for (const { call } of IDEMPOTENT) {
        const { client, requests } = scriptedClient(answer, { retries: 2 });
        const error = await errorOf(call(client));
        assert.ok(error instanceof ClientError);
        assert.deepEqual([error['attempts'], requests.length], [1, 1]);
        assert.ok(!error.message.includes('attempts'));
      }
    });

  it('is retried as often as the options say, and those of the call override the client’s', async () => {
    for (const [ofClient, ofCall, attempts] of [
      [undefined, undefined, 3],
      [0, undefined, 1],
      [5, undefined, 6],
      [5, 0, 1],
      [0, 1, 2],
      [0, 10, 11],
    ] as const) {
      const { client, requests } = scriptedClient(status(500), { retries: ofClient });
      await settle(client.pairs.list({ retries: ofCall }));
      assert.equal(requests.length, attempts);
    }
  });

  it('sends a claim with the same clientId and the same bytes in every attempt', async () => {
    const { client, requests } = scriptedClient(status(500), { retries: 2 });
    const error = await settle(client.funds.claim(CLAIM));
    assert.ok(error instanceof ClientError);
    assert.equal(new Set(requests.map(({ body }) => body)).size, 1);
    assert.ok(requests[0]!.body!.includes(`"clientId":"${error.clientId}"`));
    await settle(client.funds.claim(CLAIM));
    assert.notEqual(requests.at(-1)!.body, requests[0]!.body);
  });
});

describe('a call that is not idempotent', () => {
  for (const name of ONCE)
    it(`is never retried, whatever the options say: ${name}`, async () => {
      for (const [, answer] of [...TEMPORARY, ...PERMANENT]) {
        const { client, requests } = scriptedClient(answer, { retries: 10 });
        const error = await errorOf(sampleOf(name).call(client));
        assert.ok(error instanceof ClientError);
        assert.deepEqual([error['attempts'], requests.length], [1, 1]);
      }
    });
});

describe('an error', () => {
  const [lost, cut, refused] = [status(500), new TypeError('x'), json('{"code":4005,"msg":"no"}')];
  const LATER = { 'retry-after': '60' };
  for (const [name, expected, ...scripts] of [
    ['its only request was refused', false, [refused], [status(409)], [status(401)], [status(429, LATER)]],
    ['a gateway put its 502 into a 200', true, [json('{"code":502,"msg":"no"}')]],
    ['a 429 was retried', false, [status(429), refused]],
    ['its retry was refused', true, ...[401, 409, 422, 429].map((code) => [lost, status(code, LATER)])],
    ['its retry got another code', true, [cut, refused]],
    ['its outcome is unknown', true, [cut], [lost], [status(302)], [json('{}')], [envelope('{"txId":"x"}')]],
  ] as readonly (readonly [string, boolean, ...Answer[][]])[])
    it(`says whether the request may have taken effect: ${expected} if ${name}`, async () => {
      for (const script of scripts)
        for (const operation of ['funds.claim', 'funds.transfer', 'flows.list']) {
          const { client } = scriptedClient(script, { retries: 1 });
          const { mayHaveTakenEffect, message } = (await settle(
            sampleOf(operation).call(client),
          )) as ClientError;
          assert.equal(mayHaveTakenEffect, expected && operation !== 'flows.list');
          assert.equal(message.endsWith('; the request may have taken effect.'), mayHaveTakenEffect);
        }
    });

  it('of an aborted call says this too, unless nothing was sent', async () => {
    const fetch = (() => new Promise(() => undefined)) as typeof globalThis.fetch;
    for (const [answer, options, expected] of [
      [lost, {}, true],
      [status(429), {}, false],
      [lost, { fetch }, true],
    ] as const) {
      const controller = new AbortController();
      const { client } = scriptedClient(answer, { retries: 1, ...options });
      const call = errorOf(client.funds.claim(CLAIM, { signal: controller.signal }));
      await advance(0);
      controller.abort();
      assert.equal((await call)['mayHaveTakenEffect'], expected);
      const unsent = await errorOf(client.funds.claim(CLAIM, { signal: AbortSignal.abort() }));
      assert.equal(unsent['mayHaveTakenEffect'], false);
    }
  });
});

describe('the delay before a retry', () => {
  /** The delay before each retry, in milliseconds. */
  async function delaysOf(answer: Answer, retries: number, share: number): Promise<number[]> {
    random = share;
    const { client, requests } = scriptedClient(answer, { retries, timeout: 120_000 });
    const call = client.pairs.list().catch(() => undefined);
    const delays: number[] = [];
    await advance(0);
    for (let elapsed = 1; requests.length <= retries && elapsed < 60_000; elapsed += 1) {
      const before = requests.length;
      await advance(1);
      if (requests.length === before) continue;
      delays.push(elapsed);
      elapsed = 0;
    }
    await call;
    return delays;
  }

  it('is random within a span that doubles with each retry, up to eight seconds', async () => {
    const shortest = await delaysOf(status(500), 3, 0);
    assert.ok(
      shortest.every((delay) => delay <= 1),
      String(shortest),
    );
    assert.deepEqual(await delaysOf(status(500), 6, 0.0125), [7, 13, 25, 50, 100, 100]);
  });

  it('is never shorter than Retry-After', async () => {
    assert.deepEqual(await delaysOf(status(429, { 'retry-after': '1' }), 1, 0.1), [1050]);
    assert.deepEqual(await delaysOf(status(503, { 'retry-after': '1' }), 1, 0.1), [1050]);
  });

  it('is not waited for, and the call fails, if Retry-After is longer than half a minute', async () => {
    for (const code of [429, 503]) {
      const { client, requests } = scriptedClient(status(code, { 'retry-after': '31' }), { retries: 2 });
      const error = await errorOf(client.pairs.list());
      assert.deepEqual([error['retryAfter'], error['attempts'], requests.length], [31, 1, 1]);
      const short = scriptedClient(status(code, { 'retry-after': '30' }), { retries: 1 });
      await settle(short.client.pairs.list());
      assert.equal(short.requests.length, 2);
    }
  });

  it('ends at once when the signal aborts', async () => {
    const controller = new AbortController();
    const { client, requests } = scriptedClient(status(500), { retries: 2 });
    const call = errorOf(client.funds.claim(CLAIM, { signal: controller.signal }));
    await advance(0);
    assert.equal(requests.length, 1);
    controller.abort(new Error('the request is gone'));
    const error = await call;
    assert.deepEqual([error.name, error['attempts'], requests.length], ['ConnectionError', 1, 1]);
    assert.equal((error.cause as Error).message, 'the request is gone');
    const aborted = await errorOf(client.pairs.list({ signal: AbortSignal.abort() }));
    assert.deepEqual([aborted['attempts'], requests.length], [0, 1]);
  });
});

describe('the timeout', () => {
  it('applies to each attempt, and the call’s own overrides the client’s', async () => {
    let requests = 0;
    const silent = (() => new Promise(() => void (requests += 1))) as unknown as typeof fetch;
    const { client } = scriptedClient('', { fetch: silent, retries: 1, timeout: 120_000 });
    let error: unknown;
    void errorOf(client.pairs.list({ timeout: 40 })).then((rejection) => (error = rejection));
    // The first attempt, the delay, and the second attempt.
    for (const [milliseconds, attempts] of [
      [39, 1],
      [1, 1],
      [249, 1],
      [1, 2],
      [39, 2],
    ] as const) {
      await advance(milliseconds);
      assert.deepEqual([requests, error], [attempts, undefined]);
    }
    await advance(1);
    const { name, attempts, message } = error as ClientError;
    assert.deepEqual([name, attempts], ['TimeoutError', 2]);
    assert.equal(message, 'pairs.list: no response before the timeout (2 attempts).');
  });
});
