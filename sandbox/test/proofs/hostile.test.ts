/**
 * P27: whatever is sent as a body, a parameter or a request, the answer is a refusal that says why, never a 5xx, and the
 * sandbox goes on as if nothing had been asked.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { corpusJson, hasCorpus, hostileTexts, NO_CORPUS } from '../../../test/fixtures/payloads.js';
import { cases, sampleOf } from '../../../test/proofs/scale.js';
import {
  ACTIVATE,
  ADD_FUNDS,
  TestSandbox,
  CLAIM,
  CRYPTO,
  FLOWS,
  LISTED,
  ORDERS,
  PAIRS,
  TRANSFER,
  type ApiResponse,
} from '../test-sandbox.js';

const bench = new TestSandbox();

const GOOD: Readonly<Record<string, object>> = {
  [CLAIM]: { merchantId: 1001, clientId: 'c', fiat: 'MXN', amount: '1.00', userPaymentId: 501 },
  [TRANSFER]: {
    ...{ clientId: 'c', fromMerchantId: 1001, toMerchantId: 1002, fiat: 'BRL', paymentId: 90 },
    fiatAmount: '1.00',
  },
  [ACTIVATE]: {
    ...{ merchantId: 1001, fiat: 'PEN', trench: 'PEN Account' },
    fieldList: {
      ...{ customerIdentificationType: '00', customerIdentification: '12345678', customerName: 'Ana' },
      ...{ customerEmail: 'ana@shop.example', customerPhone: '999999999' },
    },
  },
};

const CONTROL: Readonly<Record<string, object>> = {
  '/sandbox/deposits': {
    merchantId: 1001,
    fiat: 'MXN',
    amount: '1.00',
    account: 'x',
    reference: 'y',
    senderName: 'z',
  },
  '/sandbox/orders': {
    ...{ merchantId: 1001, clientId: 'c', orderType: 'fiat_to_crypto', orderPrice: '1.00', paymentId: 105 },
    ...{ crypto: 'USDT', fiat: 'MXN', cryptoAmount: '1', fiatAmount: '1.00' },
  },
  '/sandbox/orders/500001': { orderStatus: 30 },
  '/sandbox/crypto-transfers': {
    ...{ fromMerchantId: 1001, toMerchantId: 1002, tokenId: 'USDT', amount: '1', clientId: 'c' },
  },
  '/sandbox/activations/1': { decision: 'accepted' },
  '/sandbox/virtual-accounts': { merchantId: 1001, paymentId: 105, depositAlias: 'norte', status: 1 },
  '/sandbox/claims/1/reject': { at: 1 },
  '/sandbox/fees': { claim: { basisPoints: 0, fixed: '2.00' } },
  '/sandbox/faults': { faults: [{ route: 'pairs', shape: { code: 0 }, count: 1 }] },
};

const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [CRYPTO]: {
    tokenId: 'BTC',
    clientId: 'c',
    startTime: '1',
    endTime: '2',
    pageSize: '1',
    merchantId: '1001',
  },
  [ORDERS]: {
    orderType: 'fiat_to_fiat',
    orderStatus: '10',
    currentPage: '1',
    pageSize: '1',
    startTime: '1',
    endTime: '2',
  },
  [LISTED]: {
    merchantId: '1001',
    paymentId: '105',
    fiat: 'MXN',
    depositAlias: 'x',
    currentPage: '1',
    pageSize: '1',
  },
  [FLOWS]: {
    ...{ startTime: '1', endTime: '2', merchantId: '1001', fiat: 'MXN', txId: '1', flowType: 'ALL' },
    ...{ currentPage: '1', pageSize: '1' },
  },
  [ADD_FUNDS]: { merchantId: '1001', paymentId: '105', fiat: 'MXN', depositAlias: 'x', amount: '1.00' },
  [PAIRS]: {},
};

function assertAnswered(came: ApiResponse, what: string): void {
  assert.ok(came.status < 500 && came.status >= 200, `${what}: ${came.status} ${came.text.slice(0, 200)}`);
  assert.equal(came.body.code ?? came.status, came.status, what);
  if (came.status >= 400) assert.match(came.body.msg, /^[A-Z][^\u0000-\u001f]*\.$/, what);
}

async function send(path: string, body: string | Buffer): Promise<ApiResponse> {
  const headers = {
    'content-type': 'application/json',
    'x-bh-token': 'sandbox-token',
    authorization: 'Bearer control-token',
  };
  const response = await fetch(bench.url + path, {
    method: 'POST',
    headers,
    body: new Uint8Array(Buffer.from(body)),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: JSON.parse(text) as ApiResponse['body'],
  };
}

/** As many promises at a time as a browser would make. */
async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

const BODIES = { ...GOOD, ...CONTROL };
const FILES = [...corpusJson()];
const TEXTS = hostileTexts();

describe('a body', () => {
  for (const [path, good] of Object.entries(BODIES)) {
    it(`of the JSON test suite is answered by ${path}`, async (test) => {
      if (!hasCorpus) test.diagnostic(NO_CORPUS);
      await inLanes(sampleOf(FILES, 16), async ([name, bytes]) => {
        const came = await send(path, bytes);
        assertAnswered(came, name);
        assert.notEqual(came.status, 200, `${name} is no body of ours`);
      });
    });

    it(`with a file of it for a member is answered by ${path}`, async () => {
      const names = Object.keys(good);
      await inLanes(sampleOf(FILES, 3), async ([name, bytes]) => {
        for (const member of names) {
          const [head, tail] = JSON.stringify({ ...good, [member]: '\u0001' }).split('"\\u0001"');
          assertAnswered(
            await send(path, Buffer.concat([Buffer.from(head!), bytes, Buffer.from(tail!)])),
            name,
          );
        }
      });
    });

    it(`with a hostile text for a member is answered by ${path}`, async () => {
      const names = Object.keys(good);
      await inLanes(sampleOf(TEXTS, 9), async (text) => {
        for (const member of names)
          assertAnswered(await send(path, JSON.stringify({ ...good, [member]: text })), text);
      });
    });
  }

  it('at random, near a good one, is answered', async () => {
    const paths = Object.keys(BODIES);
    const anything = fc.anything({ maxDepth: 3, withBigInt: false, withNullPrototype: false });
    const near = fc.constantFrom(...paths).chain((path) => {
      const good = BODIES[path]!;
      const changed = fc.dictionary(fc.constantFrom(...Object.keys(good)), fc.oneof(anything, nearValue));
      return fc.tuple(fc.constant(path), changed);
    });
    await fc.assert(
      fc.asyncProperty(near, async ([path, change]) => {
        const text = JSON.stringify({ ...BODIES[path], ...change }) ?? 'null';
        assertAnswered(await send(path, text), text);
      }),
      { numRuns: cases(150, 20_000) },
    );
  });
});

// What almost is an id, an amount, a time or a text.
const nearValue = fc.oneof(
  fc.constantFrom(
    0,
    -1,
    1001,
    2001,
    501,
    90,
    105,
    1e21,
    9_007_199_254_740_993,
    0.1,
    '0.01',
    '1e3',
    'MXN',
    'BRL',
    '',
    'c',
  ),
  fc.double(),
  fc.maxSafeInteger(),
  fc.string({ unit: 'binary' }),
);

describe('a parameter', () => {
  for (const [path, good] of Object.entries(QUERIES)) {
    it(`with a hostile text is answered by ${path}`, async () => {
      await inLanes(sampleOf(TEXTS, 16), async (text) => {
        const asks = Object.keys(good).map((name) => new URLSearchParams({ ...good, [name]: text }));
        asks.push(new URLSearchParams({ ...good, [text]: '1' }));
        for (const ask of asks) assertAnswered(await bench.get(path, String(ask)), text);
      });
    });

    it(`that is no text at all is answered by ${path}`, async () => {
      for (const ask of [
        '%',
        '%ff',
        '%00',
        '=',
        '&',
        '&&=',
        '?',
        '#',
        'merchantId',
        'merchantId=%ED%A0%80',
        'a'.repeat(4000),
      ])
        assertAnswered(await bench.get(path, ask), ask);
    });
  }

  it('in a path or a header is answered', async () => {
    for (const path of [
      '/v2/%',
      '/v2/..%2f..',
      '/v2//merchant/addfunds',
      '/v2/merchant/addfunds/',
      '/sandbox/orders/%00',
    ])
      assertAnswered(await bench.get(path), path);
    for (const token of ['x'.repeat(4000), 'ÿ', '"', '; drop table', 'sandbox-token,other-token'])
      assert.equal((await bench.get(FLOWS, {}, token)).status, 401, token);
  });
});

const LINE = `GET ${PAIRS} HTTP/1.1\r\n`;
const POST = `POST ${CLAIM} HTTP/1.1\r\nHost: x\r\nX-BH-TOKEN: sandbox-token\r\nContent-Type: application/json\r\n`;

// Bytes that are no request, or one that two servers would read differently.
const RAW: Readonly<Record<string, string>> = {
  'nothing at all': '\r\n\r\n',
  'no HTTP': 'hello\r\n\r\n',
  'another protocol': `\u0016\u0003\u0001\u0002\u0000`,
  'a version nobody knows': `GET ${PAIRS} HTTP/9.9\r\nHost: x\r\n\r\n`,
  'no host': `${LINE}\r\n`,
  'two hosts': `${LINE}Host: a\r\nHost: b\r\n\r\n`,
  'a header without a name': `${LINE}Host: x\r\n: y\r\n\r\n`,
  'a header with NUL': `${LINE}Host: x\r\nX-BH-TOKEN: a\u0000b\r\n\r\n`,
  'a folded header': `${LINE}Host: x\r\nX-A: b\r\n c\r\n\r\n`,
  'a megabyte of headers': `${LINE}Host: x\r\nX-A: ${'a'.repeat(1_000_000)}\r\n\r\n`,
  'an address of 100 KB': `GET ${PAIRS}?${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'an absolute address': `GET http://evil.example${PAIRS} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'a verb nobody knows': `GETS ${PAIRS} HTTP/1.1\r\nHost: x\r\n\r\n`,
  CONNECT: `CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n`,
  TRACE: `TRACE ${PAIRS} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'an upgrade': `${LINE}Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'a negative length': `${POST}Content-Length: -1\r\n\r\n{}`,
  'two lengths': `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  'a length and chunks': `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  'chunks that are none': `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  'a chunk that never ends': `${POST}Transfer-Encoding: chunked\r\n\r\nffffffff\r\n{`,
  'a body shorter than it says': `${POST}Content-Length: 1000\r\n\r\n{`,
  'a body longer than it says': `${POST}Content-Length: 2\r\n\r\n{}{"merchantId":1001}`,
  'a request inside a body': `${POST}Content-Length: 0\r\n\r\nGET ${PAIRS} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'half a request': `GET ${PAIRS} HT`,
};

/** Everything that came back until the connection ended. Nothing follows what is sent, and the peer is told so. */
async function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(bench.url);
  const socket = connect(Number(port), hostname);
  let came = '';
  socket.on('data', (part) => (came += String(part)));
  socket.on('error', () => undefined);
  socket.end(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  return came;
}

describe('what is hardly a request', () => {
  for (const [what, bytes] of Object.entries(RAW))
    it(`${what}: no 5xx, and the next one is served`, async () => {
      const came = await raw(bytes);
      for (const [, status] of came.matchAll(/^HTTP\/1\.1 ([0-9]{3})/gm))
        assert.ok(Number(status) < 500, came.slice(0, 200));
      assert.equal((await bench.get(PAIRS, {}, null)).status, 200);
    });
});
