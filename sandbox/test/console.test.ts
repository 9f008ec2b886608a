import assert from 'node:assert/strict';
import { request, type IncomingHttpHeaders } from 'node:http';
import { describe, it } from 'node:test';
import { consoleRoutes } from '../src/console-page.js';
import { verdict } from '../src/console/render/ledger.js';
import { INITIAL } from '../src/console/state.js';
import { BODIES, PATHS } from './requests.js';
import { ENGINES, TestSandbox } from './test-sandbox.js';

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
  const sandbox = new TestSandbox();

  /** The page, asked for with these headers; `fetch` does not let a caller set the host. */
  const pageFor = (headers: Record<string, string>, path = '/') =>
    new Promise<{ html: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
      request(`${sandbox.url}${path}`, { headers }, (response) => {
        response.setEncoding('utf8');
        let html = '';
        response.on('data', (chunk: string) => (html += chunk));
        response.on('end', () => resolve({ html, headers: response.headers }));
      })
        .on('error', reject)
        .end();
    });

  it('runs its own script only, carries nothing inline, and is neither read nor framed by another site', async () => {
    for (const path of ['/', '/sandbox', '/sandbox/']) {
      const { html, headers } = await pageFor({}, path);
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /; frame-ancestors 'none'/);
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
      assert.equal(headers['access-control-allow-origin'], undefined);
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
      assert.doesNotMatch(html, /<style| style=|<script(?![^>]* src=)| on\w+=/);
    }
  });

  for (const [headers, hasToken] of [
    [{ host: 'localhost:1' }, true],
    [{ host: '127.0.0.1' }, true],
    [{ host: '[::1]:8787' }, true],
    [{ host: '192.168.0.7' }, false],
    [{ host: 'localhost', 'x-forwarded-for': '203.0.113.9' }, false],
    [{ host: 'localhost', forwarded: 'for=203.0.113.9' }, false],
    [{ host: 'localhost', via: '1.1 proxy' }, false],
  ] as const)
    it(`${hasToken ? 'carries' : 'does not carry'} the control token for ${JSON.stringify(headers)}`, async () => {
      const { html } = await pageFor(headers);
      assert.match(html, /<sandbox-console>/);
      assert.equal(html.includes('control-token"') && html.includes('content="control-token"'), hasToken);
    });

  for (const [remoteAddress, hasToken] of [
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['192.168.0.9', false],
    ['::ffff:192.168.0.9', false],
    [undefined, false],
  ] as const)
    it(`${hasToken ? 'carries' : 'does not carry'} it for the loopback host from ${remoteAddress}`, async () => {
      const routes = consoleRoutes({ controlToken: 'control-token', baseUrl: () => '' });
      const incoming = { socket: { remoteAddress } };
      const response = await routes.fetch(new Request('http://localhost/'), { incoming });
      assert.equal((await response.text()).includes('content="control-token"'), hasToken);
    });

  it('leaves the control API to those who have the token', async () => {
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

for (const engine of ENGINES)
  describe(`the lists of the console on ${engine}`, () => {
    const sandbox = new TestSandbox({ engine });
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

    it('shows the debits and credits of a transfer, which are equal, under both of its ids', async () => {
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

    for (const [name, key] of [
      ['postings', 'id'],
      ['flows', 'id'],
      ['orders', 'orderId'],
    ] as const)
      it(`reads ${name} part by part, newest first, without a repetition or a gap`, async () => {
        const all = await list<Record<string, string>>(`${name}?limit=1000`);
        const ids = all.map((row) => Number(row[key]));
        assert.deepEqual(
          ids,
          [...new Set(ids)].toSorted((a, b) => b - a),
        );
        const half = await list<Record<string, string>>(`${name}?limit=${Math.ceil(all.length / 2)}`);
        const rest = await list<Record<string, string>>(`${name}?limit=1000&before=${half.at(-1)![key]}`);
        assert.deepEqual([...half, ...rest], all);
        const own = await list<{ merchantId?: string }>(`${name}?merchantId=2001&limit=1000`);
        assert.ok(own.length < all.length);
        assert.ok(own.every(({ merchantId = '2001' }) => merchantId === '2001'));
      });

    it('shows a claim as sent, and as rejected once it is', async () => {
      const { body } = await sandbox.post(PATHS.claim, BODIES.claim);
      const txId = String((body.data as unknown as { txId: number }).txId);
      const claim = async () =>
        (await list<{ txId: string; status: string }>('claims')).find((row) => row.txId === txId)?.status;
      assert.equal(await claim(), 'sent');
      await sandbox.control.rejectClaim(txId);
      assert.equal(await claim(), 'rejected');
    });

    it('offers the statuses an order can move to, and only those', async () => {
      const orders = await list<{ orderId: string; nextStatuses: number[] }>('orders?limit=1000');
      const open = orders.find(({ nextStatuses }) => nextStatuses[0] === 30)!;
      await sandbox.control.moveOrder(open.orderId, open.nextStatuses[0]!);
      const after = await list<{ orderId: string; nextStatuses: number[] }>('orders?limit=1000');
      const moved = after.find(({ orderId }) => orderId === open.orderId)!;
      assert.deepEqual(moved.nextStatuses, open.nextStatuses.slice(1));
      assert.ok(orders.some(({ nextStatuses }) => nextStatuses.length === 0));
    });

    it('answers the details of operation 8 for every merchant', async () => {
      const response = await fetch(
        `${sandbox.url}/sandbox/pending-fund?merchantId=1001&paymentId=105&fiat=MXN`,
        {
          headers: { authorization: 'Bearer control-token' },
        },
      );
      const { data } = (
        await sandbox.get(PATHS.details, { merchantId: '1001', paymentId: '105', fiat: 'MXN' })
      ).body;
      assert.deepEqual(await response.json(), data);
    });
  });
