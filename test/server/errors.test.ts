import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PERU, fakeApi, json, pix, type Scripted } from './fake-api.js';
import { PIX_GRANT, shop, type Answer } from './shop.js';

const PERU_GRANT = {
  id: 'order-3',
  merchantId: 7001,
  methods: [{ paymentId: 95, fiat: 'PEN' }],
  min: '10',
  max: '500',
};
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const CANARY = 'Maria Quispe 20339698695 internal-host-7';

function assertProblem(answer: Answer, status: number, kind: string): void {
  assert.equal(answer.status, status);
  const { code, msg, data, requestId, ...rest } = answer.body;
  assert.deepEqual({ code, data, ...rest }, { code: status, data: null, kind });
  assert.match(msg, /^[A-Z][A-Za-z ,.]+\.$/);
  assert.match(requestId ?? '', UUID);
}

async function upstream(slip: Scripted, timeout = 2000): Promise<Answer> {
  return shop({ fetch: fakeApi({ slip }).fetch, timeout }).ask();
}

describe('an error to the browser', () => {
  it('is 401 unauthorized without a grant', async () => {
    const api = fakeApi();
    assertProblem(await shop({ fetch: api.fetch, grant: null }).ask(), 401, 'unauthorized');
    const none = shop({ fetch: api.fetch, authorize: (() => undefined) as never });
    assertProblem(await none.ask('?paymentId=x'), 401, 'unauthorized');
    assert.equal(api.calls.length, 0);
  });

  it('is 403 forbidden for a method that is not granted', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch });
    for (const query of ['?paymentId=63', '?paymentId=90&fiat=USD', '?fiat=USD', '?paymentId=9']) {
      assertProblem(await ask(query), 403, 'forbidden');
    }
    assert.equal(api.calls.length, 0);
  });

  it('is 400 refused for a repeated or malformed parameter', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch });
    const queries = [
      '?paymentId=90&paymentId=90',
      '?paymentId=90&paymentId=63',
      '?fiat=BRL&fiat=BRL',
      '?amount=1&amount=1',
      '?refresh=1&refresh=1',
      '?arrival=a.b.c&arrival=a.b.c',
      '?paymentId=',
      '?paymentId=090',
      '?paymentId=90.0',
      '?paymentId=9e1',
      '?paymentId=-90',
      '?paymentId=+90',
      '?paymentId=%EF%BC%99%EF%BC%90',
      '?paymentId=1234567890',
      '?fiat=brl',
      '?fiat=BRLX',
      '?fiat=BR%00',
      '?amount=',
      '?amount=1,50',
      '?amount=1e3',
      '?amount=-1',
      '?amount=01',
      '?amount=.5',
      '?amount=1234567890123456',
      '?amount=%FF',
      '?refresh=0',
      '?refresh=true',
      '?arrival=x',
      '?arrival=a.b',
      '?arrival=a.b.c.d',
      '?arrival=a.b.%0A',
    ];
    for (const query of queries) assertProblem(await ask(query), 400, 'refused');
    assert.equal(api.calls.length, 0);
  });

  it('is 400 refused for an address beyond 4 KiB', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch });
    const base = 'https://shop.example/deposit?x='.length;
    assert.equal((await ask(`?x=${'a'.repeat(4096 - base)}`)).status, 200);
    assertProblem(await ask(`?x=${'a'.repeat(4097 - base)}`), 400, 'refused');
  });

  it('is 422 invalid-amount for an amount the grant does not allow, and never another amount instead', async () => {
    const api = fakeApi({ slip: PERU });
    const open = shop({ fetch: api.fetch, grant: PERU_GRANT });
    for (const amount of ['0', '0.00', '9.99', '500.01', '10.001', '0.5']) {
      assertProblem(await open.ask(`?paymentId=95&amount=${amount}`), 422, 'invalid-amount');
    }
    assertProblem(await open.ask('?paymentId=95'), 422, 'invalid-amount');
    const { min: _, max: __, ...rest } = PERU_GRANT;
    const fixed = shop({ fetch: api.fetch, grant: { ...rest, amount: '150' } });
    for (const amount of ['149.99', '150.01', '15', '0']) {
      assertProblem(await fixed.ask(`?amount=${amount}`), 422, 'invalid-amount');
    }
    const { ask } = shop({ fetch: api.fetch, grant: rest });
    for (const amount of ['0', '0.00']) assertProblem(await ask(`?amount=${amount}`), 422, 'invalid-amount');
    assert.equal(api.calls.length, 0);
    assert.equal((await fixed.ask('?amount=150.00')).body.amount, '150.00');
  });

  it('is 405 for any other method, OPTIONS too', async () => {
    const { ask } = shop();
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await ask('', { method });
      assertProblem(answer, 405, 'refused');
      assert.equal(answer.headers.get('allow'), 'GET, HEAD');
    }
  });

  it('is 502 refused when the API refuses, by envelope or by any other 4xx', async () => {
    const said = `{"code":5001,"msg":"${CANARY}","data":{"a":"${CANARY}"}}`;
    assertProblem(await upstream(said), 502, 'refused');
    assertProblem(await upstream('{"code":"ERR","msg":"x","data":{}}'), 502, 'refused');
    for (const status of [400, 402, 404, 405, 408, 409, 410, 413, 422, 451]) {
      assertProblem(await upstream(json(said, { status })), 502, 'refused');
    }
  });

  it('is 429 rate-limited when the API limits, its Retry-After passed on', async () => {
    const limited = await upstream(json('{}', { status: 429, headers: { 'retry-after': '12' } }));
    assertProblem(limited, 429, 'rate-limited');
    assert.equal(limited.headers.get('retry-after'), '12');
    const silent = await upstream(json('{}', { status: 429, headers: { 'retry-after': CANARY } }));
    assertProblem(silent, 429, 'rate-limited');
    assert.equal(silent.headers.get('retry-after'), null);
  });

  it('is 502 unreadable for what cannot be read', async () => {
    const cases: Scripted[] = [
      'no json',
      '{"code":200,"data":null}',
      '{"code":200}',
      '{"fieldList":{}}',
      new Response(pix(), { headers: { 'content-type': 'text/html' } }),
      new Response(null, { status: 204 }),
      new Response(null, { status: 304 }),
      new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
      json(`{"code":200,"data":{"fieldList":{"a":"${'x'.repeat(5000)}"}}}`),
      json('{"code":200,"data":[{"fieldList":{"a":"1"}},{"fieldList":{"a":"2"}}]}'),
    ];
    for (const slip of cases) assertProblem(await upstream(slip), 502, 'unreadable');
  });

  it('is 502 unavailable when the API fails, cannot be reached, or does not take the token', async () => {
    for (const status of [401, 403, 500, 502, 503, 504, 599]) {
      assertProblem(await upstream(json('{"code":200,"data":{}}', { status })), 502, 'unavailable');
    }
    assertProblem(await upstream(new TypeError(CANARY)), 502, 'unavailable');
  });

  it('is 504 timeout when the API is slow', async () => {
    const fetch = (() => new Promise(() => undefined)) as typeof globalThis.fetch;
    assertProblem(await shop({ fetch, timeout: 20 }).ask(), 504, 'timeout');
  });

  it('is 500 unavailable when authorize throws or gives no usable grant', async () => {
    const api = fakeApi();
    const causes: unknown[] = [];
    const on = { error: ({ cause }: { cause?: unknown }) => void causes.push(cause) };
    const thrown = new Error(CANARY);
    const throwing = shop({ fetch: api.fetch, on, authorize: () => Promise.reject(thrown) });
    assertProblem(await throwing.ask(), 500, 'unavailable');
    assert.equal(causes[0], thrown);
    assert.ok(!throwing.logger.lines.join().includes('Maria'));
    const wrong = [
      {},
      { ...PIX_GRANT, id: '' },
      { ...PIX_GRANT, merchantId: '7001&merchantId=2' },
      { ...PIX_GRANT, merchantId: -1 },
      { ...PIX_GRANT, methods: [] },
      { ...PIX_GRANT, methods: [{ paymentId: '90', fiat: 'BRL' }] },
      { ...PIX_GRANT, amount: '1,00' },
      { ...PIX_GRANT, amount: 5 },
      { ...PIX_GRANT, amount: '5', max: '6' },
      { ...PIX_GRANT, ownAccount: 'yes' },
    ];
    for (const grant of wrong)
      assertProblem(await shop({ fetch: api.fetch, grant: grant as never }).ask(), 500, 'unavailable');
    assert.equal(api.calls.length, 0);
  });

  it('carries nothing the API said, whatever it said', async () => {
    const said = `{"code":5001,"msg":"${CANARY}","data":null,"${CANARY}":"${CANARY}"}`;
    for (const status of [200, 400, 401, 404, 429, 500]) {
      const headers = { 'retry-after': CANARY, 'x-canary': CANARY, 'set-cookie': CANARY };
      const { text, headers: sent } = await upstream(json(said, { status, headers }));
      const all = text + JSON.stringify([...sent]);
      for (const word of CANARY.split(' ')) assert.ok(!all.includes(word), `${word} at ${status}`);
    }
  });

  it('tells the merchant what the API said, without what identifies anyone', async () => {
    const events: { upstream?: unknown; kind: string; requestId: string }[] = [];
    const said =
      '{"code":5001,"msg":"account 7001 of ana@mail.example\\nnot found: CLABE 999180000000000017 / A-1x"}';
    const { ask, logger } = shop({
      fetch: fakeApi({ slip: said }).fetch,
      on: { error: (event) => void events.push(event) },
    });
    const { body } = await ask();
    assert.equal(events[0]?.requestId, body.requestId);
    assert.equal(events[0]?.kind, 'refused');
    assert.deepEqual(events[0]?.upstream, {
      kind: 'refused',
      status: 200,
      code: '5001',
      msg: 'account [hidden] of [hidden] not found: CLABE [hidden] / [hidden]',
    });
    assert.equal(logger.lines.length, 1);
    assert.ok(logger.lines[0]?.includes(body.requestId ?? '-'));
    assert.ok(!logger.lines[0]?.includes('account'));
  });

  it('is not logged when it is the browser’s own mistake', async () => {
    const { ask, logger } = shop();
    for (const query of ['?paymentId=x', '?paymentId=63', '?arrival=a.b.c']) await ask(query);
    assert.deepEqual(logger.lines, []);
  });

  it('is never stored: the next request asks again', async () => {
    const api = fakeApi({ slip: json('{}', { status: 503 }) });
    const { ask } = shop({ fetch: api.fetch });
    assert.equal((await ask()).status, 502);
    api.script({ slip: pix() });
    assert.equal((await ask()).status, 200);
    assert.equal(api.calls.length, 2);
  });

  it('comes with the same headers as any answer', async () => {
    const api = fakeApi();
    const open = shop({ fetch: api.fetch });
    const answers = [
      await open.ask(),
      await open.ask('', { method: 'HEAD' }),
      await open.ask('', { method: 'OPTIONS', headers: { origin: 'https://evil.example' } }),
      await open.ask('?paymentId=x'),
      await open.ask('?paymentId=63'),
      await open.ask('?arrival=a.b.c'),
      await open.ask('?amount=0'),
      await shop({ grant: null }).ask(),
      await upstream('no json'),
      await upstream(new TypeError('no route')),
    ];
    for (const { headers } of answers) {
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('vary'), 'Origin');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
      assert.equal(headers.get('access-control-allow-origin'), null);
    }
  });
});
