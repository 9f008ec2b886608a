import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PERU, PIX_TX, SPEI, fakeApi } from './fake-api.js';
import { PIX_GRANT, TOKEN, shop } from './shop.js';

const MANY = {
  id: 'order-2',
  merchantId: 7001,
  methods: [
    { paymentId: 90, fiat: 'BRL' },
    { paymentId: 105, fiat: 'MXN' },
    { paymentId: 95, fiat: 'PEN' },
  ],
};
const PERU_GRANT = { id: 'order-3', merchantId: 7001, methods: [{ paymentId: 95, fiat: 'PEN' }] };

describe('the deposit endpoint', () => {
  it('answers the slip where one method is offered and no amount is to be entered', async () => {
    const api = fakeApi();
    const { status, body } = await shop({ fetch: api.fetch }).ask();
    assert.equal(status, 200);
    assert.equal(body.code, 200);
    assert.equal(body.msg, 'SUCCESS');
    assert.deepEqual(body.data, {
      fiat: 'BRL',
      paymentMethodName: 'Pix',
      txId: PIX_TX,
      fieldList: { 'Pix Key': '123e4567-e12b-12d1-a456-426655440000' },
    });
    assert.equal(body.paymentId, 90);
    assert.equal(body.fiat, 'BRL');
    assert.equal(body.amount, undefined);
  });

  it('asks the API with the token in its header, no redirect, and the grant in the query', async () => {
    const api = fakeApi();
    await shop({
      fetch: api.fetch,
      baseUrl: 'https://api.example.com/pay/',
      grant: { ...PIX_GRANT, depositAlias: 'shop one' },
    }).ask();
    const [call] = api.calls;
    assert.equal(
      call?.url.href,
      'https://api.example.com/pay/v2/merchant/addfunds?merchantId=7001&paymentId=90&fiat=BRL&depositAlias=shop+one',
    );
    assert.equal(call?.headers.get('x-bh-token'), TOKEN);
    assert.equal(call?.init.redirect, 'manual');
    assert.equal(call?.init.method ?? 'GET', 'GET');
  });

  it('lists the methods where there are several, with what each says of the amount', async () => {
    const api = fakeApi();
    const { body } = await shop({ fetch: api.fetch, grant: { ...MANY, min: '10', max: '500.50' } }).ask();
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

  it('lists the one method whose amount the payer must enter', async () => {
    const { body } = await shop({ grant: PERU_GRANT }).ask();
    assert.deepEqual(body.data, { methods: [{ paymentId: 95, fiat: 'PEN', amount: 'required' }] });
  });

  it('answers the slip at once where the grant fixes that amount', async () => {
    const api = fakeApi({ slip: PERU });
    const { body } = await shop({ fetch: api.fetch, grant: { ...PERU_GRANT, amount: '150.5' } }).ask();
    assert.equal(body.paymentId, 95);
    assert.equal(body.amount, '150.50');
    assert.equal(api.calls[0]?.url.searchParams.get('amount'), '150.50');
  });

  it('takes a chosen method and amount within the bounds, both ends included', async () => {
    const api = fakeApi({ slip: PERU });
    const { ask } = shop({ fetch: api.fetch, grant: { ...MANY, min: '10', max: '500' } });
    for (const amount of ['10', '150.00', '500.00']) {
      const { status, body } = await ask(`?paymentId=95&fiat=PEN&amount=${amount}`);
      assert.equal(status, 200);
      assert.equal(body.amount, amount === '10' ? '10.00' : amount);
    }
    assert.deepEqual(
      api.slips().map(({ url }) => url.searchParams.get('amount')),
      ['10.00', '150.00', '500.00'],
    );
  });

  it('shows an amount to the payer but tells the API none where the method takes none', async () => {
    const api = fakeApi({ slip: SPEI });
    const { ask } = shop({ fetch: api.fetch, grant: MANY });
    const { body } = await ask('?paymentId=105&amount=20');
    assert.equal(body.amount, '20.00');
    assert.equal(api.calls[0]?.url.searchParams.has('amount'), false);
    await ask('?paymentId=105&amount=30');
    assert.equal(api.calls.length, 1, 'another amount is still the same slip');
  });

  it('takes an amount for a method it does not know where the grant speaks of one', async () => {
    const api = fakeApi();
    const grant = { id: 'o', merchantId: 1, methods: [{ paymentId: 135, fiat: 'BRL' }], amount: '9.00' };
    const { body } = await shop({ fetch: api.fetch, grant }).ask();
    assert.equal(body.amount, '9.00');
    assert.equal(api.calls[0]?.url.searchParams.get('amount'), '9.00');
  });

  it('needs the currency where a method has several', async () => {
    const api = fakeApi();
    const methods = [
      { paymentId: 85, fiat: 'EUR' },
      { paymentId: 85, fiat: 'USD' },
    ];
    const { ask } = shop({ fetch: api.fetch, grant: { id: 'o', merchantId: 1, methods } });
    assert.equal((await ask('?paymentId=85')).status, 400);
    assert.equal((await ask('?paymentId=85&fiat=USD')).body.fiat, 'USD');
  });

  it('reads a grant that comes later, and gives authorize the request as it came', async () => {
    const api = fakeApi();
    let cookie: string | null = null;
    const { ask } = shop({
      fetch: api.fetch,
      authorize: async (request) => {
        cookie = request.headers.get('cookie');
        return PIX_GRANT;
      },
    });
    assert.equal((await ask('', { headers: { cookie: 'visit=1' } })).status, 200);
    assert.equal(cookie, 'visit=1');
  });

  it('answers HEAD as GET without a body, and mints nothing for it', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch });
    const head = await ask('', { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    assert.equal(head.headers.get('cache-control'), 'no-store');
    assert.equal(api.calls.length, 0);
    assert.equal((await ask('?paymentId=63', { method: 'HEAD' })).status, 403);
  });

  it('marks every answer as test where the kit is for tests', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch, test: true });
    for (const query of ['', '?paymentId=63', '?paymentId=90']) {
      const { body, headers } = await ask(query);
      assert.equal(body.test, true);
      assert.equal(headers.get('deposit-slip-test'), '1');
    }
    const { body, headers } = await shop({ fetch: api.fetch }).ask();
    assert.equal(body.test, undefined);
    assert.equal(headers.get('deposit-slip-test'), null);
  });

  it('tells the hooks what it asked, what was issued, and nothing twice', async () => {
    const api = fakeApi();
    const events: unknown[] = [];
    const note =
      (name: string) =>
      (event: object): void => {
        events.push([name, event]);
      };
    const { ask } = shop({
      fetch: api.fetch,
      grant: { ...PIX_GRANT, order: 'A-17' } as typeof PIX_GRANT,
      on: { request: note('request'), response: note('response'), issued: note('issued') },
    });
    await ask();
    await ask();
    const [request, response, issued, ...more] = events as [string, Record<string, unknown>][];
    assert.deepEqual([request?.[0], response?.[0], issued?.[0]], ['request', 'response', 'issued']);
    assert.equal(request?.[1]['operation'], 'pending-fund');
    assert.equal(typeof response?.[1]['duration'], 'number');
    assert.equal(issued?.[1]['txId'], PIX_TX);
    assert.deepEqual(issued?.[1]['grant'], { ...PIX_GRANT, order: 'A-17' });
    assert.deepEqual(more, []);
  });

  it('answers as before when a hook throws or rejects', async () => {
    const api = fakeApi();
    const { ask, logger } = shop({
      fetch: api.fetch,
      on: {
        request: () => {
          throw new Error('hook');
        },
        issued: () => Promise.reject(new Error('hook')),
      },
    });
    assert.equal((await ask()).status, 200);
    assert.equal(logger.lines.length, 2);
  });
});
