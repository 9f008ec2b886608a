import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PERU, fakeApi, json, type Scripted } from '../fake-api.js';
import { PERU_GRANT, PIX_GRANT, shop, type Answer } from '../shop.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const NAME = 'Maria Quispe';

function assertError(answer: Answer, status: number, kind: string): void {
  assert.equal(answer.status, status);
  const { code, msg, data, requestId, ...rest } = answer.body;
  assert.deepEqual({ code, data, ...rest }, { code: status, data: null, kind });
  assert.match(msg, /^[A-Z][A-Za-z ,.]+\.$/);
  assert.match(requestId ?? '', UUID);
}

async function responseTo(slip: Scripted): Promise<Answer> {
  return shop({ api: fakeApi({ slip }) }).send();
}

const REFUSAL = `{"code":5001,"msg":"${NAME}","data":{"a":"${NAME}"}}`;

/**
 * How the API fails, by the kind of error that the browser receives. test/proofs/server/faults.test.ts tests
 * every HTTP status.
 */
const API_FAILURES: Readonly<Record<string, readonly [when: string, slips: readonly Scripted[]]>> = {
  refused: [
    'when the API refuses',
    [REFUSAL, '{"code":"ERR","msg":"x","data":{}}', json(REFUSAL, { status: 404 })],
  ],
  unreadable: [
    'when the API’s response cannot be read',
    [
      // test/server/client/transport.test.ts tests every reason.
      'no json',
      new Response(null, { status: 304 }),
      json(`{"code":200,"data":{"fieldList":{"a":"${'x'.repeat(5000)}"}}}`),
      json('{"code":200,"data":[{"fieldList":{"a":"1"}},{"fieldList":{"a":"2"}}]}'),
    ],
  ],
  unavailable: [
    'when the API fails, cannot be reached or does not accept the token',
    [
      ...[401, 403, 500, 599].map((status) => json('{"code":200,"data":{}}', { status })),
      new TypeError(NAME),
    ],
  ],
};

describe('an error response', () => {
  it('is 401 unauthorized without a grant', async () => {
    const api = fakeApi();
    assertError(await shop({ api, grant: null }).send(), 401, 'unauthorized');
    const withoutResult = shop({ api, authorize: (() => undefined) as never });
    assertError(await withoutResult.send('?paymentId=x'), 401, 'unauthorized');
    assert.equal(api.calls.length, 0);
  });

  it('is 403 forbidden for a method that is not granted', async () => {
    const { api, send } = shop();
    for (const query of ['?paymentId=63', '?paymentId=90&fiat=USD', '?fiat=USD', '?paymentId=9'])
      assertError(await send(query), 403, 'forbidden');
    assert.equal(api.calls.length, 0);
  });

  it('is 400 refused for a repeated or malformed parameter', async () => {
    const { api, send } = shop();
    const malformed = {
      paymentId: ['', '090', '90.0', '9e1', '-90', '+90', '%EF%BC%99%EF%BC%90', '1234567890'],
      fiat: ['brl', 'BRLX', 'BR%00'],
      amount: ['', '1,50', '1e3', '-1', '01', '.5', '1234567890123456', '%FF'],
      refresh: ['0', 'true'],
      arrival: ['x', 'a.b', 'a.b.c.d', 'a.b.%0A'],
    };
    const repeated = ['paymentId=90', 'fiat=BRL', 'amount=1', 'refresh=1', 'arrival=a.b.c'];
    const queries = [
      ...Object.entries(malformed).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
      ...repeated.map((parameter) => `${parameter}&${parameter}`),
      'paymentId=90&paymentId=63',
    ];
    for (const query of queries) assertError(await send(`?${query}`), 400, 'refused');
    assert.equal(api.calls.length, 0);
  });

  it('is 400 refused for a URL longer than 4 KiB', async () => {
    const { send } = shop();
    const base = 'https://shop.example/deposit?x='.length;
    assert.equal((await send(`?x=${'a'.repeat(4096 - base)}`)).status, 200);
    assertError(await send(`?x=${'a'.repeat(4097 - base)}`), 400, 'refused');
  });

  it('is 422 invalid-amount for an amount that the grant does not allow, which is never replaced', async () => {
    const api = fakeApi({ slip: PERU });
    const cases = [
      [{ min: '10', max: '500' }, ['0', '0.00', '9.99', '500.01', '10.001', '0.5']],
      [{ amount: '150' }, ['149.99', '150.01', '15', '0']],
      [{}, ['0', '0.00']],
    ] as const;
    for (const [amounts, invalid] of cases) {
      const { send } = shop({ api, grant: { ...PERU_GRANT, ...amounts } });
      for (const amount of invalid)
        assertError(await send(`?paymentId=95&amount=${amount}`), 422, 'invalid-amount');
    }
    assertError(await shop({ grant: PERU_GRANT }).send('?paymentId=95'), 422, 'invalid-amount');
    assert.equal(api.calls.length, 0);
    const fixed = shop({ api, grant: { ...PERU_GRANT, amount: '150' } });
    assert.equal((await fixed.send('?amount=150.00')).body.amount, '150.00');
  });

  it('is 405 for any HTTP method but GET and HEAD', async () => {
    const { send } = shop();
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await send('', { method });
      assertError(answer, 405, 'refused');
      assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    }
  });

  for (const [kind, [when, slips]] of Object.entries(API_FAILURES))
    it(`is 502 ${kind} ${when}`, async () => {
      for (const slip of slips) assertError(await responseTo(slip), 502, kind);
    });

  it('is 429 rate-limited with the API’s Retry-After when the API limits', async () => {
    for (const [sent, received] of [
      ['12', '12'],
      ['soon', null],
    ] as const) {
      const limited = await responseTo(json('{}', { status: 429, headers: { 'retry-after': sent } }));
      assertError(limited, 429, 'rate-limited');
      assert.equal(limited.headers.get('retry-after'), received);
    }
  });

  it('is 504 timeout when the API is slow, even if fetch ignores its signal', async () => {
    const fetch = (() => new Promise(() => undefined)) as typeof globalThis.fetch;
    assertError(await shop({ fetch, timeout: 20 }).send(), 504, 'timeout');
  });

  it('is 500 unavailable when authorize throws or returns no valid grant', async () => {
    const api = fakeApi();
    const causes: unknown[] = [];
    const on = { error: ({ cause }: { cause?: unknown }) => void causes.push(cause) };
    const error = new Error(NAME);
    const throwing = shop({ api, on, authorize: () => Promise.reject(error) });
    assertError(await throwing.send(), 500, 'unavailable');
    assert.equal(causes[0], error);
    assert.ok(!throwing.logger.lines.join().includes('Maria'));
    // test/server/kit/grants.test.ts tests everything else that is invalid.
    for (const grant of [{}, { ...PIX_GRANT, merchantId: '7001&merchantId=2' }])
      assertError(await shop({ api, grant: grant as never }).send(), 500, 'unavailable');
    assert.equal(api.calls.length, 0);
  });

  it('is reported to the merchant with the API’s message, but without what identifies anyone', async () => {
    const events: { upstream?: unknown; kind: string; requestId: string }[] = [];
    const slip =
      '{"code":5001,"msg":"account 7001 of ana@mail.example\\nnot found: CCI in ARS, CLABE 999180000000000017 / A-1x"}';
    const { send, logger } = shop({
      api: fakeApi({ slip }),
      on: { error: (event) => void events.push(event) },
    });
    const { body } = await send();
    assert.equal(events[0]?.requestId, body.requestId);
    assert.equal(events[0]?.kind, 'refused');
    assert.deepEqual(events[0]?.upstream, {
      kind: 'refused',
      status: 200,
      code: '5001',
      msg: 'account [hidden] of [hidden] not found: CCI in ARS, CLABE [hidden] / [hidden]',
    });
    assert.equal(logger.lines.length, 1);
    assert.ok(logger.lines[0]?.includes(body.requestId ?? '-'));
    assert.ok(!logger.lines[0]?.includes('account'));
  });

  it('is not logged when the browser made the mistake', async () => {
    const { send, logger } = shop();
    for (const query of ['?paymentId=x', '?paymentId=63', '?arrival=a.b.c']) await send(query);
    assert.deepEqual(logger.lines, []);
  });
});
