import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PERU, PIX_TX, SPEI, fakeApi } from '../fake-api.js';
import { PERU_GRANT, PIX_GRANT, TOKEN, shop } from '../shop.js';

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
  it('returns the slip if one method is granted and no amount needs to be entered', async () => {
    const { status, body } = await shop().send();
    assert.equal(status, 200);
    const { data, arrival: _, ...rest } = body;
    const payment = { status: 'open', fiat: 'BRL', received: '0.00', deposits: [] };
    assert.deepEqual(rest, { code: 200, msg: 'SUCCESS', paymentId: 90, fiat: 'BRL', payment });
    assert.deepEqual(data, {
      fiat: 'BRL',
      paymentMethodName: 'Pix',
      txId: PIX_TX,
      fieldList: { 'Pix Key': '123e4567-e12b-12d1-a456-426655440000' },
    });
  });

  it('calls the API with the token in a header and the grant in the query, without redirects', async () => {
    const grant = { ...PIX_GRANT, depositAlias: 'shop one' };
    const { api, send } = shop({ baseUrl: 'https://api.example.com/pay/', grant });
    await send();
    const { url, headers, init } = api.calls[0]!;
    assert.equal(
      url.href,
      'https://api.example.com/pay/v2/merchant/addfunds?merchantId=7001&paymentId=90&fiat=BRL&depositAlias=shop+one',
    );
    assert.equal(headers.get('x-bh-token'), TOKEN);
    assert.equal(init.redirect, 'manual');
    assert.equal(init.method ?? 'GET', 'GET');
  });

  it('lists several methods with the amount rule of each, without calling the API', async () => {
    const bounds = { min: '10', max: '500.50' };
    const [pix, spei, peru] = MANY.methods;
    const methods = [pix!, { ...spei!, ...bounds }, { ...peru!, amount: '150' }];
    const { api, send } = shop({ grant: { ...MANY, methods } });
    assert.deepEqual((await send()).body.data, {
      methods: [
        { paymentId: 90, fiat: 'BRL', amount: 'none' },
        { paymentId: 105, fiat: 'MXN', amount: 'none', ...bounds },
        { paymentId: 95, fiat: 'PEN', amount: 'required', fixed: '150.00' },
      ],
    });
    assert.equal(api.calls.length, 0);
  });

  it('lists a single method if the payer must enter an amount', async () => {
    const { body } = await shop({ grant: PERU_GRANT }).send();
    assert.deepEqual(body.data, { methods: [{ paymentId: 95, fiat: 'PEN', amount: 'required' }] });
  });

  it('returns the slip at once if the grant fixes the amount', async () => {
    const { api, send } = shop({ api: fakeApi({ slip: PERU }), grant: { ...PERU_GRANT, amount: '150.5' } });
    const { body } = await send();
    assert.deepEqual([body.paymentId, body.amount], [95, '150.50']);
    assert.equal(api.calls[0]?.url.searchParams.get('amount'), '150.50');
  });

  it('accepts a chosen method and an amount within the inclusive bounds', async () => {
    const { api, send } = shop({
      api: fakeApi({ slip: PERU }),
      grant: { ...PERU_GRANT, min: '10', max: '500' },
    });
    const amounts = ['10.00', '150.00', '500.00'];
    for (const [at, amount] of ['10', '150.00', '500.00'].entries()) {
      const { status, body } = await send(`?paymentId=95&fiat=PEN&amount=${amount}`);
      assert.deepEqual([status, body.amount], [200, amounts[at]]);
    }
    assert.deepEqual(
      api.slips().map(({ url }) => url.searchParams.get('amount')),
      amounts,
    );
  });

  it('returns the chosen amount but does not send it to the API if the method takes none', async () => {
    const { api, send } = shop({ api: fakeApi({ slip: SPEI }), grant: MANY });
    assert.equal((await send('?paymentId=105&amount=20')).body.amount, '20.00');
    assert.equal(api.calls[0]?.url.searchParams.has('amount'), false);
    await send('?paymentId=105&amount=30');
    assert.equal(api.slips().length, 1, 'another amount gives the same slip');
  });

  it('sends an amount for an unknown method if the grant has one', async () => {
    const methods = [{ paymentId: 135, fiat: 'BRL' }];
    const { api, send } = shop({ grant: { ...PIX_GRANT, methods, amount: '9.00' } });
    assert.equal((await send()).body.amount, '9.00');
    assert.equal(api.calls[0]?.url.searchParams.get('amount'), '9.00');
  });

  it('requires the currency if a method is granted in several', async () => {
    const methods = ['EUR', 'USD'].map((fiat) => ({ paymentId: 85, fiat }));
    const { send } = shop({ grant: { ...PIX_GRANT, methods } });
    assert.equal((await send('?paymentId=85')).status, 400);
    assert.equal((await send('?paymentId=85&fiat=USD')).body.fiat, 'USD');
  });

  it('passes the request to authorize and awaits its grant', async () => {
    let cookie: string | null = null;
    const authorize = async (request: Request) => {
      cookie = request.headers.get('cookie');
      return PIX_GRANT;
    };
    assert.equal((await shop({ authorize }).send('', { headers: { cookie: 'visit=1' } })).status, 200);
    assert.equal(cookie, 'visit=1');
  });

  it('responds to HEAD without a body and without calling the API', async () => {
    const { api, send } = shop();
    const { status, text, headers } = await send('', { method: 'HEAD' });
    assert.deepEqual([status, text, headers.get('cache-control')], [200, '', 'no-store']);
    assert.equal(api.calls.length, 0);
    assert.equal((await send('?paymentId=63', { method: 'HEAD' })).status, 403);
  });

  it('marks every response of a test kit, and only of a test kit', async () => {
    for (const [test, mark, header] of [
      [true, true, '1'],
      [false, undefined, null],
    ] as const)
      for (const query of ['', '?paymentId=63', '?paymentId=90']) {
        const { body, headers } = await shop({ test }).send(query);
        assert.equal(body.test, mark);
        assert.equal(headers.get('deposit-slip-test'), header);
      }
  });

  it('emits issued once for a new slip, and request and response for each call of the API', async () => {
    const events: (readonly [name: string, event: Record<string, unknown>])[] = [];
    const record = (name: string) => (event: object) => void events.push([name, { ...event }]);
    const grant = { ...PIX_GRANT, order: 'A-17' };
    const { send } = shop({
      grant,
      on: { request: record('request'), response: record('response'), issued: record('issued') },
    });
    await send();
    await send();
    assert.deepEqual(
      events.map(([name, { operation, merchantId, status }]) => [name, operation, merchantId, status]),
      [
        ['request', 'pending-fund', '7001', undefined],
        ['response', 'pending-fund', '7001', 200],
        ['issued', undefined, undefined, undefined],
        ['request', 'flows', '7001', undefined],
        ['response', 'flows', '7001', 200],
      ],
    );
    assert.equal(typeof events[1]?.[1]['duration'], 'number');
    assert.deepEqual([events[2]?.[1]['txId'], events[2]?.[1]['grant']], [PIX_TX, grant]);
  });

  it('logs a hook that throws or rejects, and responds as usual', async () => {
    const request = (): never => {
      throw new Error('hook');
    };
    const { send, logger } = shop({ on: { request, issued: () => Promise.reject(new Error('hook')) } });
    assert.equal((await send()).status, 200);
    assert.equal(logger.lines.length, 2);
  });
});
