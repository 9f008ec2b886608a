/**
 * SECURITY.md P18: the request to the API depends only on the grant and on the choice that it leaves to the
 * payer.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createDepositSession, type Grant, type Terms } from 'deposit-slip/kit';
import { fakeApi } from '../../server/fake-api.js';
import { SECRET, TOKEN, shop } from '../../server/shop.js';
import { cases } from '../scale.js';

const GRANT: Grant = {
  id: 'order-1',
  merchantId: 7001,
  depositAlias: 'shop-one',
  methods: [
    { paymentId: 90, fiat: 'BRL' },
    { paymentId: 105, fiat: 'MXN' },
    { paymentId: 95, fiat: 'PEN' },
  ],
};
/** What a grant requests in each of its currencies. */
const TERMS: readonly Terms[] = [{}, { amount: '150.00' }, { min: '10', max: '500' }];

const NAMES = [
  ...['paymentId', 'fiat', 'amount', 'refresh', 'arrival'],
  ...['merchantId', 'merchantid', 'depositAlias', 'alias', 'id', 'baseUrl', 'token', 'pageSize'],
  ...['paymentId[]', '__proto__'],
];
const VALUES = [
  ...['90', '95', '105', '63', 'BRL', 'PEN', 'USD', '150', '150.00', '10', '9.99', '500.01', '1', '0'],
  ...['7002', '90&merchantId=7002', '../..', 'a.b.c', '9e1', ' 90'],
];
/** Mostly one of these values, sometimes any text. */
const mostly = (...values: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  );
const pair = fc.tuple(mostly(...NAMES), mostly(...VALUES));
/** A choice that the grant may allow. Random parameters are added to it. */
const choice = fc.record(
  {
    paymentId: fc.constantFrom('90', '105', '95', '63'),
    fiat: fc.constantFrom('BRL', 'PEN'),
    amount: fc.constantFrom('150', '150.00', '10', '500', '9.99', '500.01'),
    refresh: fc.constant('1'),
  },
  { requiredKeys: [] },
);
const HEADER_NAMES = [
  ...['x-bh-token', 'cookie', 'x-forwarded-for', 'forwarded', 'x-merchant-id', 'x-http-method-override'],
  ...['x-original-url', 'origin', 'referer', 'sec-fetch-site', 'content-type'],
];
const HEADER_VALUES = ['7002', 'Bearer x', 'merchantId=7002', 'https://evil.example', 'cross-site'];
const browserHeaders = fc.dictionary(fc.constantFrom(...HEADER_NAMES), fc.constantFrom(...HEADER_VALUES), {
  maxKeys: 3,
});
/** Mostly GET requests, as the element sends them; some with another method and a body. */
const requestInit = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE'),
      body: fc.constantFrom('merchantId=7002', '{"merchantId":7002,"paymentId":63}', ''),
    }),
  },
);

/** Whether a grant allows a request to the API. Compares the whole URL. */
function isAllowedBy(grant: Grant): (url: URL) => boolean {
  return ({ origin, pathname, search, searchParams }) => {
    const paymentId = Number(searchParams.get('paymentId'));
    const method = grant.methods.find((granted) => granted.paymentId === paymentId);
    if (!method) return false;
    const amount = searchParams.get('amount');
    const tail = amount === null ? '' : `&amount=${amount}`;
    const expected = `?merchantId=7001&paymentId=${paymentId}&fiat=${method.fiat}&depositAlias=shop-one${tail}`;
    const isAmountAllowed = paymentId === 95 ? isWithin(grant, amount) : amount === null;
    return (
      `${origin}${pathname}` === 'https://api.example.com/v2/merchant/addfunds' &&
      search === expected &&
      isAmountAllowed
    );
  };
}

function isWithin({ methods }: Grant, amount: string | null): boolean {
  if (amount === null || !/^[0-9]+\.[0-9]{2}$/.test(amount)) return false;
  const [terms] = methods;
  if (terms?.amount !== undefined) return amount === terms.amount;
  return terms?.max === undefined || (Number(amount) >= 10 && Number(amount) <= 500);
}

const numRuns = cases(600, 50_000, 'random requests for a grant, and as many for a session');

interface BrowserRequest {
  readonly query: URLSearchParams;
  readonly init: RequestInit;
  readonly grant: Grant;
}

/** Any request that a browser can send, with a grant with or without an amount. */
const browserRequest: fc.Arbitrary<BrowserRequest> = fc
  .tuple(choice, fc.array(pair, { maxLength: 3 }), browserHeaders, requestInit, fc.constantFrom(...TERMS))
  .map(([chosen, pairs, headers, init, terms]) => ({
    query: new URLSearchParams([...Object.entries(chosen), ...pairs]),
    init: { ...init, headers },
    grant: { ...GRANT, methods: GRANT.methods.map((method) => ({ ...method, ...terms })) },
  }));

/** The URLs that a kit requests from the API for a browser's request. Checks each against the grant. */
async function callsFor(
  { query, init, grant }: BrowserRequest,
  session?: string,
): Promise<readonly string[]> {
  const api = fakeApi();
  const authentication = session === undefined ? { grant } : { session: SECRET };
  const headers = {
    ...(init.headers as object),
    ...(session !== undefined && { authorization: `Bearer ${session}` }),
  };
  const { status, text } = await shop({ api, ...authentication }).send(`?${query}`, { ...init, headers });
  assert.ok(api.calls.length <= 1);
  assert.ok([200, 400, 403, 405, 422].includes(status), String(status));
  for (const call of api.calls) {
    assert.ok(isAllowedBy(grant)(call.url), call.url.href);
    assert.deepEqual([...call.headers.keys()].sort(), ['accept', 'x-bh-token']);
    assert.equal(call.headers.get('x-bh-token'), TOKEN);
    assert.equal(call.init.method ?? 'GET', 'GET');
    assert.equal(call.init.body, undefined);
  }
  assert.ok(!text.includes(TOKEN) && !text.includes('shop-one'));
  return api.calls.map(({ url }) => url.href);
}

describe('the request to the API', () => {
  it('depends only on the grant and the payer’s choice, whatever a browser sends', async () => {
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(browserRequest, async (each) => void (calls += (await callsFor(each)).length)),
      { numRuns },
    );
    assert.ok(calls > numRuns / 50, `the API was called in ${calls} of ${numRuns} cases`);
  });

  it('is the same if the grant comes in a session', async () => {
    let calls = 0;
    const sessions = new Map<string, Promise<string>>();
    await fc.assert(
      fc.asyncProperty(browserRequest, async (each) => {
        const key = JSON.stringify(each.grant);
        const session = sessions.get(key) ?? createDepositSession(SECRET, each.grant, { expiresIn: '24h' });
        sessions.set(key, session);
        const urls = await callsFor(each, await session);
        assert.deepEqual(urls, await callsFor(each));
        calls += urls.length;
      }),
      { numRuns },
    );
    assert.ok(calls > numRuns / 50, `the API was called in ${calls} of ${numRuns} cases`);
  });
});
