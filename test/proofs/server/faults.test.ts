import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { METHODS, isProblem, readSlip, type Method } from 'deposit-slip/core';
import { startSandbox } from 'deposit-slip-sandbox';
import { timeoutFor, type Ending, type Fault } from '../../faults/fault.js';
import { startFaultProxy } from '../../faults/proxy.js';
import { FAULTS } from '../../faults/table.js';
import { withLoopback } from '../../server/loopback.js';
import { shop, txIdOf, type Answer } from '../../server/shop.js';
import { isSoak, sampleOf } from '../scale.js';

/**
 * SECURITY.md P12 between the kit and the API: every fault with one method each, in a soak with every method; and the same
 * for arrivals.
 */

const MIB = 1024 * 1024;
/** The 256 KiB the kit reads, plus the socket buffers of both sides: far less than the 100 MB the faults send. */
const MAX_BYTES = 8 * MIB;
/** Time-out for faults that only the time-out ends. Long enough to receive a byte or two. */
const SHORT_MS = 1_100;
/** What a loaded machine may need in addition. */
const SLACK_MS = 2_000;
/** The HTTP status of each error. A problem that the element finds in the data has status 200. */
const STATUS: Partial<Record<string, number>> = {
  refused: 502,
  unreadable: 502,
  unavailable: 502,
  timeout: 504,
  'rate-limited': 429,
};

const sandbox = await startSandbox();
after(() => sandbox.stop());

interface Outcome {
  readonly answer: Answer;
  /** What the payer sees: a slip or a kind of problem. */
  readonly ending: string;
}

type Send = ReturnType<typeof shop>['send'];

/** Sends requests of one payer to a kit whose API is at `baseUrl`. */
function payerAt(baseUrl: string, method: Method, timeout: number, stored = new Map<string, string>()): Send {
  const { send } = shop({
    baseUrl,
    fetch,
    token: sandbox.token,
    grant: {
      id: 'payer',
      merchantId: 1001,
      methods: [{ paymentId: method.id, fiat: method.fiat }],
      ownAccount: true,
    },
    store: { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) },
    timeout,
  });
  return send;
}

function slipQuery({ id, amount }: Method): string {
  return `?paymentId=${id}${amount === 'required' ? '&amount=150.00' : ''}`;
}

async function requestSlip(send: Send, method: Method): Promise<Outcome> {
  const answer = await send(slipQuery(method));
  if (answer.status !== 200) return { answer, ending: String(answer.body.kind) };
  const slip = readSlip(answer.body, { paymentId: method.id }, { links: { hosts: [], loopback: true } });
  return { answer, ending: isProblem(slip) ? slip.kind : 'ready' };
}

function assertWellFormed({ answer: { status, headers, body }, ending }: Outcome): void {
  assert.equal(status, STATUS[ending] ?? 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  if (status === 200) return;
  assert.deepEqual(Object.keys(body), ['code', 'msg', 'data', 'requestId', 'kind']);
  assert.equal(body.data, null);
}

async function testSlip(fault: Fault, method: Method): Promise<void> {
  const proxy = await startFaultProxy(sandbox.url, fault);
  const stored = new Map<string, string>();
  const timeout = timeoutFor(fault, SHORT_MS);
  const send = payerAt(proxy.url, method, timeout, stored);
  try {
    const started = performance.now();
    const first = await requestSlip(send, method);
    assert.ok(performance.now() - started < timeout + SLACK_MS, 'it ends within the time-out');
    assert.ok([fault.kit].flat().includes(first.ending as Ending), `it ended as ${first.ending}`);
    assertWellFormed(first);
    assert.equal(proxy.requests, fault.play ? 1 : 0, 'nothing is requested twice');
    if (first.ending !== 'ready')
      assert.deepEqual(
        [...stored.keys()].filter((key) => !key.includes(':lock:')),
        [],
        'nothing is stored',
      );
    await proxy.quiet();
    assert.ok(proxy.sent < MAX_BYTES, `${proxy.sent} bytes were read`);
    await proxy.lift();
    assert.equal((await requestSlip(send, method)).ending, 'ready');
    assert.equal(proxy.requests, fault.play && first.ending !== 'ready' ? 2 : 1);
  } finally {
    await proxy.close();
  }
}

interface Arrival {
  readonly status: string;
  readonly deposits: readonly { readonly amount: string }[];
}

/** The arrival of a token's slip, or the kind of an error. */
async function requestArrival(send: Send, token: string): Promise<Arrival | string> {
  const { kind, data } = (await send(`?arrival=${token}`)).body;
  return kind ?? (data as unknown as Arrival);
}

async function testArrival(fault: Fault, method: Method): Promise<void> {
  const slip = await payerAt(sandbox.url, method, 8_000)(slipQuery(method));
  const token = slip.body.arrival!;
  const proxy = await startFaultProxy(sandbox.url, fault);
  try {
    const timeout = timeoutFor(fault, SHORT_MS);
    const first = await requestArrival(payerAt(proxy.url, method, timeout), token);
    const ending = typeof first === 'string' ? first : first.status;
    // A response that is not a slip may still be a page without flows.
    const allowed = [fault.kit].flat().map((each) => (STATUS[each] === undefined ? 'waiting' : each));
    assert.ok([...allowed, 'unreadable'].includes(ending), `it ended as ${ending}`);
    assert.equal(proxy.requests, fault.play ? 1 : 0, 'nothing is requested twice');
    await proxy.quiet();
    await proxy.lift();
    const { fiat } = method;
    await sandbox.control.deposit({ merchantId: 1001, fiat, amount: '150.00', txId: txIdOf(slip) });
    const next = await requestArrival(payerAt(proxy.url, method, timeout), token);
    assert.ok(typeof next !== 'string' && next.status === 'arrived', JSON.stringify(next));
    assert.deepEqual(
      next.deposits.map(({ amount }) => amount),
      ['150.00'],
    );
  } finally {
    await proxy.close();
  }
}

describe('the kit, with a fault between it and the API', { concurrency: 8 }, () => {
  for (const [at, fault] of FAULTS.entries()) {
    const methods = isSoak ? METHODS : [METHODS[at % METHODS.length]!];
    it(
      `responds with ${[fault.kit].flat().join(' or ')} to ${fault.name}, and then with a slip`,
      { timeout: 60_000 },
      async () => {
        for (const method of methods) await testSlip(fault, method);
      },
    );
  }
});

describe('the kit, with a fault while it looks up an arrival', { concurrency: 8 }, () => {
  const trackable = METHODS.filter(({ hasTxId }) => hasTxId);
  for (const [at, fault] of sampleOf(FAULTS, 48).entries()) {
    it(`finds no deposit in ${fault.name}, and then the one that arrived`, { timeout: 60_000 }, () =>
      testArrival(fault, trackable[at % trackable.length]!),
    );
  }
});

describe('the kit, on a reused connection', () => {
  it('sends a request once, even if the connection breaks', async () => {
    const urls: string[] = [];
    const connections = new Set<Socket>();
    const method = METHODS[0]!;
    const { fiat, sample: fieldList } = method;
    await withLoopback(
      ({ url, socket }, response) => {
        urls.push(url ?? '');
        connections.add(socket);
        if (urls.length > 1) return void socket.resetAndDestroy();
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ code: 200, msg: 'SUCCESS', data: { fiat, fieldList } }));
      },
      async (baseUrl) => {
        const send = payerAt(baseUrl, method, 8_000);
        assert.equal((await requestSlip(send, method)).ending, 'ready');
        assert.equal((await send(`${slipQuery(method)}&refresh=1`)).status, 502);
      },
    );
    assert.equal(connections.size, 1, 'both requests use one connection');
    assert.equal(urls.length, 2);
  });
});
