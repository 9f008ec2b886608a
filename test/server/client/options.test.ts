import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMerchantClient, InvalidRequestError, type MerchantClientOptions } from 'deposit-slip/client';
import { errorOf, scriptedClient } from './scripted-client.js';
import { SAMPLES } from './samples.js';

const VALID: MerchantClientOptions = { baseUrl: 'https://api.example.com/pay', token: 'canary-token' };

/** The message of the error that invalid options cause, or '' if the options are valid. */
function issueOf(options: unknown): string {
  try {
    createMerchantClient(options as MerchantClientOptions);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error.message;
  }
  return '';
}

/** Runs a function with a global that browsers have, and then restores it. */
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
  it('are all named in one sentence if they are missing or invalid', () => {
    const missing = 'The merchant client cannot start: baseUrl is missing, token is missing.';
    for (const options of [undefined, null, {}, { baseUrl: '', token: '' }])
      assert.equal(issueOf(options), missing);
    assert.equal(
      issueOf({ baseUrl: 'http://api.example.com', token: 'two words', fetch: {}, timeout: 0, retries: -1 }),
      'The merchant client cannot start: baseUrl is not https, token cannot be sent in a header, ' +
        'fetch must be a function, timeout is not from 1 to 120000 milliseconds, retries is not from 0 to 10.',
    );
  });

  it('accept https URLs, and http on loopback', () => {
    const urls = ['http://localhost:3000', 'http://127.0.0.1:3000/x', 'http://[::1]', 'https://a.example/x/'];
    for (const baseUrl of [...urls, ...urls.map((url) => new URL(url))])
      assert.equal(issueOf({ ...VALID, baseUrl }), '');
    for (const [baseUrl, issue] of [
      ['api.example.com', 'is not a URL'],
      [7, 'is not a URL'],
      ['https://me:pw@api.example.com', 'holds a user name or password'],
      ['https://api.example.com?a=1', 'holds a query or a fragment'],
      ['https://api.example.com#a', 'holds a query or a fragment'],
      ['http://10.0.0.1', 'is not https'],
      ['http://localhost.example.com', 'is not https'],
      ['ftp://api.example.com', 'is not https'],
    ])
      assert.equal(issueOf({ ...VALID, baseUrl }), `The merchant client cannot start: baseUrl ${issue}.`);
  });

  it('accept a timeout of up to two minutes, and up to ten retries', () => {
    for (const timeout of [1, 120_000, undefined]) assert.equal(issueOf({ ...VALID, timeout }), '');
    for (const timeout of [0, -1, 1.5, 120_001, NaN, Infinity, '5', null])
      assert.match(issueOf({ ...VALID, timeout }), /timeout/);
    for (const retries of [0, 2, 10, undefined]) assert.equal(issueOf({ ...VALID, retries }), '');
    for (const retries of [-1, 1.5, 11, NaN, Infinity, '2', null, true])
      assert.match(issueOf({ ...VALID, retries }), /retries/);
  });

  it('are reported without quoting the token', () => {
    for (const token of ['canary token', 'canary\n', 'canaryé', 7, {}])
      assert.equal(
        issueOf({ ...VALID, token }),
        'The merchant client cannot start: token cannot be sent in a header.',
      );
  });

  it('are not affected by later changes to the URL object', async () => {
    const baseUrl = new URL('https://api.example.com/one');
    const { client, requests } = scriptedClient('[]', { baseUrl });
    baseUrl.href = 'https://evil.example/two';
    await client.pairs.list();
    assert.equal(requests[0]?.line, 'GET /one/v2/base/sell/symbols');
  });

  it('default to the platform’s fetch at the time of the call', async () => {
    const client = createMerchantClient(VALID);
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
  const invalid: readonly (readonly [options: object, issue: string])[] = [
    [{ timeout: 0 }, 'timeout is not from 1 to 120000 milliseconds'],
    [{ timeout: '5' }, 'timeout is not from 1 to 120000 milliseconds'],
    [{ timeout: 120_001 }, 'timeout is not from 1 to 120000 milliseconds'],
    [{ retries: -1 }, 'retries is not from 0 to 10'],
    [{ retries: 11 }, 'retries is not from 0 to 10'],
    [{ signal: new AbortController() }, 'signal is not an AbortSignal'],
    [{ signal: null }, 'signal is not an AbortSignal'],
  ];

  for (const [options, issue] of invalid)
    it(`are rejected before a request is sent, by every operation: ${issue}`, async () => {
      for (const { operation, call } of SAMPLES) {
        const { client, requests } = scriptedClient('[]');
        const error = await errorOf(call(client, options));
        assert.ok(error instanceof InvalidRequestError);
        assert.equal(error.message, `${operation}: ${issue}.`);
        assert.deepEqual([error.field, requests], [issue.split(' ')[0], []]);
      }
    });

  it('may be omitted or empty', async () => {
    const undefinedOptions = { signal: undefined, timeout: undefined, retries: undefined };
    for (const options of [undefined, null, {}, undefinedOptions])
      for (const { call, data, result } of SAMPLES)
        assert.deepEqual(await call(scriptedClient(data).client, options), result);
  });
});

describe('a browser', () => {
  const message = 'The merchant client cannot start in a browser: it holds the access token.';

  it('is rejected, and so are its workers', () => {
    withGlobal('document', {}, () => assert.equal(issueOf(VALID), message));
    withGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' }, () =>
      assert.equal(issueOf(VALID), message),
    );
  });

  it('is not confused with servers that define navigator', () => {
    for (const userAgent of ['Node.js/24', 'Deno/2.5.0', 'Bun/1.3', 'Cloudflare-Workers', undefined])
      withGlobal('navigator', { userAgent }, () => assert.equal(issueOf(VALID), ''));
  });
});
