import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDepositSession } from 'deposit-slip/kit';
import { fakeApi, json } from './fake-api.js';
import { SECRET, shop, type Answer } from './shop.js';

const LISTED = 'https://shop.example';
const OTHER = 'https://pay.shop.example:8443';
const EVIL = 'https://evil.example';
const allowedOrigins = [LISTED, OTHER];

/** The headers that are about origins, by name. */
function corsOf({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

function preflight(origin: string, more: Record<string, string> = {}): RequestInit {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
    'sec-fetch-site': 'cross-site',
    ...more,
  };
  return { method: 'OPTIONS', headers };
}

describe('a page of a listed origin', () => {
  it('may ask with a session: its preflight is answered, and nobody is asked who it is', async () => {
    let asked = 0;
    const authorize = () => ((asked += 1), null);
    const { ask } = shop({ allowedOrigins, authorize });
    for (const origin of allowedOrigins) {
      const answer = await ask('?paymentId=90', preflight(origin));
      assert.deepEqual([answer.status, answer.text], [204, '']);
      assert.deepEqual(corsOf(answer), {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'authorization',
        'access-control-max-age': '7200',
        'access-control-expose-headers': 'Deposit-Signature, Deposit-Slip-Test, Retry-After',
      });
    }
    assert.equal(asked, 0);
  });

  it('may read every answer, errors too, and what stands in its headers; cookies are not sent there', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch, allowedOrigins });
    const headers = { origin: LISTED, 'sec-fetch-site': 'cross-site' };
    const answers = [
      await ask('', { headers }),
      await ask('', { headers, method: 'HEAD' }),
      await ask('', { headers, method: 'POST' }),
      await ask('', { headers, method: 'OPTIONS' }),
      await ask('?paymentId=63', { headers }),
      await ask('?paymentId=x', { headers }),
      await ask('?arrival=a.b.c', { headers }),
      await shop({ grant: null, allowedOrigins }).ask('', { headers }),
      await shop({ fetch: fakeApi({ slip: json('{}', { status: 429 }) }).fetch, allowedOrigins }).ask('', {
        headers,
      }),
      await shop({ allowedOrigins, authorize: () => Promise.reject(new Error('down')) }).ask('', { headers }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 405, 405, 403, 400, 403, 401, 429, 500],
    );
    for (const answer of answers)
      assert.deepEqual(corsOf(answer), {
        'access-control-allow-origin': LISTED,
        'access-control-expose-headers': 'Deposit-Signature, Deposit-Slip-Test, Retry-After',
      });
  });

  it('gets its slip with a session', async () => {
    const api = fakeApi();
    const { ask } = shop({ fetch: api.fetch, session: SECRET, allowedOrigins });
    const session = await createDepositSession(SECRET, {
      id: 'o',
      merchantId: 1,
      methods: [{ paymentId: 90, fiat: 'BRL' }],
    });
    const headers = { origin: OTHER, 'sec-fetch-site': 'same-site', authorization: `Bearer ${session}` };
    assert.equal((await ask('', { headers })).status, 200);
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
    // Browsers that do not say where they ask from send an Origin with a GET from elsewhere alone.
    { origin: EVIL },
    { origin: 'null' },
    { origin: 'https://blog.shop.example' },
    { origin: `${LISTED}, ${EVIL}` },
  ];

  it('is refused before anything is asked of anybody, its payer’s cookies or not', async () => {
    const api = fakeApi();
    let asked = 0;
    const authorize = () => (
      (asked += 1),
      { id: 'o', merchantId: 1, methods: [{ paymentId: 90, fiat: 'BRL' }] }
    );
    for (const kit of [
      shop({ fetch: api.fetch, allowedOrigins, authorize }),
      shop({ fetch: api.fetch, authorize }),
    ])
      for (const headers of foreign)
        for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
          const answer = await kit.ask('?paymentId=90&refresh=1', {
            method,
            headers: { cookie: 'visit=1', ...headers },
          });
          assert.equal(answer.status, 403, JSON.stringify([method, headers]));
          if (method !== 'HEAD') assert.equal(answer.body.kind, 'forbidden');
          assert.deepEqual(corsOf(answer), {});
        }
    assert.deepEqual([asked, api.calls.length], [0, 0]);
  });

  it('gets no preflight', async () => {
    const { ask } = shop({ allowedOrigins });
    const answer = await ask('', preflight(EVIL));
    assert.deepEqual([answer.status, corsOf(answer)], [403, {}]);
  });
});

describe('a request that is of no page elsewhere', () => {
  it('is answered as ever', async () => {
    const given: readonly Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of given) {
      const { status, ...answer } = await shop({ fetch: fakeApi().fetch }).ask('', { headers });
      assert.equal(status, 200, JSON.stringify(headers));
      assert.deepEqual(corsOf({ status, ...answer }), {});
    }
  });
});
