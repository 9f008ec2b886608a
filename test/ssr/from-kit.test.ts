/** The requests that a page sends to the kit, and what the page makes of the responses. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import { renderFromKit, renderHistoryFromKit } from 'deposit-slip/ssr';
import { answerOf } from '../../demo/situations/slips.js';

const spei = METHODS.find(({ slug }) => slug === 'spei')!;
const OPTIONS = { lang: 'en', endpoint: '/deposit', paymentId: String(spei.id) };
const PAGE = 'https://shop.example/pay/42';

/** A kit that records its requests. */
function kitOf(respond: () => Response | Promise<Response> = () => Response.json(answerOf(spei))) {
  const requests: Request[] = [];
  const kit = async (request: Request, context: string): Promise<Response> => {
    requests.push(request);
    assert.equal(context, 'context');
    return respond();
  };
  return { kit, requests };
}

const open = (headers: Record<string, string> = {}, method = 'GET'): Request =>
  new Request(PAGE, { headers, method });

/** The headers with which browsers describe a request (Fetch Metadata). */
const metadata = (mode: string, dest: string, site = 'same-origin') => ({
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
  'sec-fetch-site': site,
});

/** Requests of a payer who opens the page. */
const NAVIGATIONS: Readonly<Record<string, Request>> = {
  'a typed address': open(metadata('navigate', 'document', 'none')),
  'a link, a form with GET, or the redirect after one with POST': open(metadata('navigate', 'document')),
  'a link or a redirect on another site': open(metadata('navigate', 'document', 'cross-site')),
  'a browser that says no destination (Chrome 76 to 79)': open({
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
  }),
  'a browser without Fetch Metadata': open({ 'user-agent': 'Mozilla/5.0' }),
};

/** All other requests for the page. */
const OTHERS: Readonly<Record<string, Request>> = {
  'a form on another site': open(
    { ...metadata('navigate', 'document', 'cross-site'), origin: 'https://other.example' },
    'POST',
  ),
  'a form that is shown again after a mistake': open(
    { ...metadata('navigate', 'document'), origin: 'https://shop.example' },
    'POST',
  ),
  'a form, from a framework that requests the page with GET': open({
    ...metadata('navigate', 'document'),
    origin: 'https://shop.example',
  }),
  'a form of a browser without Fetch Metadata': open({ origin: 'https://other.example' }, 'POST'),
  HEAD: open({}, 'HEAD'),
  'HEAD of a browser': open(metadata('navigate', 'document', 'none'), 'HEAD'),
  ...Object.fromEntries(
    ['iframe', 'frame', 'embed', 'object', 'fencedframe'].flatMap((dest) =>
      ['same-origin', 'same-site', 'cross-site'].map((site) => [
        `${dest}, ${site}`,
        open(metadata('navigate', dest, site)),
      ]),
    ),
  ),
  'a frame of Chrome 76 to 79': open({ 'sec-fetch-mode': 'nested-navigate', 'sec-fetch-site': 'none' }),
  'an image on another site': open(metadata('no-cors', 'image', 'cross-site')),
  'a script of the page, as routers of frameworks send it': open(metadata('cors', 'empty')),
  'a script of another site': open({
    ...metadata('cors', 'empty', 'cross-site'),
    origin: 'https://other.example',
  }),
  'a script of another site, without Fetch Metadata': open({ origin: 'https://other.example' }),
  'a worker': open(metadata('same-origin', 'worker')),
  'a part of the metadata': open({ 'sec-fetch-site': 'cross-site' }),
  'a page that a browser prefetches': open({
    ...metadata('navigate', 'document', 'none'),
    'sec-purpose': 'prefetch',
  }),
  'a page that a browser prerenders': open({
    ...metadata('navigate', 'document', 'none'),
    'sec-purpose': 'prefetch;prerender',
  }),
  'a prefetch of an older Chrome': open({ purpose: 'prefetch' }),
  'a prefetch of an older Firefox': open({ 'x-moz': 'prefetch' }),
  'a preview of Safari': open({ 'x-purpose': 'preview' }),
};

describe('rendering the kit’s response', () => {
  it('sends the request that the element would send, for the payer of the page', async () => {
    const { kit, requests } = kitOf();
    const options = {
      ...OPTIONS,
      endpoint: '/deposit?order=7',
      session: 'session',
      amount: '5',
    };
    const headers = { cookie: 'order=7', ...metadata('navigate', 'document', 'cross-site') };
    const html = await renderFromKit(kit, open(headers), 'context', options);
    const [{ url, headers: sent }] = requests as [Request];
    assert.equal(url, `https://shop.example/deposit?order=7&paymentId=${spei.id}&fiat=MXN`);
    assert.deepEqual(
      [...sent],
      [
        ['authorization', 'Bearer session'],
        ['cookie', 'order=7'],
      ],
    );
    assert.match(html, /class="body "[^]*application\/json/);
  });

  it('requests the amount of a method that takes one, and nothing while the payer has to choose', async () => {
    const { kit, requests } = kitOf();
    await renderFromKit(kit, open(), 'context', { ...OPTIONS, paymentId: '95', amount: '20000' });
    await renderFromKit(kit, open(), 'context', { ...OPTIONS, paymentId: '95' });
    await renderFromKit(kit, open(), 'context', { ...OPTIONS, paymentId: '95 105' });
    assert.deepEqual(
      requests.map(({ url }) => new URL(url).searchParams.get('amount')),
      ['20000'],
    );
  });

  it('requests the list of a history', async () => {
    const { kit, requests } = kitOf(() => Response.json({ code: 200, data: { deposits: [] } }));
    const html = await renderHistoryFromKit(kit, open(), 'context', { lang: 'en', endpoint: '/deposit' });
    assert.equal(requests[0]!.url, 'https://shop.example/deposit?history=1');
    assert.match(html, /No deposits yet/);
  });

  for (const [name, respond] of Object.entries({
    'a problem': () => Response.json({ kind: 'not-found' }, { status: 404 }),
    'no JSON': () => new Response('<html>'),
    'nothing in time': () => new Promise<Response>(() => undefined),
  }))
    it(`leaves the request to the element if the kit responds with ${name}`, async () => {
      const { kit } = kitOf(respond);
      const html = await renderFromKit(kit, open(), 'context', { ...OPTIONS, within: 20 });
      assert.match(html, /class="body skeleton"/);
      assert.ok(!html.includes('application/json'));
    });

  it('throws what the kit throws', async () => {
    const { kit } = kitOf(() => Promise.reject(new Error('broken')));
    await assert.rejects(renderFromKit(kit, open(), 'context', OPTIONS), /broken/);
  });

  for (const [name, request] of Object.entries(NAVIGATIONS))
    it(`is the slip for ${name}`, async () => {
      const { kit, requests } = kitOf();
      assert.match(await renderFromKit(kit, request, 'context', OPTIONS), /application\/json/);
      await renderHistoryFromKit(kit, request, 'context', { lang: 'en', endpoint: '/deposit' });
      assert.equal(requests.length, 2);
    });

  for (const [name, request] of Object.entries(OTHERS))
    it(`is left to the element for ${name}`, async () => {
      const { kit, requests } = kitOf();
      const history = { lang: 'en', endpoint: '/deposit' };
      for (const html of [
        await renderFromKit(kit, request, 'context', OPTIONS),
        await renderHistoryFromKit(kit, request, 'context', history),
      ]) {
        assert.match(html, /skeleton/);
        assert.ok(!html.includes('application/json'));
      }
      assert.deepEqual(requests, []);
    });
});
