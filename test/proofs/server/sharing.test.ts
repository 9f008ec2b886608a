/** P19: nothing is cached, nothing crosses from one payer to another, and no origin that is not listed is ever said back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createDepositSession, type DepositKit, type Grant } from 'deposit-slip/kit';
import { fakeApi, flowPage, json, pix, type Scripted } from '../../server/fake-api.js';
import { SECRET, shop } from '../../server/shop.js';
import { cases } from '../scale.js';

const LISTED = 'https://shop.example';
const ENDPOINT = 'https://deposits.example/deposit';
const ALWAYS = {
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
];
const PLACES: readonly Record<string, string>[] = [
  {},
  { origin: LISTED, 'sec-fetch-site': 'cross-site' },
  { origin: LISTED, 'access-control-request-method': 'GET' },
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

describe('every answer of a kit', () => {
  it('is not to be stored, sniffed, or told of elsewhere', async () => {
    let seen = 0;
    const hold = (answer: Response): void => {
      for (const [name, value] of Object.entries(ALWAYS)) assert.equal(answer.headers.get(name), value, name);
      for (const name of ['etag', 'last-modified', 'expires', 'age', 'set-cookie'])
        assert.equal(answer.headers.get(name), null, name);
      seen += 1;
    };
    for (const slip of ANSWERS) {
      const fetch = fakeApi({ slip }).fetch;
      const kits = [
        shop({ fetch, allowedOrigins: [LISTED] }),
        shop({ fetch, grant: null }),
        shop({ fetch, session: SECRET }),
        shop({ fetch, grant: {} as never }),
        shop({ fetch, authorize: () => Promise.reject(new Error('down')) }),
        shop({ fetch, limiter: { consume: () => Promise.reject({ msBeforeNext: 1 }) } }),
      ];
      for (const { kit } of kits)
        for (const method of METHODS)
          for (const query of QUERIES)
            for (const headers of PLACES) hold(await kit(new Request(ENDPOINT + query, { method, headers })));
    }
    assert.equal(seen, ANSWERS.length * 6 * METHODS.length * QUERIES.length * PLACES.length);
  });
});

/** A cache many share: it stores and gives whatever RFC 9111 does not forbid it (3, 4.1). */
function sharedCache(kit: DepositKit): { ask: DepositKit; hits(): number } {
  const stored: { readonly request: Request; readonly answer: Response }[] = [];
  let hits = 0;
  const isFor = (asked: Request, { request, answer }: (typeof stored)[number]): boolean =>
    request.url === asked.url &&
    request.method === asked.method &&
    (answer.headers.get('vary') ?? '')
      .split(',')
      .every(
        (name) => name.trim() === '' || request.headers.get(name.trim()) === asked.headers.get(name.trim()),
      );
  const mayStore = (request: Request, answer: Response): boolean => {
    const control = answer.headers.get('cache-control') ?? '';
    if (/no-store|private/.test(control) || answer.headers.get('vary') === '*') return false;
    return !request.headers.has('authorization') || /public|s-maxage|must-revalidate/.test(control);
  };
  return {
    hits: () => hits,
    async ask(request) {
      const known = stored.find((entry) => isFor(request, entry));
      if (known) {
        hits += 1;
        return known.answer.clone();
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

  /** An API whose answers tell for which merchant they are. */
  function tellingApi() {
    const told = (url: URL): string => `9${url.searchParams.get('merchantId')}`;
    return fakeApi({
      slip: (url) => json(pix(told(url)), { headers: { 'cache-control': 'public, max-age=600' } }),
      flows: (url) =>
        flowPage({ merchantId: url.searchParams.get('merchantId'), txId: url.searchParams.get('txId') }),
    });
  }

  async function requestOf(payer: string, query: string, isBearer: boolean): Promise<Request> {
    const headers = isBearer
      ? { authorization: `Bearer ${await createDepositSession(SECRET, grantOf(payer))}` }
      : { cookie: `payer=${payer}` };
    return new Request(ENDPOINT + query, { headers });
  }

  for (const isBearer of [false, true])
    it(`never see each other’s answers, known by ${isBearer ? 'session' : 'cookie'}`, async () => {
      const authorize = (request: Request): Grant | null => {
        const payer = /payer=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1];
        return payer === undefined ? null : grantOf(payer);
      };
      const who = isBearer ? { session: SECRET } : { authorize };
      const cache = sharedCache(shop({ fetch: tellingApi().fetch, ...who }).kit);
      const choices = fc.array(
        fc.tuple(
          fc.constantFrom(...PAYERS),
          fc.constantFrom('', '?paymentId=90', '?refresh=1', 'arrival', '?paymentId=63'),
        ),
        { minLength: 2, maxLength: 8 },
      );
      const arrivals = new Map<string, string>();
      await fc.assert(
        fc.asyncProperty(choices, async (chosen) => {
          for (const [payer, choice] of chosen) {
            const query = choice === 'arrival' ? `?arrival=${arrivals.get(payer) ?? 'a.b.c'}` : choice;
            const answer = await cache.ask(await requestOf(payer, query, isBearer));
            const text = await answer.text();
            const [other] = PAYERS.filter((each) => each !== payer);
            assert.ok(!text.includes(`9${merchantOf[other!]}`), text);
            const { data, arrival } = JSON.parse(text) as { data: object | null; arrival?: string };
            if (arrival !== undefined) arrivals.set(payer, arrival);
            if (data) assert.ok(text.includes(`9${merchantOf[payer]}`), text);
          }
        }),
        { numRuns: cases(200, 5_000) },
      );
      assert.equal(cache.hits(), 0);
      assert.equal(arrivals.size, 2);
    });

  it('would, if the answers were any cache’s to keep: the cache of this test does cache', async () => {
    const cache = sharedCache(() => Promise.resolve(new Response('kept')));
    for (const payer of PAYERS) await cache.ask(await requestOf(payer, '', false));
    assert.equal(cache.hits(), 1);
  });
});

/** As bytes of UTF-8, which is how a browser that sent such a thing would. */
const bytes = (text: string): string => Buffer.from(text).toString('latin1');

const NASTY = [
  'null',
  '*',
  'https://*',
  'https://*.example',
  'https://evil.example',
  'https://shop.example.evil.example',
  'https://evilshop.example',
  'https://shop.example-evil.example',
  'https://sub.shop.example',
  'https://shopXexample',
  'https://shop.exampl',
  'https://shop.example.',
  'https://shop.example:443',
  'https://shop.example:8443',
  'https://shop.example:',
  'https://shop.example/',
  'https://shop.example/deposit',
  'https://shop.example?',
  'https://shop.example#',
  'https://shop.example%00',
  'https://shop.example%2eevil.example',
  'https://shop.example\\.evil.example',
  'https://shop.example`.evil.example',
  'https://shop.example_.evil.example',
  'https://shop.example@evil.example',
  'https://user@shop.example',
  'https://user:pass@shop.example',
  'https://evil.example/https://shop.example',
  'https://evil.example#https://shop.example',
  'http://shop.example',
  'HTTPS://shop.example',
  'https://SHOP.example',
  'https://Shop.Example',
  'https:shop.example',
  'https:///shop.example',
  '//shop.example',
  'shop.example',
  'file://',
  'data:',
  'chrome-extension://shop.example',
  'capacitor://shop.example',
  'https://shop.example, https://evil.example',
  'https://evil.example, https://shop.example',
  'https://shop.example https://evil.example',
  'https://shop.example\thttps://evil.example',
  'https://xn--shp-gnd.example',
  bytes('https://shоp.example'),
  bytes('https://shop。example'),
  bytes('https://ｓhop.example'),
  bytes('https://shop.example\u200b'),
  bytes('https://shop.example\u0000').replaceAll('\0', ''),
  'https://[::1]',
  'https://2130706433',
  'https://127.0.0.1',
].filter((origin) => origin !== LISTED);

describe('an origin that is not listed', () => {
  const api = fakeApi();
  const kits = [[LISTED], [LISTED, 'https://other.example:8443'], []].map(
    (allowedOrigins) => shop({ fetch: api.fetch, allowedOrigins, test: true }).kit,
  );
  const SITES = [undefined, 'cross-site', 'same-site', 'same-origin', 'none'];

  async function hold(
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

  it('is said back in no header and no body, and its page is refused', async () => {
    for (const origin of NASTY)
      for (const kit of kits)
        for (const method of METHODS) for (const site of SITES) await hold(origin, kit, method, site);
  });

  it('is not let in by any small change of one that is', async () => {
    const change = fc.record({
      at: fc.nat(LISTED.length),
      cut: fc.nat(3),
      put: fc.string({ unit: fc.constantFrom(...'aZ09.-_:/@%#?*,\\ '), maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        change,
        fc.constantFrom(...METHODS),
        fc.constantFrom(...SITES),
        async ({ at, cut, put }, method, site) => {
          const origin = new Headers({ origin: LISTED.slice(0, at) + put + LISTED.slice(at + cut) }).get(
            'origin',
          )!;
          if (origin !== LISTED && origin !== '') await hold(origin, kits[0]!, method, site);
        },
      ),
      { numRuns: cases(2_000, 100_000) },
    );
  });
});
