import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PERU, PIX_TX, SPEI, fakeApi } from './fake-api.js';
import { PERU_GRANT, PIX_GRANT, TOKEN, shop } from './shop.js';

const MANY = {
  id: 'order-2',
  merchantId: 7001,
  methods: [
    { paymentId: 90, fiat: 'BRL' },
    { paymentId: 105, fiat: 'MXN' },
    { paymentId: 95, fiat: 'PEN' },
  ],
};

describe('the deposit endpoint', () => {
  it('returns the slip if one method is granted and no amount is to be entered', async () => {
    const api = fakeApi();
    const { status, body } = await shop({ fetch: api.fetch }).send();
    assert.equal(status, 200);
    const { data, arrival: _, ...rest } = body;
    assert.deepEqual(rest, { code: 200, msg: 'SUCCESS', paymentId: 90, fiat: 'BRL' });
    assert.deepEqual(data, {
      fiat: 'BRL',
      paymentMethodName: 'Pix',
      txId: PIX_TX,
      fieldList: { 'Pix Key': '123e4567-e12b-12d1-a456-426655440000' },
    });
  });

  it('calls the API with the token in a header and the grant in the query, without following redirects', async () => {
    const api = fakeApi();
    await shop({
      fetch: api.fetch,
      baseUrl: 'https://api.example.com/pay/',
      grant: { ...PIX_GRANT, depositAlias: 'shop one' },
    }).send();
    const [call] = api.calls;
    assert.equal(
      call?.url.href,
      'https://api.example.com/pay/v2/merchant/addfunds?merchantId=7001&paymentId=90&fiat=BRL&depositAlias=shop+one',
    );
    assert.equal(call?.headers.get('x-bh-token'), TOKEN);
    assert.equal(call?.init.redirect, 'manual');
    assert.equal(call?.init.method ?? 'GET', 'GET');
  });

  it('lists several methods, with the amount rule of each', async () => {
    const api = fakeApi();
    const { body } = await shop({ fetch: api.fetch, grant: { ...MANY, min: '10', max: '500.50' } }).send();
    const bounds = { min: '10', max: '500.50' };
    assert.deepEqual(body.data, {
      methods: [
        { paymentId: 90, fiat: 'BRL', amount: 'none', ...bounds },
        { paymentId: 105, fiat: 'MXN', amount: 'none', ...bounds },
        { paymentId: 95, fiat: 'PEN', amount: 'required', ...bounds },
      ],
    });
    assert.equal(api.calls.length, 0);
  });

  it('lists a single method if the payer must enter an amount', async () => {
    const { body } = await shop({ grant: PERU_GRANT }).send();
    assert.deepEqual(body.data, { methods: [{ paymentId: 95, fiat: 'PEN', amount: 'required' }] });
  });

  it('returns the slip at once if the grant fixes the amount', async () => {
    const api = fakeApi({ slip: PERU });
    const { body } = await shop({ fetch: api.fetch, grant: { ...PERU_GRANT, amount: '150.5' } }).send();
    assert.equal(body.paymentId, 95);
    assert.equal(body.amount, '150.50');
    assert.equal(api.calls[0]?.url.searchParams.get('amount'), '150.50');
  });

  it('accepts a chosen method and an amount within the inclusive bounds', async () => {
    const api = fakeApi({ slip: PERU });
    const { send } = shop({ fetch: api.fetch, grant: { ...MANY, min: '10', max: '500' } });
    for (const amount of ['10', '150.00', '500.00']) {
      const { status, body } = await send(`?paymentId=95&fiat=PEN&amount=${amount}`);
      assert.equal(status, 200);
      assert.equal(body.amount, amount === '10' ? '10.00' : amount);
    }
    assert.deepEqual(
      api.slips().map(({ url }) => url.searchParams.get('amount')),
      ['10.00', '150.00', '500.00'],
    );
  });

  it('returns the chosen amount but does not send it to the API if the method takes none', async () => {
    const api = fakeApi({ slip: SPEI });
    const { send } = shop({ fetch: api.fetch, grant: MANY });
    const { body } = await send('?paymentId=105&amount=20');
    assert.equal(body.amount, '20.00');
    assert.equal(api.calls[0]?.url.searchParams.has('amount'), false);
    await send('?paymentId=105&amount=30');
    assert.equal(api.calls.length, 1, 'another amount gives the same slip');
  });

  it('sends an amount for an unknown method if the grant has one', async () => {
    const api = fakeApi();
    const grant = { id: 'o', merchantId: 1, methods: [{ paymentId: 135, fiat: 'BRL' }], amount: '9.00' };
    const { body } = await shop({ fetch: api.fetch, grant }).send();
    assert.equal(body.amount, '9.00');
    assert.equal(api.calls[0]?.url.searchParams.get('amount'), '9.00');
  });

  it('requires the currency if a method is granted in several', async () => {
    const api = fakeApi();
    const methods = [
      { paymentId: 85, fiat: 'EUR' },
      { paymentId: 85, fiat: 'USD' },
    ];
    const { send } = shop({ fetch: api.fetch, grant: { id: 'o', merchantId: 1, methods } });
    assert.equal((await send('?paymentId=85')).status, 400);
    assert.equal((await send('?paymentId=85&fiat=USD')).body.fiat, 'USD');
  });

  it('passes the request to authorize and awaits its grant', async () => {
    const api = fakeApi();
    let cookie: string | null = null;
    const { send } = shop({
      fetch: api.fetch,
      authorize: async (request) => {
        cookie = request.headers.get('cookie');
        return PIX_GRANT;
      },
    });
    assert.equal((await send('', { headers: { cookie: 'visit=1' } })).status, 200);
    assert.equal(cookie, 'visit=1');
  });

  it('responds to HEAD without a body and without calling the API', async () => {
    const api = fakeApi();
    const { send } = shop({ fetch: api.fetch });
    const head = await send('', { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    assert.equal(head.headers.get('cache-control'), 'no-store');
    assert.equal(api.calls.length, 0);
    assert.equal((await send('?paymentId=63', { method: 'HEAD' })).status, 403);
  });

  it('marks every response of a test kit', async () => {
    const api = fakeApi();
    const { send } = shop({ fetch: api.fetch, test: true });
    for (const query of ['', '?paymentId=63', '?paymentId=90']) {
      const { body, headers } = await send(query);
      assert.equal(body.test, true);
      assert.equal(headers.get('deposit-slip-test'), '1');
    }
    const { body, headers } = await shop({ fetch: api.fetch }).send();
    assert.equal(body.test, undefined);
    assert.equal(headers.get('deposit-slip-test'), null);
  });

  it('emits request, response and issued once for a new slip', async () => {
    const api = fakeApi();
    const events: (readonly [name: string, event: Record<string, unknown>])[] = [];
    const record = (name: string) => (event: object) => void events.push([name, { ...event }]);
    const { send } = shop({
      fetch: api.fetch,
      grant: { ...PIX_GRANT, order: 'A-17' } as typeof PIX_GRANT,
      on: { request: record('request'), response: record('response'), issued: record('issued') },
    });
    await send();
    await send();
    const [request, response, issued] = events;
    assert.deepEqual(
      events.map(([name]) => name),
      ['request', 'response', 'issued'],
    );
    assert.equal(request?.[1]['operation'], 'pending-fund');
    assert.equal(typeof response?.[1]['duration'], 'number');
    assert.equal(issued?.[1]['txId'], PIX_TX);
    assert.deepEqual(issued?.[1]['grant'], { ...PIX_GRANT, order: 'A-17' });
  });

  it('logs a hook that throws or rejects, and responds as usual', async () => {
    const api = fakeApi();
    const { send, logger } = shop({
      fetch: api.fetch,
      on: {
        request: () => {
          throw new Error('hook');
        },
        issued: () => Promise.reject(new Error('hook')),
      },
    });
    assert.equal((await send()).status, 200);
    assert.equal(logger.lines.length, 2);
  });
});
