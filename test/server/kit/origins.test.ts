import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDepositSession } from 'deposit-slip/kit';
import { fakeApi, json } from '../fake-api.js';
import { PIX_GRANT, SECRET, shop, type Answer } from '../shop.js';

const ALLOWED = 'https://shop.example';
const OTHER = 'https://pay.shop.example:8443';
const EVIL = 'https://evil.example';
const allowedOrigins = [ALLOWED, OTHER];

/** The CORS headers by name. */
function corsOf({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

function preflight(origin: string): RequestInit {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
    'sec-fetch-site': 'cross-site',
  };
  return { method: 'OPTIONS', headers };
}

describe('a page of an allowed origin', () => {
  it('gets a preflight response without authentication', async () => {
    const { send } = shop({ allowedOrigins, authorize: () => assert.fail('authorize was called') });
    for (const origin of allowedOrigins) {
      const answer = await send('?paymentId=90', preflight(origin));
      assert.deepEqual([answer.status, answer.text], [204, '']);
      assert.deepEqual(corsOf(answer), {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'authorization',
        'access-control-max-age': '7200',
        'access-control-expose-headers': 'Deposit-Slip-Test, Retry-After',
      });
    }
  });

  it('may read every response, errors included, and its headers, but without credentials', async () => {
    const headers = { origin: ALLOWED, 'sec-fetch-site': 'cross-site' };
    const limited = fakeApi({ slip: json('{}', { status: 429 }) });
    const authorize = () => Promise.reject(new Error('down'));
    const requests = [
      [200, {}, ''],
      [403, {}, '?paymentId=63'],
      [400, {}, '?paymentId=x'],
      [403, {}, '?arrival=a.b.c'],
      [401, { grant: null }, ''],
      [429, { api: limited }, ''],
      [500, { authorize }, ''],
      [200, {}, '', 'HEAD'],
      [405, {}, '', 'POST'],
      [405, {}, '', 'OPTIONS'],
    ] as const;
    for (const [status, options, query, method = 'GET'] of requests) {
      const answer = await shop({ allowedOrigins, ...options }).send(query, { headers, method });
      assert.equal(answer.status, status);
      assert.deepEqual(corsOf(answer), {
        'access-control-allow-origin': ALLOWED,
        'access-control-expose-headers': 'Deposit-Slip-Test, Retry-After',
      });
    }
  });

  it('gets a slip with a session', async () => {
    const { send } = shop({ session: SECRET, allowedOrigins });
    const session = await createDepositSession(SECRET, PIX_GRANT);
    const headers = { origin: OTHER, 'sec-fetch-site': 'same-site', authorization: `Bearer ${session}` };
    assert.equal((await send('', { headers })).status, 200);
  });
});

describe('a page of any other origin', () => {
  const foreign: readonly Record<string, string>[] = [
    { origin: EVIL, 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { origin: 'https://blog.shop.example', 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'whatever' },
    // Browsers without Sec-Fetch-Site send Origin with a GET only if it is cross-origin.
    { origin: EVIL },
    { origin: 'null' },
    { origin: 'https://blog.shop.example' },
    { origin: `${ALLOWED}, ${EVIL}` },
  ];

  it('is rejected before authorize and the API are called, even with the payer’s cookies', async () => {
    const api = fakeApi();
    let calls = 0;
    const authorize = () => {
      calls += 1;
      return PIX_GRANT;
    };
    for (const kit of [shop({ api, allowedOrigins, authorize }), shop({ api, authorize })])
      for (const headers of foreign)
        for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
          const answer = await kit.send('?paymentId=90&refresh=1', {
            method,
            headers: { cookie: 'visit=1', ...headers },
          });
          assert.equal(answer.status, 403, JSON.stringify([method, headers]));
          if (method !== 'HEAD') assert.equal(answer.body.kind, 'forbidden');
          assert.deepEqual(corsOf(answer), {});
        }
    assert.deepEqual([calls, api.calls.length], [0, 0]);
  });
});

describe('a request without another origin', () => {
  it('gets a response without CORS headers', async () => {
    const requests: readonly Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of requests) {
      const answer = await shop().send('', { headers });
      assert.equal(answer.status, 200, JSON.stringify(headers));
      assert.deepEqual(corsOf(answer), {});
    }
  });
});
