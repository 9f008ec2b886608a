/**
 * Whatever a client sends as a body, a parameter or a raw request, the response is never a 5xx, an error says
 * what is wrong, and the sandbox continues unharmed (SECURITY.md P27).
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { allTexts, jsonBodies } from '../../../test/fixtures/payloads.js';
import { cases, sampleOf } from '../../../test/proofs/scale.js';
import { OPERATIONS } from '../../src/operations/index.js';
import { queryParameters } from '../../src/reference/json-schema.js';
import { exchange, PATHS, post, VALID_BODIES, type RawResponse } from '../requests.js';
import { TestSandbox } from '../test-sandbox.js';

const bench = new TestSandbox();

/** Valid values of every parameter of each path. */
const QUERIES: Readonly<Record<string, string>> = {
  [PATHS.crypto]: 'tokenId=BTC&clientId=c&startTime=1&endTime=2&pageSize=1&merchantId=1001',
  [PATHS.orders]: 'orderType=fiat_to_fiat&orderStatus=10&currentPage=1&pageSize=1&startTime=1&endTime=2',
  [PATHS.virtual]: 'merchantId=1001&paymentId=105&fiat=MXN&depositAlias=x&currentPage=1&pageSize=1',
  [PATHS.flows]:
    'startTime=1&endTime=2&merchantId=1001&fiat=MXN&txId=1&flowType=ALL&currentPage=1&pageSize=1',
  [PATHS.details]: 'merchantId=1001&paymentId=105&fiat=MXN&depositAlias=x&amount=1.00',
  [PATHS.pairs]: '',
};

/** The response is not a 5xx, its `code` is its status, and an error message is one sentence. */
function assertHandled({ status, text }: RawResponse, input: string): void {
  assert.ok(status < 500 && status >= 200, `${input}: ${status} ${text.slice(0, 200)}`);
  const { code, msg } = JSON.parse(text) as { code?: number; msg: string };
  assert.equal(code ?? status, status, input);
  if (status >= 400) assert.match(msg, /^[A-Z][^\u0000-\u001f]*\.$/, input);
}

function send(path: string, body: object | string | Uint8Array): Promise<RawResponse> {
  const sandbox = { url: bench.url, token: 'sandbox-token', controlToken: 'control-token' };
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  return post(sandbox, path, isRaw ? new Uint8Array(Buffer.from(body)) : body);
}

/** Processes items six at a time. */
async function concurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

const JSON_BODIES = [...jsonBodies()];
const TEXTS = allTexts();

it('the parameters of the contract are all tried', () => {
  for (const [path, tried] of Object.entries(QUERIES)) {
    const { query } = OPERATIONS.find((each) => each.path === path)!;
    const names = queryParameters(query).map(({ name }) => String(name));
    assert.deepEqual([...new URLSearchParams(tried).keys()].toSorted(), names.toSorted(), path);
  }
});

describe('a body', () => {
  for (const [path, valid] of Object.entries(VALID_BODIES)) {
    const members = Object.keys(valid);

    it(`of unusual JSON is rejected by ${path}`, () =>
      concurrently(sampleOf(JSON_BODIES, 10), async ([name, bytes]) => {
        const response = await send(path, bytes);
        assertHandled(response, name);
        assert.notEqual(response.status, 200, `${name} is not a valid body`);
      }));

    it(`with unusual JSON as a member is handled by ${path}`, () =>
      concurrently(sampleOf(JSON_BODIES, 2), async ([name, bytes]) => {
        for (const member of members) {
          const [head, tail] = JSON.stringify({ ...valid, [member]: '\u0001' }).split('"\\u0001"');
          const body = Buffer.concat([Buffer.from(head!), bytes, Buffer.from(tail!)]);
          assertHandled(await send(path, body), name);
        }
      }));

    it(`with a hostile text as a member is handled by ${path}`, () =>
      concurrently(sampleOf(TEXTS, 5), async (text) => {
        for (const member of members) assertHandled(await send(path, { ...valid, [member]: text }), text);
      }));
  }

  it('with random members, close to a valid one, is handled', async () => {
    const anything = fc.anything({ maxDepth: 3, withBigInt: false, withNullPrototype: false });
    const changes = fc.constantFrom(...Object.keys(VALID_BODIES)).chain((path) => {
      const members = fc.constantFrom(...Object.keys(VALID_BODIES[path]!));
      return fc.tuple(fc.constant(path), fc.dictionary(members, fc.oneof(anything, nearlyValid)));
    });
    await fc.assert(
      fc.asyncProperty(changes, async ([path, change]) => {
        const text = JSON.stringify({ ...VALID_BODIES[path], ...change }) ?? 'null';
        assertHandled(await send(path, text), text);
      }),
      { numRuns: cases(100, 20_000, 'random bodies') },
    );
  });
});

/** Values close to a valid id, amount, time or text. */
const nearlyValid = fc.oneof(
  fc.constantFrom<(number | string)[]>(
    ...[0, -1, 1001, 2001, 501, 90, 105, 1e21, 9_007_199_254_740_993, 0.1],
    ...['0.01', '1e3', 'MXN', 'BRL', '', 'c'],
  ),
  fc.double(),
  fc.maxSafeInteger(),
  fc.string({ unit: 'binary' }),
);

/** Queries that are malformed or empty. */
const MALFORMED_QUERIES = [
  ...['%', '%ff', '%00', '=', '&', '&&=', '?', '#'],
  ...['merchantId', 'merchantId=%ED%A0%80', 'a'.repeat(4000)],
];

describe('a parameter', () => {
  for (const [path, valid] of Object.entries(QUERIES)) {
    it(`with a hostile name or value is handled by ${path}`, () =>
      concurrently(sampleOf(TEXTS, 8), async (text) => {
        const params = Object.fromEntries(new URLSearchParams(valid));
        const hostile = Object.keys(params).map((name) => ({ ...params, [name]: text }));
        for (const query of [...hostile, { ...params, [text]: '1' }])
          assertHandled(await bench.get(path, query), text);
      }));

    it(`that is malformed is handled by ${path}`, async () => {
      for (const query of MALFORMED_QUERIES) assertHandled(await bench.get(path, query), query);
    });
  }

  it('in a path or a header is handled', async () => {
    const paths = [
      '/v2/%',
      '/v2/..%2f..',
      '/v2//merchant/addfunds',
      '/v2/merchant/addfunds/',
      '/sandbox/orders/%00',
    ];
    for (const path of paths) assertHandled(await bench.get(path), path);
    for (const token of ['x'.repeat(4000), 'ÿ', '"', '; drop table', 'sandbox-token,other-token'])
      assert.equal((await bench.get(PATHS.flows, {}, token)).status, 401, token);
  });
});

const LINE = `GET ${PATHS.pairs} HTTP/1.1\r\n`;
const POST = `POST ${PATHS.claim} HTTP/1.1\r\nHost: localhost\r\nX-BH-TOKEN: sandbox-token\r\nContent-Type: application/json\r\n`;

/** Bytes that are not a valid request, or that two servers could interpret differently. */
const RAW_REQUESTS: Readonly<Record<string, string>> = {
  'blank lines only': '\r\n\r\n',
  'a text that is not HTTP': 'hello\r\n\r\n',
  'a TLS handshake': `\u0016\u0003\u0001\u0002\u0000`,
  'an unknown HTTP version': `GET ${PATHS.pairs} HTTP/9.9\r\nHost: localhost\r\n\r\n`,
  'no Host header': `${LINE}\r\n`,
  'two Host headers': `${LINE}Host: a\r\nHost: b\r\n\r\n`,
  'a header without a name': `${LINE}Host: localhost\r\n: y\r\n\r\n`,
  'a header with NUL': `${LINE}Host: localhost\r\nX-BH-TOKEN: a\u0000b\r\n\r\n`,
  'a folded header': `${LINE}Host: localhost\r\nX-A: b\r\n c\r\n\r\n`,
  'a megabyte of headers': `${LINE}Host: localhost\r\nX-A: ${'a'.repeat(1_000_000)}\r\n\r\n`,
  'a URL of 100 KB': `GET ${PATHS.pairs}?${'a'.repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'an absolute URL': `GET http://evil.example${PATHS.pairs} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'an unknown method': `GETS ${PATHS.pairs} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'the CONNECT method': `CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'the TRACE method': `TRACE ${PATHS.pairs} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'an upgrade': `${LINE}Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'a negative Content-Length': `${POST}Content-Length: -1\r\n\r\n{}`,
  'two Content-Length headers': `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a Content-Length and chunks': `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'malformed chunks': `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  'a chunk that never ends': `${POST}Transfer-Encoding: chunked\r\n\r\nffffffff\r\n{`,
  'a body shorter than its Content-Length': `${POST}Content-Length: 1000\r\n\r\n{`,
  'a body longer than its Content-Length': `${POST}Content-Length: 2\r\n\r\n{}{"merchantId":1001}`,
  'a request inside a body': `${POST}Content-Length: 0\r\n\r\nGET ${PATHS.pairs} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'a truncated request line': `GET ${PATHS.pairs} HT`,
};

describe('a raw request with', () => {
  for (const [name, bytes] of Object.entries(RAW_REQUESTS))
    it(`${name} gets no 5xx, and the next request is served`, async () => {
      const received = await exchange(bench.url, bytes);
      for (const [, status] of received.matchAll(/^HTTP\/1\.1 ([0-9]{3})/gm))
        assert.ok(Number(status) < 500, received.slice(0, 200));
      assert.equal((await bench.get(PATHS.pairs, {}, null)).status, 200);
    });
});
