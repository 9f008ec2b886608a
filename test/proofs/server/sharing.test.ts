/**
 * SECURITY.md P19: no response is cached or reaches another payer, and no origin is reflected unless it is
 * allowed.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createDepositSession, type DepositKit, type Grant } from 'deposit-slip/kit';
import { fakeApi, flowPage, json, pix, type Scripted } from '../../server/fake-api.js';
import { SECRET, shop } from '../../server/shop.js';
import { cases } from '../scale.js';

const ALLOWED = 'https://shop.example';
const ENDPOINT = 'https://deposits.example/deposit';
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
  'referrer-policy': 'no-referrer',
};
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST'];
const QUERIES = [
  '',
  '?paymentId=90',
  '?paymentId=90&refresh=1',
  '?paymentId=63',
  '?paymentId=x',
  '?amount=0',
  '?arrival=a.b.c',
  '?history=1',
  '?history=1&before=a',
];
const ORIGINS: readonly Record<string, string>[] = [
  {},
  { origin: ALLOWED, 'sec-fetch-site': 'cross-site' },
  { origin: ALLOWED, 'access-control-request-method': 'GET' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
];
const ANSWERS: readonly Scripted[] = [
  pix(),
  'no json',
  '{"code":1,"msg":"no"}',
  new TypeError('down'),
  ...[302, 401, 404, 429, 503].map((status) =>
    json('{}', { status, headers: { 'cache-control': 'public, max-age=600', vary: 'Accept', etag: '"1"' } }),
  ),
];
const GRANT: Grant = { id: 'o', merchantId: 7001, methods: [{ paymentId: 90, fiat: 'BRL' }] };

describe('every response of a kit', () => {
  it('must not be cached, sniffed or sent as a referrer', async () => {
    let count = 0;
    const check = (answer: Response): void => {
      for (const [name, value] of Object.entries(COMMON_HEADERS))
        assert.equal(answer.headers.get(name), value, name);
      for (const name of ['etag', 'last-modified', 'expires', 'age', 'set-cookie'])
        assert.equal(answer.headers.get(name), null, name);
      assert.equal(
        answer.headers.get('content-type'),
        answer.status === 204 ? null : 'application/json; charset=utf-8',
      );
      count += 1;
    };
    for (const slip of ANSWERS) {
      const fetch = fakeApi({ slip }).fetch;
      const kits = [
        shop({ fetch, allowedOrigins: [ALLOWED] }),
        shop({ fetch, grant: null }),
        shop({ fetch, session: SECRET }),
        shop({ fetch, grant: {} as never }),
        shop({ fetch, authorize: () => Promise.reject(new Error('down')) }),
        shop({ fetch, limiter: { consume: () => Promise.reject({ msBeforeNext: 1 }) } }),
      ];
      for (const { kit } of kits)
        for (const method of METHODS)
          for (const query of QUERIES)
            for (const headers of ORIGINS)
              check(await kit(new Request(ENDPOINT + query, { method, headers })));
    }
    assert.equal(count, ANSWERS.length * 6 * METHODS.length * QUERIES.length * ORIGINS.length);
  });
});

/** A shared cache that stores everything that RFC 9111 allows (sections 3 and 4.1). */
function sharedCache(kit: (request: Request) => Promise<Response>): {
  fetch: (request: Request) => Promise<Response>;
  hits(): number;
} {
  const stored: { readonly request: Request; readonly answer: Response }[] = [];
  let hits = 0;
  const matches = (incoming: Request, { request, answer }: (typeof stored)[number]): boolean =>
    request.url === incoming.url &&
    request.method === incoming.method &&
    (answer.headers.get('vary') ?? '')
      .split(',')
      .map((name) => name.trim())
      .every((name) => name === '' || request.headers.get(name) === incoming.headers.get(name));
  const mayStore = (request: Request, answer: Response): boolean => {
    const control = answer.headers.get('cache-control') ?? '';
    if (/no-store|private/.test(control) || answer.headers.get('vary') === '*') return false;
    return !request.headers.has('authorization') || /public|s-maxage|must-revalidate/.test(control);
  };
  return {
    hits: () => hits,
    async fetch(request) {
      const cached = stored.find((entry) => matches(request, entry));
      if (cached) {
        hits += 1;
        return cached.answer.clone();
      }
      const answer = await kit(request);
      if (mayStore(request, answer)) stored.push({ request, answer: answer.clone() });
      return answer;
    },
  };
}

describe('two payers behind one cache', () => {
  const PAYERS = ['ana', 'bruno'] as const;
  const merchantOf = { ana: 7001, bruno: 7002 };
  const grantOf = (payer: string): Grant => ({ ...GRANT, id: payer, merchantId: merchantOf[payer as 'ana'] });

  /** Long enough that no random id contains it. */
  const txIdOf = (merchantId: number): string => `9123456789${merchantId}`;

  /** An API whose funding ids contain their merchant, and that lists a deposit for each. */
  function merchantApi() {
    const createTime = Date.now() + 500;
    const txIdFor = ({ searchParams }: URL): string => txIdOf(Number(searchParams.get('merchantId')));
    return fakeApi({
      slip: (url) => json(pix(txIdFor(url)), { headers: { 'cache-control': 'public, max-age=600' } }),
      flows: (url) => {
        const merchantId = url.searchParams.get('merchantId');
        return flowPage({ id: txIdFor(url), merchantId, txId: txIdFor(url), createTime });
      },
    });
  }

  interface Body {
    readonly data: { readonly deposits?: readonly object[] } | null;
    readonly arrival?: string;
  }

  async function requestOf(payer: string, query: string, isBearer: boolean): Promise<Request> {
    const headers = isBearer
      ? { authorization: `Bearer ${await createDepositSession(SECRET, grantOf(payer))}` }
      : { cookie: `payer=${payer}` };
    return new Request(ENDPOINT + query, { headers });
  }

  for (const isBearer of [false, true])
    it(`never see each other’s slips, authenticated by ${isBearer ? 'session' : 'cookie'}`, async () => {
      const authorize = (request: Request): Grant | null => {
        const payer = /payer=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1];
        return payer === undefined ? null : grantOf(payer);
      };
      const authentication = isBearer ? { session: SECRET } : { authorize };
      const cache = sharedCache(shop({ api: merchantApi(), ...authentication }).kit);
      const choices = fc.array(
        fc.tuple(
          fc.constantFrom(...PAYERS),
          fc.constantFrom('', '?paymentId=90', '?refresh=1', 'arrival', '?history=1', '?paymentId=63'),
        ),
        { minLength: 2, maxLength: 8 },
      );
      const arrivals = new Map<string, string>();
      const arrived = new Set<string>();
      await fc.assert(
        fc.asyncProperty(choices, async (chosen) => {
          for (const [payer, choice] of chosen) {
            const query = choice === 'arrival' ? `?arrival=${arrivals.get(payer) ?? 'a.b.c'}` : choice;
            const answer = await cache.fetch(await requestOf(payer, query, isBearer));
            const text = await answer.text();
            const [other] = PAYERS.filter((each) => each !== payer);
            assert.ok(!text.includes(txIdOf(merchantOf[other!])), text);
            const { data, arrival } = JSON.parse(text) as Body;
            if (arrival !== undefined) arrivals.set(payer, arrival);
            if (data?.deposits?.length) arrived.add(payer);
            // A poll for the next deposit into a wallet reveals nothing about the previous one.
            if (data && data.deposits?.length !== 0)
              assert.ok(text.includes(txIdOf(merchantOf[payer])), text);
          }
        }),
        { numRuns: cases(80, 5_000, 'random sequences of two payers behind a cache') },
      );
      assert.equal(cache.hits(), 0);
      assert.equal(arrivals.size, 2);
      assert.equal(arrived.size, 2);
    });

  it('would share a cacheable response, so the cache of this test works', async () => {
    const cache = sharedCache(() => Promise.resolve(new Response('kept')));
    for (const payer of PAYERS) await cache.fetch(await requestOf(payer, '', false));
    assert.equal(cache.hits(), 1);
  });
});

/** The UTF-8 bytes of a text as a header value, as a browser would send them. */
const bytes = (text: string): string => Buffer.from(text).toString('latin1');

/** Origins that a careless comparison would take for `https://shop.example`. */
const SIMILAR_ORIGINS: readonly string[] = [
  ...['.', ':', ':443', ':8443', '/', '/deposit', '?', '#', '%00', bytes('\u200b')],
  ...['.evil.example', '%2eevil.example', '-evil.example', '\\.evil.example', '`.evil.example'],
  ...['_.evil.example', '@evil.example', ', https://evil.example', '\thttps://evil.example'],
]
  .map((suffix) => ALLOWED + suffix)
  .concat(
    ['null', '*', 'https://*', 'https://*.example', 'https://evil.example', 'https://evilshop.example'],
    [
      'https://sub.shop.example',
      'https://shopXexample',
      'https://shop.exampl',
      'https://xn--shp-gnd.example',
    ],
    [
      'https://user@shop.example',
      'https://user:pass@shop.example',
      'https://evil.example, https://shop.example',
    ],
    ['https://evil.example/https://shop.example', 'https://evil.example#https://shop.example'],
    ['http://shop.example', 'HTTPS://shop.example', 'https://SHOP.example', 'https://Shop.Example'],
    ['https:shop.example', 'https:///shop.example', '//shop.example', 'shop.example', 'file://', 'data:'],
    ['chrome-extension://shop.example', 'capacitor://shop.example', 'https://[::1]', 'https://2130706433'],
    [bytes('https://shоp.example'), bytes('https://shop。example'), bytes('https://ｓhop.example')],
  );

describe('an origin that is not allowed', () => {
  const api = fakeApi();
  const kits = [[ALLOWED], [ALLOWED, 'https://other.example:8443'], []].map(
    (allowedOrigins) => shop({ api, allowedOrigins, test: true }).kit,
  );
  const SITES = [undefined, 'cross-site', 'same-site', 'same-origin', 'none'];

  async function assertRejected(
    origin: string,
    kit: DepositKit,
    method: string,
    site: string | undefined,
  ): Promise<void> {
    const headers = {
      origin,
      ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }),
      ...(site !== undefined && { 'sec-fetch-site': site }),
    };
    const answer = await kit(new Request(`${ENDPOINT}?paymentId=90`, { method, headers }));
    for (const [name, value] of answer.headers) {
      assert.ok(!name.startsWith('access-control-'), `${name} to ${origin}`);
      assert.ok(!value.includes(origin), `${name}: ${value}`);
    }
    if (origin.length > 5) assert.ok(!(await answer.text()).includes(origin), origin);
    if (site === undefined || site.endsWith('-site')) assert.equal(answer.status, 403, origin);
  }

  it('is reflected in no header or body, and its page is rejected', async () => {
    for (const origin of SIMILAR_ORIGINS)
      for (const kit of kits)
        for (const method of METHODS)
          for (const site of SITES) await assertRejected(origin, kit, method, site);
  });

  it('is rejected if it differs slightly from an allowed one', async () => {
    const change = fc.record({
      at: fc.nat(ALLOWED.length),
      cut: fc.nat(3),
      put: fc.string({ unit: fc.constantFrom(...'aZ09.-_:/@%#?*,\\ '), maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        change,
        fc.constantFrom(...METHODS),
        fc.constantFrom(...SITES),
        async ({ at, cut, put }, method, site) => {
          const origin = new Headers({ origin: ALLOWED.slice(0, at) + put + ALLOWED.slice(at + cut) }).get(
            'origin',
          )!;
          if (origin !== ALLOWED && origin !== '') await assertRejected(origin, kits[0]!, method, site);
        },
      ),
      { numRuns: cases(500, 100_000, 'origins that differ a little from a listed one') },
    );
  });
});
