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

const open = (headers: Record<string, string> = {}): Request => new Request(PAGE, { headers });

describe('rendering the kit’s response', () => {
  it('sends the request that the element would send, for the payer of the page', async () => {
    const { kit, requests } = kitOf();
    const options = {
      ...OPTIONS,
      endpoint: '/deposit?order=7',
      visit: 'visit',
      session: 'session',
      amount: '5',
    };
    const headers = {
      cookie: 'order=7',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'cross-site',
      origin: 'null',
    };
    const html = await renderFromKit(kit, open(headers), 'context', options);
    const [{ url, headers: sent }] = requests as [Request];
    assert.equal(url, `https://shop.example/deposit?order=7&visit=visit&paymentId=${spei.id}&fiat=MXN`);
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

  for (const [name, headers] of Object.entries({
    'an image on another site': {
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
      'sec-fetch-site': 'cross-site',
    },
    'a page that a browser prefetches': { 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch' },
  }))
    it(`sends no request for ${name}`, async () => {
      const { kit, requests } = kitOf();
      assert.match(await renderFromKit(kit, open(headers), 'context', OPTIONS), /class="body skeleton"/);
      assert.deepEqual(requests, []);
    });
});
