import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMerchantClient, InvalidRequestError, type MerchantClientOptions } from 'deposit-slip/client';
import { desk, errorOf, withOptions } from './desk.js';
import { SAMPLES } from './samples.js';

const GOOD: MerchantClientOptions = { baseUrl: 'https://api.example.com/pay', token: 'canary-token' };

function faultOf(options: unknown): string {
  try {
    createMerchantClient(options as MerchantClientOptions);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message;
  }
  return '';
}

/** Runs with a global that browsers have, and takes it away again. */
function withGlobal(name: string, value: unknown, run: () => void): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true });
  try {
    run();
  } finally {
    if (before) Object.defineProperty(globalThis, name, before);
    else Reflect.deleteProperty(globalThis, name);
  }
}

describe('the client’s options', () => {
  it('are named in one sentence, all that are missing or wrong', () => {
    const missing = 'The merchant client cannot start: baseUrl is missing, token is missing.';
    for (const options of [undefined, null, {}, { baseUrl: '', token: '' }])
      assert.equal(faultOf(options), missing);
    assert.equal(
      faultOf({ baseUrl: 'http://api.example.com', token: 'two words', fetch: {}, timeout: 0, retries: -1 }),
      'The merchant client cannot start: baseUrl is not https, token cannot be sent in a header, ' +
        'fetch is no function, timeout is not from 1 to 120000 milliseconds, retries is not from 0 to 10.',
    );
  });

  it('take an https address alone, and http on this machine', () => {
    const good = ['http://localhost:3000', 'http://127.0.0.1:3000/x', 'http://[::1]', 'https://a.example/x/'];
    for (const baseUrl of [...good, ...good.map((url) => new URL(url))])
      assert.equal(faultOf({ ...GOOD, baseUrl }), '');
    for (const [baseUrl, fault] of [
      ['api.example.com', 'is not a URL'],
      [7, 'is not a URL'],
      ['https://me:pw@api.example.com', 'holds a user name or password'],
      ['https://api.example.com?a=1', 'holds a query or a fragment'],
      ['https://api.example.com#a', 'holds a query or a fragment'],
      ['http://10.0.0.1', 'is not https'],
      ['http://localhost.example.com', 'is not https'],
      ['ftp://api.example.com', 'is not https'],
    ])
      assert.equal(faultOf({ ...GOOD, baseUrl }), `The merchant client cannot start: baseUrl ${fault}.`);
  });

  it('take a time-out of whole milliseconds up to two minutes', () => {
    for (const timeout of [1, 120_000, undefined]) assert.equal(faultOf({ ...GOOD, timeout }), '');
    for (const timeout of [0, -1, 1.5, 120_001, NaN, Infinity, '5', null])
      assert.match(faultOf({ ...GOOD, timeout }), /timeout/);
  });

  it('take from no retry to ten', () => {
    for (const retries of [0, 2, 10, undefined]) assert.equal(faultOf({ ...GOOD, retries }), '');
    for (const retries of [-1, 1.5, 11, NaN, Infinity, '2', null, true])
      assert.match(faultOf({ ...GOOD, retries }), /retries/);
  });

  it('quote no token', () => {
    for (const token of ['canary token', 'canary\n', 'canaryé', 7, {}])
      assert.equal(
        faultOf({ ...GOOD, token }),
        'The merchant client cannot start: token cannot be sent in a header.',
      );
  });

  it('are heeded as they were, whatever becomes of their URL', async () => {
    const baseUrl = new URL('https://api.example.com/one');
    const { client, asked } = desk('[]', { baseUrl });
    baseUrl.href = 'https://evil.example/two';
    await client.pairs.list();
    assert.equal(asked[0]?.line, 'GET /one/v2/base/sell/symbols');
  });

  it('need no fetch: the platform’s is used as it is when a call is made', async () => {
    const client = createMerchantClient(GOOD);
    const { fetch } = globalThis;
    try {
      globalThis.fetch = async () => Response.json({ code: 200, msg: 'SUCCESS', data: [] });
      assert.deepEqual(await client.pairs.list(), []);
    } finally {
      globalThis.fetch = fetch;
    }
  });
});

describe('the options of a call', () => {
  const wrong: readonly (readonly [options: object, message: string])[] = [
    [{ timeout: 0 }, 'timeout is not from 1 to 120000 milliseconds'],
    [{ timeout: '5' }, 'timeout is not from 1 to 120000 milliseconds'],
    [{ timeout: 120_001 }, 'timeout is not from 1 to 120000 milliseconds'],
    [{ retries: -1 }, 'retries is not from 0 to 10'],
    [{ retries: 11 }, 'retries is not from 0 to 10'],
    [{ signal: new AbortController() }, 'signal is no AbortSignal'],
    [{ signal: null }, 'signal is no AbortSignal'],
  ];

  for (const [options, fault] of wrong)
    it(`are refused before anything is sent, of every operation: ${fault}`, async () => {
      for (const { name, call } of SAMPLES) {
        const { client, asked } = desk('[]');
        const error = await errorOf(call(withOptions(client, options)));
        assert.ok(error instanceof InvalidRequestError);
        assert.equal(error.message, `${name.replace(/,.*/, '')}: ${fault}.`);
        assert.deepEqual([error.field, asked], [fault.split(' ')[0], []]);
      }
    });

  it('may be left out, or say nothing', async () => {
    for (const options of [
      undefined,
      null,
      {},
      { signal: undefined, timeout: undefined, retries: undefined },
    ])
      for (const { call, data, result } of SAMPLES)
        assert.deepEqual(await call(withOptions(desk(data).client, options)), result);
  });

  it('name the clientId too where one was made', async () => {
    const { funds } = desk('{}').client;
    const order = { merchantId: '1', fiat: 'ARS', amount: '5', userPaymentId: '5' } as const;
    assert.match(String((await errorOf(funds.claim(order, { retries: -1 })))['clientId']), /^[0-9a-f-]{36}$/);
  });
});

describe('a browser', () => {
  const refusal = 'The merchant client cannot start in a browser: it holds the access token.';

  it('is refused, its workers too', () => {
    withGlobal('document', {}, () => assert.equal(faultOf(GOOD), refusal));
    withGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' }, () =>
      assert.equal(faultOf(GOOD), refusal),
    );
  });

  it('is none of the servers that have a navigator', () => {
    for (const userAgent of ['Node.js/24', 'Deno/2.5.0', 'Bun/1.3', 'Cloudflare-Workers', undefined])
      withGlobal('navigator', { userAgent }, () => assert.equal(faultOf(GOOD), ''));
  });
});
