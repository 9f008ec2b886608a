import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import { toNodeHandler } from 'deposit-slip/kit';
import { renderFromKit } from 'deposit-slip/ssr';

const LINK = 'http://localhost:8080/pay';
/** A response whose link leads to the payer's own machine. */
const ANSWER = { code: 200, data: { fiat: 'PEN', fieldList: { paymentLink: LINK } } };
const OPTIONS = { lang: 'en', endpoint: '/deposit', paymentId: '95', amount: '10.00' } as const;

/** The contents of the shadow root of a page that was requested in this way, and the kit's request. */
async function render(request: Request, options: { url?: string; session?: string } = {}) {
  const asked: Request[] = [];
  const kit = async (request: Request): Promise<Response> => {
    asked.push(request);
    return Response.json(ANSWER);
  };
  const html = await renderFromKit(kit, request, undefined, { ...OPTIONS, ...options });
  return { asked, shown: html.split('<script')[0]! };
}

/** The request that `toNodeHandler` makes from one that a browser sent to a host. */
async function ofNode(host: string): Promise<Request> {
  let made: Request | undefined;
  const handler = toNodeHandler(async (request) => {
    made = request;
    return new Response();
  });
  const response = { headersSent: false, writeHead: () => {}, end: () => {} };
  await handler({ url: '/order', headers: { host } }, response);
  return made!;
}

describe('renderFromKit', () => {
  it('sends the kit the element’s request, on behalf of the payer', async () => {
    const headers = { cookie: 'order=1', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' };
    const { asked } = await render(new Request('https://shop.example/order', { headers }), { session: 's' });
    const [{ url, headers: sent }] = asked as [Request];
    assert.equal(url, 'https://shop.example/deposit?paymentId=95&fiat=PEN&amount=10.00');
    assert.deepEqual(Object.fromEntries(sent), { cookie: 'order=1', authorization: 'Bearer s' });
  });

  it('sends none for HEAD in Hono, which routes it as GET', async () => {
    const sent: string[] = [];
    const kit = async ({ method }: Request): Promise<Response> => {
      sent.push(method);
      return Response.json(ANSWER);
    };
    const app = new Hono();
    app.get('/order', async (c) => c.html(await renderFromKit(kit, c.req.raw, undefined, OPTIONS)));
    assert.equal((await app.request('/order', { method: 'HEAD' })).status, 200);
    assert.deepEqual(sent, []);
    await app.request('/order');
    assert.deepEqual(sent, ['GET']);
  });

  it('shows a link to loopback only on a page from loopback', async () => {
    for (const [request, isShown] of [
      [new Request('https://shop.example/order'), false],
      [new Request('http://localhost:3000/order'), true],
      // Every request that `toNodeHandler` makes has a URL on localhost.
      [await ofNode('shop.example'), false],
      [await ofNode('localhost:3000'), true],
      // A malformed host, such as two of them.
      [await ofNode('shop.example, localhost'), false],
    ] as const)
      assert.equal((await render(request)).shown.includes(LINK), isShown, request.headers.get('host') ?? '');
  });

  it('takes the URL of the page from its caller, whose proxy may have sent another host', async () => {
    const request = await ofNode('localhost:3000');
    assert.ok(!(await render(request, { url: 'https://shop.example/order' })).shown.includes(LINK));
  });
});
