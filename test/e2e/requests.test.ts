import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { DemoBrowsers } from './demo-browsers.js';

/** Requests that no page of the demo sends. */

const demo = new DemoBrowsers({ width: 420, height: 900 }, []);

const VISIT = 'visit=01234567-89ab-4def-8123-456789abcdef';

interface Sent {
  readonly method?: string;
  readonly body?: string;
  /** The length of the body is not announced. */
  readonly isChunked?: boolean;
}

/** Sends the headers unchanged, since `fetch` sets its own `Sec-Fetch-Mode`. Returns the status. */
function send(
  path: string,
  headers: Readonly<Record<string, string>>,
  { method = 'GET', body = '', isChunked = false }: Sent = {},
): Promise<number> {
  const length = method === 'POST' && !isChunked ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  return new Promise((resolve, reject) => {
    const sent = request(demo.url + path, { method, headers: { ...headers, ...length } }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode!));
    });
    sent.once('error', reject);
    // Data that is written before the end has no length yet.
    sent.write(body);
    sent.end();
  });
}

const post = (path: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> =>
  send(path, headers, { method: 'POST', body });

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const accounts = async (): Promise<number> => (await demo.sandbox.control.merchants()).length;

describe('the demo', () => {
  it('changes nothing for a request from another site', async () => {
    const before = await accounts();
    for (const site of ['cross-site', 'same-site'])
      for (const [mode, dest] of [
        ['no-cors', 'image'],
        ['cors', 'empty'],
        ['navigate', 'iframe'],
      ] as const)
        for (const path of ['/', '/wallet', '/methods', '/deposit?paymentId=90'])
          assert.equal(
            await send(path, { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest }),
            403,
            `${path} ${mode}`,
          );
    const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const path of ['/orders', '/session', '/sandbox/pay'])
      for (const foreign of [
        { 'sec-fetch-site': 'cross-site', ...navigation },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ])
        assert.equal(await post(path, { ...FORM, cookie: VISIT, ...foreign }, 'country=MX'), 403, path);
    assert.equal(await accounts(), before);
  });

  it('issues a code for a page that a payer opens, and for no other request for it', async () => {
    const ofCodes = { route: 'pending-fund', limit: 10_000 };
    const codes = async () => (await demo.sandbox.control.requests(ofCodes)).length;
    const before = await codes();
    for (const [method, dest] of [
      ['HEAD', 'document'],
      ['GET', 'iframe'],
      ['GET', 'document'],
    ] as const) {
      const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': dest, 'sec-fetch-site': 'none' };
      assert.equal(await send('/?country=BR', headers, { method }), 200);
      assert.equal((await codes()) - before, method === 'GET' && dest === 'document' ? 1 : 0);
    }
  });

  it('opens for a link on another site, and accepts its own forms', async () => {
    const link = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    assert.equal(await send('/', link), 200);
    for (const own of [{ origin: demo.url, 'sec-fetch-site': 'same-origin' }, { origin: demo.url }, {}])
      assert.equal(await post('/orders', { ...FORM, cookie: VISIT, ...own }, 'country=MX'), 303);
  });

  it('does not read a long body', async () => {
    const long = 'a'.repeat(70_000);
    assert.equal(await post('/orders', FORM, `country=${long}`), 413);
    assert.equal(
      await send('/orders', FORM, { method: 'POST', body: `country=${long}`, isChunked: true }),
      413,
    );
  });

  it('responds to malformed cookies and paths', async () => {
    for (const visit of ['%00', '%', "' or 1=1--", '../..', '__proto__', 'x'.repeat(5000)])
      for (const path of ['/', '/wallet', '/orders/1']) {
        const status = await send(path, { cookie: `visit=${visit}` });
        assert.ok(status < 400, `${path} ${visit}: ${status}`);
      }
    for (const name of ['__proto__', 'constructor', 'toString']) {
      assert.equal(await send(`/scripted/payment/${name}`, {}), 200, name);
      assert.equal(await send(`/scripted/history/${name}`, {}), 503, name);
    }
  });
});
