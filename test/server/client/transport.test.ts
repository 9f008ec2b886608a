import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { createTransport } from '../../../src/server/client/transport.js';
import { isFailure } from '../../../src/server/client/errors.js';
import { pix } from '../fake-api.js';
import { withLoopback } from '../loopback.js';
import { TOKEN } from '../shop.js';

// test/proofs/server proves the outcome of each network fault. These tests check the details of a result.

const JSON_HEAD = { 'content-type': 'application/json' };
const KIB = 1024;

/** The transport's result for one response. */
async function resultOf(write: (response: ServerResponse) => void): Promise<Record<string, unknown>> {
  const result = await withLoopback(
    (_, response) => write(response),
    (url) => createTransport({ baseUrl: new URL(url), token: TOKEN, timeout: 2000, fetch })('/v2/any', {}),
  );
  return { ...result };
}

const body =
  (text: string | Buffer, head: Record<string, string> = JSON_HEAD) =>
  (response: ServerResponse) =>
    void response.writeHead(200, head).end(text);

async function dataOf(text: string): Promise<unknown> {
  return (await resultOf(body(text)))['data'];
}

/** Responses that cannot be read, by the reason that the transport reports. */
const UNREADABLE: Readonly<Record<string, readonly ((response: ServerResponse) => void)[]>> = {
  redirect: [301, 302, 303, 307, 308].map(
    (status) => (response) => void response.writeHead(status, { location: '/elsewhere' }).end(),
  ),
  'content-type': [
    ...['text/html', 'text/plain', 'application/jsonp', 'application/json-seq', '', 'text/json'].map((type) =>
      body(pix(), { 'content-type': type }),
    ),
    (response) => void response.writeHead(204).end(),
  ],
  'too-large': [body(`{"code":200,"data":{}}${' '.repeat(256 * KIB)}`)],
  'not-utf-8': [
    body(Buffer.from('{"code":200,"data":{"a":"\xc3\x28"}}', 'latin1')),
    body(Buffer.from('{"code":200,"data":{"a":"é').subarray(0, -1)),
    body(Buffer.from('{"code":200,"data":{"a":"é"}}', 'latin1'), {
      'content-type': 'application/json; charset=latin1',
    }),
  ],
  'not-json': [
    '',
    '<html>',
    '{"code":200,"data":{"a":1,}}',
    '{"code":200,"data":{"record":{]}',
    "{'code':200,'data':{}}",
    '{"code":200,"data":{"a":01}}',
    '{"code":200,"data":{"a":NaN}}',
    '{"code":200,"data":{}} {}',
    '{"code":200,"data":{}/*c*/}',
    `{"code":200,"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    '{"code":200,"data":{"a":1,"a":2}}',
    '{"code":200,"data":{"a":1,"a":1}}',
    '{"code":200,"data":{"a":"x","\\u0061":"x"}}',
    '{"code":200,"data":{"__proto__":{},"__proto__":{}}}',
  ].map((text) => body(text)),
  'no-envelope': [
    ...['{}', '[]', '1', 'null', '{"data":{}}', '{"fiat":"BRL","fieldList":{}}', '{"code":0}'],
    ...['null', '1', '"x"', 'true'].map((data) => `{"code":200,"data":${data}}`),
  ].map((text) => body(text)),
};

describe('the transport', () => {
  it('returns the data, and the time of the API’s clock', async () => {
    const date = 'Tue, 14 Nov 2023 22:13:20 GMT';
    const result = await resultOf((response) => response.writeHead(200, { ...JSON_HEAD, date }).end(pix()));
    assert.equal(result['date'], 1_700_000_000_000);
    assert.equal((result['data'] as Record<string, unknown>)['fiat'], 'BRL');
  });

  for (const [reason, responses] of Object.entries(UNREADABLE))
    it(`reports why a response is unreadable: ${reason}`, async () => {
      for (const [at, write] of responses.entries()) {
        const { kind, reason: reported } = await resultOf(write);
        assert.deepEqual([kind, reported], ['unreadable', reason], `response ${at}`);
      }
    });

  it('accepts the content types of JSON', async () => {
    for (const type of ['application/json;charset=UTF-8', 'Application/JSON', 'application/problem+json'])
      assert.equal((await resultOf(body(pix(), { 'content-type': type })))['status'], 200, type);
  });

  it('accepts a body of exactly 256 KiB', async () => {
    const start = `{"code":200,"data":{"image":"${'A'.repeat(200 * KIB)}"},"msg":"`;
    const text = `${start}${'x'.repeat(256 * KIB - start.length - 2)}"}`;
    assert.equal((await resultOf(body(text)))['status'], 200);
  });

  it('reads no chunk after the one that exceeds 256 KiB', async () => {
    let chunks = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          chunks += 1;
          controller.enqueue(new Uint8Array(64 * KIB));
        },
      },
      { highWaterMark: 0 },
    );
    const baseUrl = new URL('https://a.example');
    const endless = (async () => new Response(stream, { headers: JSON_HEAD })) as typeof fetch;
    const result = await createTransport({ baseUrl, token: 't', timeout: 2000, fetch: endless })('/', {});
    assert.equal(isFailure(result) && result.reason, 'too-large');
    assert.equal(chunks, 5);
  });

  it('does not mistake text inside a string for a repeated key', async () => {
    assert.deepEqual(await dataOf('{"code":200,"data":{"a":"\\"a\\":1,\\\\","b":["x","a"]}}'), {
      a: '"a":1,\\',
      b: ['x', 'a'],
    });
  });

  it('keeps every digit: a number that JavaScript would change is returned as text', async () => {
    const text =
      '{"code":200,"data":{"a":9007199254740993,"b":22.00,"c":1e3,"d":-0,"e":7,"f":0.1,"g":1E400}}';
    assert.deepEqual(await dataOf(text), {
      a: '9007199254740993',
      b: '22.00',
      c: '1e3',
      d: '-0',
      e: 7,
      f: 0.1,
      g: '1E400',
    });
  });

  it('returns code and message of a refusal', async () => {
    const text = '{"code":4005,"msg":"no such account","data":null}';
    const expected = { failed: true, kind: 'refused', code: '4005', msg: 'no such account' };
    assert.deepEqual(await resultOf(body(text)), { ...expected, status: 200 });
    const notFound = await resultOf((response) => response.writeHead(404, JSON_HEAD).end(text));
    assert.deepEqual(notFound, { ...expected, status: 404 });
    const noJson = await resultOf((response) => response.writeHead(413).end('too big'));
    assert.deepEqual(noJson, { failed: true, kind: 'refused', status: 413 });
  });

  it('reads Retry-After as seconds or as a date, up to a day', async () => {
    const forms = [
      ['7', 7],
      ['99999999', 86_400],
      ['Tue, 14 Nov 2023 22:13:20 GMT', 0],
      ['soon', undefined],
    ] as const;
    for (const [value, seconds] of forms) {
      const result = await resultOf((response) => response.writeHead(429, { 'retry-after': value }).end());
      assert.equal(result['retryAfter'], seconds, value);
    }
  });
});
