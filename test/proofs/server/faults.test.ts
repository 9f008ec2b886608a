import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { METHODS, isProblem, readSlip, type Method } from 'deposit-slip/core';
import {
  createMemoryStore,
  type ArrivalResponse,
  type DepositKitOptions,
  type ErrorEvent,
} from 'deposit-slip/kit';
import { startSandbox } from 'deposit-slip-sandbox';
import { timeoutFor, type Ending, type Fault } from '../../faults/fault.js';
import { startFaultProxy } from '../../faults/proxy.js';
import { FAULTS } from '../../faults/table.js';
import { withLoopback } from '../../server/loopback.js';
import { brokenStore, shop, txIdOf, type Answer } from '../../server/shop.js';
import { isSoak, sampleOf } from '../scale.js';

/**
 * SECURITY.md P12 between the kit and the API: every fault with one method each; in a soak, with every
 * method. The same for arrivals.
 */

const MIB = 1024 * 1024;
/**
 * The 256 KiB the kit reads, plus the socket buffers of both sides: far less than the 100 MB the faults send.
 */
const MAX_BYTES = 8 * MIB;
/** The time-out for faults that nothing else ends: long enough to receive a byte or two. */
const SHORT_MS = 1_100;
/** How long a poll waits for a reading. */
const LONGEST_WAIT = 1_000;
/** The longest time that an API may ask the kit to wait. */
const LONGEST_PAUSE = 300_000;
/** The extra time that a loaded machine may need. */
const SLACK_MS = 20_000;
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

type Payer = ReturnType<typeof shop>;
type Send = Payer['send'];

/** A payer of a kit with an API at `baseUrl`. */
function payerAt(baseUrl: string, method: Method, options: Partial<DepositKitOptions>): Payer {
  return shop({
    baseUrl,
    fetch,
    token: sandbox.token,
    grant: {
      id: 'payer',
      merchantId: 1001,
      methods: [{ paymentId: method.id, fiat: method.fiat }],
    },
    ...options,
  });
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
  const proxy = await startFaultProxy(sandbox.url, fault, (path) => path.includes('/addfunds'));
  const calls: string[] = [];
  const timeout = timeoutFor(fault, SHORT_MS);
  const store = brokenStore((name) => calls.push(name));
  const { send } = payerAt(proxy.url, method, { store, timeout });
  try {
    const started = performance.now();
    const first = await requestSlip(send, method);
    assert.ok(performance.now() - started < timeout + SLACK_MS, 'it ends within the time-out');
    assert.ok([fault.kit].flat().includes(first.ending as Ending), `it ended as ${first.ending}`);
    assertWellFormed(first);
    assert.equal(proxy.requests, fault.play ? 1 : 0, 'nothing is requested twice');
    if (first.ending !== 'ready') assert.ok(!calls.includes('finishSlip'), 'nothing is stored');
    await proxy.quiet();
    assert.ok(proxy.sent < MAX_BYTES, `${proxy.sent} bytes were read`);
    await proxy.lift();
    assert.equal((await requestSlip(send, method)).ending, 'ready');
    assert.equal(proxy.requests, fault.play && first.ending !== 'ready' ? 2 : 1);
  } finally {
    await proxy.close();
  }
}

async function requestArrival(send: Send, token: string): Promise<ArrivalResponse> {
  const { status, body } = await send(`?arrival=${token}`);
  assert.equal(status, 200);
  return body.data as unknown as ArrivalResponse;
}

/**
 * The fault ends the reading of the deposits. Pages can tell only from the time of the last successful
 * reading.
 */
async function testArrival(fault: Fault, method: Method): Promise<void> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const realNow = performance.now.bind(performance);
  mock.method(performance, 'now', () => Date.now());
  const proxy = await startFaultProxy(sandbox.url, fault, (path) => path.includes('/flows'));
  try {
    const shared = { store: createMemoryStore(), scope: 'shop' };
    const slip = await payerAt(sandbox.url, method, shared).send(slipQuery(method));
    const failures: ErrorEvent[] = [];
    const { send, kit } = payerAt(proxy.url, method, {
      ...shared,
      timeout: timeoutFor(fault, SHORT_MS),
      // A record that cannot be read is not a failure of the API.
      on: { error: (event) => void (event.upstream && failures.push(event)) },
    });
    const started = realNow();
    const first = await requestArrival(send, slip.body.arrival!);
    assert.ok(realNow() - started < LONGEST_WAIT + SLACK_MS, 'it ends within the time of a poll');
    assert.deepEqual([first.status, first.deposits], ['waiting', []]);
    await kit.tick();
    assert.equal(proxy.requests, fault.play ? 1 : 0, 'nothing is requested twice');
    const next = await requestArrival(send, slip.body.arrival!);
    assert.equal(failures.length, next.checked === undefined ? 1 : 0, 'it was read, or the hook was called');
    await proxy.quiet();
    await proxy.lift();
    mock.timers.tick(LONGEST_PAUSE);
    const { fiat } = method;
    await sandbox.control.deposit({ merchantId: 1001, fiat, amount: '150.00', txId: txIdOf(slip) });
    const last = await requestArrival(send, slip.body.arrival!);
    assert.equal(last.status, 'arrived');
    assert.deepEqual(
      last.deposits.map(({ amount, txId }) => [amount, txId]),
      [['150.00', txIdOf(slip)]],
    );
  } finally {
    await proxy.close();
    mock.timers.reset();
    mock.restoreAll();
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

describe('the kit, with a fault while it reads deposits', () => {
  const trackable = METHODS.filter(({ hasTxId }) => hasTxId);
  for (const [at, fault] of sampleOf(FAULTS, 24).entries()) {
    it(`reports no deposit in ${fault.name}, and then the one that arrived`, { timeout: 60_000 }, () =>
      testArrival(fault, trackable[at % trackable.length]!),
    );
  }
});

describe('the kit, on a reused connection', () => {
  it('sends a request once, even if the connection breaks', async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
    after(() => mock.timers.reset());
    const slips: string[] = [];
    const connections: Socket[] = [];
    let isReused = false;
    const method = METHODS[0]!;
    const { fiat, sample: fieldList } = method;
    await withLoopback(
      ({ url, socket }, response) => {
        const isSlip = url!.includes('/addfunds');
        if (isSlip) slips.push(url!);
        isReused = connections.includes(socket);
        connections.push(socket);
        if (slips.length > 1) return void socket.resetAndDestroy();
        const data = isSlip ? { fiat, fieldList } : { record: [] };
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ code: 200, msg: 'SUCCESS', data }));
      },
      async (baseUrl) => {
        const { send } = payerAt(baseUrl, method, {});
        assert.equal((await requestSlip(send, method)).ending, 'ready');
        // Reads the deposits, which are not due again a moment later.
        assert.equal((await requestSlip(send, method)).ending, 'ready');
        // The connection becomes free in the next turn of the event loop.
        await setImmediate();
        assert.equal((await send(`${slipQuery(method)}&refresh=1`)).status, 502);
      },
    );
    assert.ok(isReused, 'the last request was sent on a connection of an earlier one');
    assert.equal(slips.length, 2);
  });
});
