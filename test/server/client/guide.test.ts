import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it, mock } from 'node:test';
import { CHANNELS } from 'deposit-slip/contract';
import { ExampleFolder, examplesOf } from '../../docs/examples.js';
import { specSample } from '../../fixtures/spec.js';
import { withLoopback } from '../loopback.js';
import { SAMPLES, sampleOf } from './samples.js';

const GUIDE = 'docs/client.md';
const guide = readFileSync(new URL(`../../../${GUIDE}`, import.meta.url), 'utf8');

/** Two deposits, newest first. */
const FLOWS = ['2', '1'].map(
  (id) =>
    `{"id":${id},"merchantId":1001,"settingsId":3,"txId":10${id},"category":"TRANSFER","flowType":"DEPOSIT","fiat":"BRL","changed":150.50,"total":1,"extId":"","createTime":"189345600000${id}"}`,
);
const DEPOSITS = `{"currentPage":1,"size":10,"total":2,"record":[${FLOWS.join(',')}]}`;

/** The API's `data` by path. */
const ANSWERS: ReadonlyMap<string, string> = new Map([
  ['/v2/merchant/addfunds', JSON.stringify((specSample('pending-fund/63') as { data: unknown }).data)],
  [
    '/v2/orders',
    sampleOf('orders.list, between currencies').data.replace('"orderStatus":72', '"orderStatus":60'),
  ],
  ['/v2/merchant/fiat/flows', DEPOSITS],
  ['/v2/merchant/accounts', sampleOf('accounts.activate').data],
  [
    '/v2/merchant/claimfunds',
    sampleOf('funds.claim').data.replace(/"merchantId":\d+,"clientId":"[^"]*"/, '"merchantId":1001'),
  ],
  [
    '/v2/merchant/transfer',
    '{"clientId":"order-7-payout","fromId":7,"toId":8,"fiat":"MXN","fiatAmount":"22.00","totalFiatAmount":"22.10","fee":"0.10","createTime":1700000000500}',
  ],
]);

/** The bodies that the API received for the operations that move money, by path. */
const bodies: ReadonlyMap<string, { clientId: string }[]> = new Map([
  ['/v2/merchant/claimfunds', []],
  ['/v2/merchant/transfer', []],
]);

/** The number of attempts of the first call, which all fail. */
const ATTEMPTS = 3;

/**
 * An API that responds to the first claim and the first transfer with 503, so that their outcome is unknown.
 */
async function api(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url!.split('?')[0]!;
  const received = bodies.get(path);
  received?.push(JSON.parse(await text(request)) as { clientId: string });
  const status = received && received.length <= ATTEMPTS ? 503 : 200;
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(`{"code":${status},"msg":"x","data":${ANSWERS.get(path)}}`);
}

// test/docs/docs.test.ts tests that the examples compile.
const folder = new ExampleFolder();
folder.writeAll(GUIDE);

describe('the guide to the client', () => {
  it('has examples that work', async () => {
    const results: Record<string, unknown> = {};
    mock.method(Math, 'random', () => 0);
    await withLoopback(api, async (url) => {
      Object.assign(process.env, { API_URL: url, API_TOKEN: 'token-of-the-example', EUR_TRENCH: 'Bank' });
      for (const name of examplesOf(GUIDE).keys()) Object.assign(results, await folder.load(name));
    });
    mock.restoreAll();
    assert.equal(results['cvu'], '0000775900000000000086');
    assert.deepEqual(results['paidOut'], ['0.30 BRL']);
    assert.deepEqual(
      [...(results['deposits'] as Map<string, string>)],
      [
        ['102', '150.50'],
        ['101', '150.50'],
      ],
    );
    assert.equal((results['account'] as { verifyLink: string }).verifyLink, 'https://verify.example/1');
    for (const received of bodies.values()) {
      assert.equal(received.length, ATTEMPTS + 1);
      assert.equal(new Set(received.map(({ clientId }) => clientId)).size, 1);
    }
    const [claims, transfers] = [...bodies.values()];
    assert.equal((results['claim'] as { clientId: string }).clientId, claims?.[0]?.clientId);
    assert.deepEqual([results['outcome'], transfers?.[0]?.clientId], ['moved', 'order-7-payout']);
    const attempts = results['attempts'] as readonly { readonly body: string }[];
    assert.equal(attempts.length, 2);
    assert.equal(attempts[0]?.body, attempts[1]?.body);
    // The withdrawal, and its fee.
    assert.equal((results['withdrawals'] as { total: number }).total, 2);
  });

  it('documents every call, error and channel', async () => {
    const client = await import('deposit-slip/client');
    const errors = Object.keys(client).filter((name) => name.endsWith('Error'));
    const calls = SAMPLES.map(({ operation }) => operation);
    assert.equal(errors.length, 9);
    const iterators = ['orders.all', 'virtualAccounts.all', 'flows.all'];
    for (const name of [...errors, ...calls, ...iterators]) assert.ok(guide.includes(`\`${name}`), name);
    const rows = [...guide.matchAll(/^\| `([\w-]+)` +\| ([A-Z, ]+?) +\|/gm)];
    const expected = new Map(CHANNELS.map(({ name, fiats }) => [name, fiats.join(', ')]));
    assert.deepEqual(
      rows.map(([, name, fiats]) => [name, fiats]),
      [...expected],
    );
  });
});
