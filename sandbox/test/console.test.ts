import assert from 'node:assert/strict';
import { request, type IncomingHttpHeaders } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { consoleRoutes } from '../src/console-page.js';
import { verdict } from '../src/console/render/ledger.js';
import { INITIAL } from '../src/console/state.js';
import { ANNOUNCE_MS, ConsoleUrls, LIFETIME_MS } from '../src/console-urls.js';
import { startSandbox, type Sandbox } from '../src/index.js';
import { end, run, untilReady } from './command.js';
import { BODIES, keyOf, keyStatus, PATHS } from './requests.js';
import { TestSandbox } from './test-sandbox.js';

/**
 * Headers that could make a server believe that a request comes from its own machine, or from a proxy in
 * front of it.
 */
const CLAIMS: readonly Readonly<Record<string, string>>[] = [
  {},
  { host: 'localhost:1' },
  { host: '127.0.0.1' },
  { host: '[::1]:8787' },
  { host: '192.168.0.7' },
  { forwarded: 'for=127.0.0.1;host=localhost' },
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost', 'x-real-ip': '127.0.0.1' },
  { via: '1.1 proxy' },
  { origin: 'http://localhost', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
  { authorization: 'Bearer ', cookie: 'control-token=1' },
];

const OWN_TOKEN = 'a-token-of-my-own';

/** Sends a request to a sandbox. `fetch` cannot set the Host header. */
const send = (url: string, headers: Readonly<Record<string, string>>, body?: object) =>
  new Promise<{ text: string; status: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const method = body ? 'POST' : 'GET';
    const type = body ? { 'content-type': 'application/json' } : {};
    request(url, { method, headers: { ...type, ...headers } }, (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ text, status: response.statusCode!, headers: response.headers }));
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
  });

describe('the badge of the console', () => {
  it('says that the ledger is not verified until it is', () => {
    const verified = {
      ...INITIAL,
      data: { verification: { invariants: [{ name: 'I1', violations: '0' }] } },
    };
    assert.deepEqual(
      [INITIAL, verified].map((state) => verdict(state).words),
      ['not verified yet', 'ledger verified 1/1'],
    );
  });
});

describe('the page of the console', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ controlToken: OWN_TOKEN });
  });
  after(() => sandbox.stop());

  const exchange = (key: unknown, headers: Readonly<Record<string, string>> = {}) =>
    send(`${sandbox.url}/sandbox/console-token`, headers, { key });

  it('runs only its own script, has no inline code, and cannot be read or framed by another site', async () => {
    for (const path of ['/', '/sandbox', '/sandbox/']) {
      const { text, headers } = await send(`${sandbox.url}${path}`, {});
      const policy = String(headers['content-security-policy']);
      assert.match(text, /<sandbox-console>/);
      assert.doesNotMatch(text, /header\.css/, 'a header only if the site has one');
      assert.match(policy, /; frame-ancestors 'none'/);
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
      assert.equal(headers['access-control-allow-origin'], undefined);
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
      assert.doesNotMatch(text, /<style| style=|<script(?![^>]* src=)| on\w+=/);
    }
  });

  it('contains no control token, and gives none without a key, whatever the headers say', async () => {
    for (const headers of CLAIMS) {
      const name = JSON.stringify(headers);
      for (const path of ['/', '/sandbox', '/sandbox/'])
        assert.doesNotMatch(
          (await send(`${sandbox.url}${path}`, headers)).text,
          /a-token-of|control-token/,
          name,
        );
      for (const key of [undefined, null, '', 'x', 'undefined', 0, [], {}, { length: 43 }, OWN_TOKEN]) {
        const { text, status } = await exchange(key, headers);
        assert.equal(status, 403, `${name} ${JSON.stringify(key)}`);
        assert.doesNotMatch(text, /a-token-of/);
      }
    }
  });

  it('gets the control token for the key in the fragment of a URL, which works once', async () => {
    const url = sandbox.consoleUrl();
    assert.match(url, new RegExp(`^${sandbox.url}/sandbox/#key=[\\w-]{43}$`));
    assert.notEqual(sandbox.consoleUrl(), url);
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(keyOf(url))));
    const [given, ...refused] = answers.toSorted((one, other) => one.status - other.status);
    assert.deepEqual([given!.status, JSON.parse(given!.text)], [200, { token: OWN_TOKEN }]);
    assert.equal(given!.headers['cache-control'], 'no-store');
    for (const { status, text } of refused) {
      assert.equal(status, 403);
      assert.match(
        text,
        /This URL has been used, and opens the console only once\. Enter the control token\./,
      );
    }
  });

  it('does not consume a key for a foreign host, another content type or another method', async () => {
    const key = keyOf(sandbox.consoleUrl());
    assert.equal((await exchange(key, { host: 'evil.example' })).status, 403);
    assert.equal((await exchange(key, { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await send(`${sandbox.url}/sandbox/console-token?key=${key}`, {})).status, 401);
    assert.equal((await exchange(`${key}x`)).status, 403);
    assert.equal((await exchange(key)).status, 200);
  });

  it('leaves the control API to clients with the token', async () => {
    for (const name of [
      'postings',
      'flows',
      'claims',
      'orders',
      'payment-methods',
      'channel-types',
      'pending-fund',
    ])
      assert.equal((await fetch(`${sandbox.url}/sandbox/${name}`)).status, 401, name);
  });
});

describe('a URL of the console', () => {
  let time = 0;
  const announced: string[] = [];
  const consoleUrls = new ConsoleUrls({
    baseUrl: () => 'http://127.0.0.1:8787',
    announce: (url) => void announced.push(url),
    now: () => time,
  });
  const routes = consoleRoutes({ controlToken: OWN_TOKEN, consoleUrls });
  const exchange = async (key?: string) => {
    const response = await routes.request('/sandbox/console-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    return { status: response.status, text: await response.text() };
  };

  it('opens it for ten minutes', async () => {
    const keys = [consoleUrls.create(), consoleUrls.create()].map(keyOf);
    time += LIFETIME_MS - 1;
    assert.equal((await exchange(keys[0])).status, 200);
    time += 1;
    const { status, text } = await exchange(keys[1]);
    assert.equal(status, 403);
    assert.match(
      text,
      /This URL has expired, or comes from an earlier run of the sandbox\. Open the new URL/,
    );
  });

  it('is printed again when someone opens the console without one, at most every ten seconds', async () => {
    time += ANNOUNCE_MS;
    announced.length = 0;
    for (const _ of Array.from({ length: 50 }))
      assert.match((await exchange()).text, /"Open the new URL that the sandbox has printed in its terminal/);
    assert.equal(announced.length, 1);
    time += ANNOUNCE_MS;
    await exchange('wrong');
    assert.equal(announced.length, 2);
    for (const url of announced) assert.equal((await exchange(keyOf(url))).status, 200);
  });
});

describe('the command', () => {
  it('prints a URL that opens the console, and another one when someone opens the console without one', async () => {
    const { child, url, find } = await untilReady(run(['--port', '0', '--control-token', OWN_TOKEN]));
    const printed = async () => /http\S+/.exec(await find((line) => line.includes('console')))![0];
    const first = await printed();
    assert.ok(first.startsWith(`${url}/sandbox/#key=`));
    assert.equal(await keyStatus(first), 200);
    assert.equal(await keyStatus(first), 403);
    assert.equal(await keyStatus(await printed()), 200);
    await end(child);
  });
});

describe('the lists of the console', () => {
  const sandbox = new TestSandbox();
  const list = async <Row>(path: string): Promise<Row[]> => {
    const headers = { authorization: 'Bearer control-token' };
    const response = await fetch(`${sandbox.url}/sandbox/${path}`, { headers });
    const answer = (await response.json()) as Record<string, Row[]>;
    assert.equal(response.status, 200, JSON.stringify(answer));
    return Object.values(answer)[0]!;
  };
  interface Posting {
    readonly id: string;
    readonly txIds: readonly string[];
    readonly entries: readonly {
      role: string;
      merchantId: string | null;
      debit: string | null;
      credit: string | null;
    }[];
  }

  it('show the debits and credits of a transfer, which are equal, under both of its ids', async () => {
    const { body } = await sandbox.post(PATHS.transfer, BODIES.transfer);
    const { fromId, toId } = body.data as unknown as { fromId: number; toId: number };
    const [posting, ...others] = await list<Posting>(`postings?txId=${fromId}`);
    assert.deepEqual(others, []);
    assert.deepEqual(await list(`postings?txId=${toId}`), [posting]);
    assert.deepEqual(posting!.txIds.toSorted(), [fromId, toId].map(String).toSorted());
    const sides = (side: 'debit' | 'credit') =>
      posting!.entries.flatMap((entry) =>
        entry[side] === null ? [] : [`${entry.merchantId ?? entry.role} ${entry[side]}`],
      );
    assert.deepEqual(sides('debit'), ['1001 1.00', '1001 0.01']);
    assert.deepEqual(sides('credit'), ['1002 1.00', 'fees 0.01']);
  });

  it('show a claim as sent, and as rejected once it is rejected', async () => {
    const { body } = await sandbox.post(PATHS.claim, BODIES.claim);
    const txId = String((body.data as unknown as { txId: number }).txId);
    const claim = async () =>
      (await list<{ txId: string; status: string }>('claims')).find((row) => row.txId === txId)?.status;
    assert.equal(await claim(), 'sent');
    await sandbox.control.rejectClaim(txId);
    assert.equal(await claim(), 'rejected');
  });

  it('offer the statuses that an order can move to, and only those', async () => {
    const orders = await list<{ orderId: string; nextStatuses: number[] }>('orders?limit=1000');
    const open = orders.find(({ nextStatuses }) => nextStatuses[0] === 30)!;
    await sandbox.control.moveOrder(open.orderId, open.nextStatuses[0]!);
    const after = await list<{ orderId: string; nextStatuses: number[] }>('orders?limit=1000');
    const moved = after.find(({ orderId }) => orderId === open.orderId)!;
    assert.deepEqual(moved.nextStatuses, open.nextStatuses.slice(1));
    assert.ok(orders.some(({ nextStatuses }) => nextStatuses.length === 0));
  });

  it('return the details of operation 8 for every merchant', async () => {
    const response = await fetch(
      `${sandbox.url}/sandbox/pending-fund?merchantId=1001&paymentId=105&fiat=MXN`,
      {
        headers: { authorization: 'Bearer control-token' },
      },
    );
    const { data } = (await sandbox.get(PATHS.details, { merchantId: '1001', paymentId: '105', fiat: 'MXN' }))
      .body;
    assert.deepEqual(await response.json(), data);
  });
});
