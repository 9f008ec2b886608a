import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import {
  AuthenticationError,
  ConnectionError,
  ClientError,
  RateLimitError,
  RefusedError,
  ServerError,
  UnreadableResponseError,
  type ClaimInput,
  type MerchantClient,
} from 'deposit-slip/client';
import { json } from '../fake-api.js';
import { withLoopback } from '../loopback.js';
import { envelope, errorOf, scriptedClient, TOKEN, type Answer } from './scripted-client.js';
import { SAMPLES, sampleOf } from './samples.js';

const CLAIM: ClaimInput = {
  merchantId: '7001',
  clientId: 'claim-secret-1',
  fiat: 'MXN',
  amount: '22.00',
  userPaymentId: '5009',
};
const ID = { 'x-request-id': 'req-1' };

const claimWith = (answer: Answer, options = {}): Promise<unknown> =>
  scriptedClient(answer, options).client.funds.claim(CLAIM);

/** Every kind of failure: the response, the class of the error, and its details. */
const FAILURES: readonly (readonly [
  name: string,
  answer: Answer,
  type: new (...args: never[]) => Error,
  detail: object,
])[] = [
  ['401', json('{}', { status: 401, headers: ID }), AuthenticationError, { status: 401, requestId: 'req-1' }],
  ['403', json('{}', { status: 403, headers: ID }), AuthenticationError, { status: 403, requestId: 'req-1' }],
  [
    'another code',
    json('{"code":4005,"msg":"no such account","data":null}', { headers: ID }),
    RefusedError,
    { status: 200, code: '4005', msg: 'no such account', requestId: 'req-1' },
  ],
  [
    '422',
    json('{"code":422,"msg":"Balance too low.","data":null}', { status: 422, headers: ID }),
    RefusedError,
    { status: 422, code: '422', msg: 'Balance too low.', requestId: 'req-1' },
  ],
  ['404 without an envelope', new Response('gone', { status: 404 }), RefusedError, { status: 404 }],
  [
    '429',
    json('{}', { status: 429, headers: { ...ID, 'retry-after': '7' } }),
    RateLimitError,
    { status: 429, retryAfter: 7, requestId: 'req-1' },
  ],
  ['429 without Retry-After', json('{}', { status: 429 }), RateLimitError, { status: 429 }],
  ['500', json('{}', { status: 500, headers: ID }), ServerError, { status: 500, requestId: 'req-1' }],
  [
    'a request id that is no word, and could be a forged log line',
    json('{}', { status: 500, headers: { 'x-request-id': 'req-1 claim-secret-1 paid' } }),
    ServerError,
    { status: 500 },
  ],
  ['503', new Response('<h1>', { status: 503 }), ServerError, { status: 503 }],
  ...([401, 429, 500] as const).map(
    (status) =>
      [
        `${status} with an envelope`,
        json(`{"code":${status},"msg":"Not now.","data":null}`, { status }),
        { 401: AuthenticationError, 429: RateLimitError, 500: ServerError }[status],
        { status, code: String(status), msg: 'Not now.' },
      ] as const,
  ),
  [
    'a redirect',
    new Response(null, { status: 302 }),
    UnreadableResponseError,
    { status: 302, reason: 'redirect' },
  ],
  [
    'HTML',
    new Response('<h1>', { headers: { ...ID, 'content-type': 'text/html' } }),
    UnreadableResponseError,
    { status: 200, reason: 'content-type', requestId: 'req-1' },
  ],
  ['broken JSON', json('{"code":200,'), UnreadableResponseError, { status: 200, reason: 'not-json' }],
  [
    'a member twice',
    json('{"code":4005,"code":4005}'),
    UnreadableResponseError,
    { status: 200, reason: 'not-json' },
  ],
  ['a large body', json(' '.repeat(300_000)), UnreadableResponseError, { status: 200, reason: 'too-large' }],
  ['no data', envelope('null'), UnreadableResponseError, { status: 200, reason: 'no-envelope' }],
  [
    'data without its members',
    envelope('{"txId":1}', { headers: ID }),
    UnreadableResponseError,
    { status: 200, reason: 'shape', field: 'merchantId', requestId: 'req-1' },
  ],
  ['no connection', new TypeError('fetch failed'), ConnectionError, {}],
];

describe('a failure', () => {
  for (const [name, answer, type, expected] of FAILURES)
    it(`is a ${type.name}: ${name}`, async () => {
      const error = await errorOf(claimWith(answer));
      assert.equal(error.constructor, type);
      assert.ok(error instanceof ClientError && error instanceof Error);
      const { name: errorName, ...detail } = { ...error };
      assert.equal(errorName, type.name);
      const mayHaveTakenEffect = [ServerError, UnreadableResponseError, ConnectionError].includes(
        type as never,
      );
      assert.deepEqual(detail, { ...expected, clientId: 'claim-secret-1', attempts: 1, mayHaveTakenEffect });
    });

  it('names the method and the error in one sentence', async () => {
    const messages = await Promise.all(
      FAILURES.map(async ([, answer]) => (await errorOf(claimWith(answer))).message),
    );
    assert.deepEqual(messages.slice(0, 4), [
      'funds.claim: the API rejected the token (HTTP 401).',
      'funds.claim: the API rejected the token (HTTP 403).',
      'funds.claim: the API refused the request (HTTP 200, code 4005).',
      'funds.claim: the API refused the request (HTTP 422, code 422).',
    ]);
    assert.deepEqual(messages.slice(-2), [
      'funds.claim: the response cannot be read (HTTP 200, merchantId is missing or malformed); the request may have taken effect.',
      'funds.claim: no response; the request may have taken effect.',
    ]);
  });

  it('quotes no identifier and no text of the API in its message', async () => {
    const text = JSON.stringify({ code: 'x 7001', msg: 'merchant 7001 and claim-secret-1', data: null });
    const echoes = [200, 302, 400, 401, 404, 429, 500].map((status) => json(text, { status }));
    for (const answer of [...echoes, ...FAILURES.map(([, answer]) => answer)]) {
      const { message } = await errorOf(claimWith(answer));
      for (const hidden of ['7001', '5009', 'claim-secret-1', '22.00', 'no such', 'Balance'])
        assert.ok(!message.includes(hidden), message);
    }
  });

  it('names the member that is missing in a response of another shape', async () => {
    const cases: readonly (readonly [
      (client: MerchantClient) => Promise<unknown>,
      data: string,
      field: string,
    ])[] = [
      [({ pairs }) => pairs.list(), '[{"country":"x","fiat":"MXN","crypto":"USDT"}]', '0.accuracy'],
      [({ pairs }) => pairs.list(), '{"a":1}', 'data'],
      [({ flows }) => flows.list(), '{"record":[{"id":1.5}]}', 'record.0.id'],
      [({ orders }) => orders.list({ orderType: 'fiat_to_fiat' }), '{"total":0}', 'currentPage'],
    ];
    for (const [call, data, field] of cases)
      assert.equal((await errorOf(call(scriptedClient(data).client)))['field'], field);
  });
});

describe('the response to a claim or transfer', () => {
  for (const [operation, member, contradictions, equals] of [
    ['funds.claim', 'merchantId', ['2001', '"9007199254740992"'], ['"09007199254740993"']],
    ['funds.claim', 'clientId', ['"another"', '"CLAIM-1"'], ['""', 'null']],
    ['funds.claim', 'fiat', ['"ARS"'], ['"mxn"']],
    ['funds.claim', 'amount', ['9997.00', '-22', '22.001'], ['"22"', '"022.0"', '2.2e1']],
    ['funds.transfer', 'clientId', ['"transfer-2"'], ['null']],
    ['funds.transfer', 'fiat', ['"MXN"'], ['"PEN"']],
    ['funds.transfer', 'fiatAmount', ['"999999999999999.91"'], ['"999999999999999.900"']],
  ] as const)
    it(`must not contradict the ${member} of the request: ${operation}`, async () => {
      const { call, data } = sampleOf(operation);
      const answer = (value: string): Promise<unknown> =>
        call(scriptedClient(data.replace(new RegExp(`("${member}":)("[^"]*"|[^,]*)`), `$1${value}`)).client);
      for (const value of contradictions) {
        const { name, message, reason, field } = await errorOf(answer(value));
        assert.deepEqual([name, reason, field], ['UnreadableResponseError', 'mismatch', member]);
        assert.ok(
          message.includes(`${member} contradicts the request or the specification); the request may`),
          message,
        );
      }
      for (const value of equals) await answer(value);
    });

  it('may state the amount of a claim without its fee, because the specification does not say which was sent', async () => {
    const { call, data } = sampleOf('funds.claim');
    await call(scriptedClient(data.replace('24.00,"amount":22', '22.00,"amount":20')).client);
  });
});

describe('a broken connection', () => {
  it('keeps the system’s error code, and nothing else from its cause', async () => {
    const inner = Object.assign(new Error(`connect 10.0.0.7:443 ${TOKEN}`), { code: 'ECONNREFUSED' });
    for (const error of [new TypeError('fetch failed', { cause: inner }), inner]) {
      const { cause } = await errorOf(claimWith(error));
      assert.ok(cause instanceof Error);
      assert.equal(cause.message, 'ECONNREFUSED');
      assert.equal(cause.cause, undefined);
    }
    for (const code of ['ECANARY_TOKEN', 'CANARY_TOKEN_5F2C9D', 'econnreset', 'ECONNRESET_X'])
      assert.equal(
        (await errorOf(claimWith(Object.assign(new Error('x'), { code })))).cause,
        undefined,
        code,
      );
    assert.equal((await errorOf(claimWith(new Error('x')))).cause, undefined);
  });
});

describe('an aborted call', () => {
  it('is not sent if the signal was aborted before', async () => {
    for (const { call } of SAMPLES) {
      const reason = new Error('the request is gone');
      const { client, requests } = scriptedClient('[]');
      const error = await errorOf(call(client, { signal: AbortSignal.abort(reason) }));
      assert.ok(error instanceof ConnectionError);
      assert.equal(error.cause, reason);
      assert.deepEqual(requests, []);
    }
  });

  it('ends at once, and closes the connection', { timeout: 5000 }, async () => {
    const controller = new AbortController();
    let onClose = (): void => undefined;
    const closed = new Promise<void>((resolve) => (onClose = resolve));
    await withLoopback(
      (_, response) => {
        response.on('close', onClose);
        response.writeHead(200, { 'content-type': 'application/json' }).write('{', () => controller.abort());
      },
      async (baseUrl) => {
        const { client } = scriptedClient('', { baseUrl, fetch });
        const error = await errorOf(client.funds.claim(CLAIM, { signal: controller.signal }));
        assert.ok(error instanceof ConnectionError);
        assert.equal((error.cause as Error).name, 'AbortError');
        assert.equal(error.clientId, 'claim-secret-1');
        await closed;
      },
    );
  });

  it('leaves no listener on a signal that outlives it', async () => {
    const { signal } = new AbortController();
    for (const answer of ['[]', new Error('x'), json('{}', { status: 500 })])
      await scriptedClient(answer)
        .client.pairs.list({ signal })
        .catch(() => undefined);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});
