import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { METHODS, isProblem, readSlip, type Method } from 'deposit-slip/core';
import { createDepositKit, type DepositKit } from 'deposit-slip/kit';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import type { Ending, Fault } from '../../faults/fault.js';
import { startFaultProxy } from '../../faults/proxy.js';
import { FAULTS } from '../../faults/table.js';
import { isSoak, sampleOf } from '../scale.js';

/**
 * P12 between the kit and the API: every fault, with one method in turn; in a soak with every method. And the same for
 * the question whether the deposit arrived.
 */

const MIB = 1024 * 1024;
/** The 256 KiB the kit reads, and what the sockets of both sides hold on loopback: far from the 100 MB on offer. */
const MOST_BYTES = 8 * MIB;
/** For faults that only the time-out ends: long enough for a drip or two. */
const SHORT_MS = 1_100;
/** What a loaded machine may need beyond it. */
const SLACK_MS = 2_000;
/** The table of errors; what is passed on for the element to judge is a success here. */
const STATUS: Partial<Record<string, number>> = {
  refused: 502,
  unreadable: 502,
  unavailable: 502,
  timeout: 504,
  'rate-limited': 429,
};

let sandbox: Sandbox;

before(async () => {
  sandbox = await startSandbox();
});

after(() => sandbox.stop());

interface Body {
  readonly kind?: string;
  readonly data: object | null;
}

interface Told {
  readonly response: Response;
  readonly body: Body;
  /** What a payer gets to see of it. */
  readonly ending: string;
}

/** One payer's kit before what lies at an address. */
function kitBefore(
  baseUrl: string,
  method: Method,
  timeout: number,
  kept = new Map<string, string>(),
): DepositKit {
  return createDepositKit({
    baseUrl,
    token: sandbox.token,
    secret: 'a secret of the tests, long enough for its algorithm',
    authorize: () => ({
      id: 'payer',
      merchantId: 1001,
      methods: [{ paymentId: method.id, fiat: method.fiat }],
      ownAccount: true,
    }),
    store: { get: (key) => kept.get(key), set: (key, value) => void kept.set(key, value) },
    timeout,
    logger: { warn: () => undefined, error: () => undefined },
  });
}

function slipQuery({ id, amount }: Method): string {
  return `?paymentId=${id}${amount === 'required' ? '&amount=150.00' : ''}`;
}

async function ask(kit: DepositKit, method: Method): Promise<Told> {
  const query = slipQuery(method);
  const response = await kit(new Request(`https://shop.example/deposit${query}`));
  const body = (await response.json()) as Body;
  if (response.status !== 200) return { response, body, ending: String(body.kind) };
  const slip = readSlip(body, { paymentId: method.id }, { links: { hosts: [], loopback: true } });
  return { response, body, ending: isProblem(slip) ? slip.kind : 'ready' };
}

function assertForm({ response, body, ending }: Told): void {
  assert.equal(response.status, STATUS[ending] ?? 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  if (response.status === 200) return;
  assert.deepEqual(Object.keys(body), ['code', 'msg', 'data', 'requestId', 'kind']);
  assert.equal(body.data, null);
}

function timeoutFor({ kit }: Fault): number {
  return kit === 'timeout' ? SHORT_MS : 8_000;
}

async function meet(fault: Fault, method: Method): Promise<void> {
  const proxy = await startFaultProxy(sandbox.url, fault);
  const kept = new Map<string, string>();
  const timeout = timeoutFor(fault);
  const kit = kitBefore(proxy.url, method, timeout, kept);
  try {
    const started = performance.now();
    const first = await ask(kit, method);
    assert.ok(performance.now() - started < timeout + SLACK_MS, 'it ends within its time-out');
    assert.ok([fault.kit].flat().includes(first.ending as Ending), `it ended as ${first.ending}`);
    assertForm(first);
    assert.equal(proxy.requests, fault.play ? 1 : 0, 'nothing is asked twice');
    if (first.ending !== 'ready') assert.equal(kept.size, 0, 'nothing of it is kept');
    await proxy.quiet();
    assert.ok(proxy.sent < MOST_BYTES, `${proxy.sent} bytes were taken`);
    await proxy.lift();
    assert.equal((await ask(kit, method)).ending, 'ready');
    assert.equal(proxy.requests, fault.play && first.ending !== 'ready' ? 2 : 1);
  } finally {
    await proxy.close();
  }
}

interface Arrival {
  readonly kind?: string;
  readonly data: {
    readonly status: string;
    readonly deposits: readonly { readonly amount: string }[];
  } | null;
}

async function askArrival(kit: DepositKit, token: string): Promise<Arrival> {
  const response = await kit(new Request(`https://shop.example/deposit?arrival=${token}`));
  return (await response.json()) as Arrival;
}

async function meetWatching(fault: Fault, method: Method): Promise<void> {
  const response = await kitBefore(
    sandbox.url,
    method,
    8_000,
  )(new Request(`https://shop.example/deposit${slipQuery(method)}`));
  const { arrival, data } = (await response.json()) as { arrival: string; data: { txId: string } };
  const proxy = await startFaultProxy(sandbox.url, fault);
  try {
    const timeout = timeoutFor(fault);
    const first = await askArrival(kitBefore(proxy.url, method, timeout), arrival);
    const said = first.kind ?? first.data?.status;
    const ends = [fault.kit].flat();
    // What is no slip may be a page without a deposit.
    const allowed = ends.map((end) => (STATUS[end] === undefined ? 'waiting' : end));
    assert.ok([...allowed, 'unreadable'].includes(String(said)), `it ended as ${said}`);
    assert.equal(proxy.requests, fault.play ? 1 : 0, 'nothing is asked twice');
    await proxy.quiet();
    await proxy.lift();
    await sandbox.control.deposit({ merchantId: 1001, fiat: method.fiat, amount: '150.00', txId: data.txId });
    const next = await askArrival(kitBefore(proxy.url, method, timeout), arrival);
    assert.deepEqual(
      [next.data?.status, next.data?.deposits.map(({ amount }) => amount)],
      ['arrived', ['150.00']],
    );
  } finally {
    await proxy.close();
  }
}

describe('the kit, when something goes wrong between it and the API', { concurrency: 8 }, () => {
  for (const [at, fault] of FAULTS.entries()) {
    const methods = isSoak ? METHODS : [METHODS[at % METHODS.length]!];
    it(
      `ends ${fault.name} as ${[fault.kit].flat().join(' or ')}, and then gives a slip`,
      { timeout: 60_000 },
      async () => {
        for (const method of methods) await meet(fault, method);
      },
    );
  }
});

describe('the kit, when something goes wrong while it looks for an arrival', { concurrency: 8 }, () => {
  const watched = METHODS.filter(({ hasTxId }) => hasTxId);
  for (const [at, fault] of sampleOf(FAULTS, 48).entries()) {
    it(`sees no deposit in ${fault.name}, and then the one there is`, { timeout: 60_000 }, () =>
      meetWatching(fault, watched[at % watched.length]!),
    );
  }
});

describe('the kit, on a connection it has used before', () => {
  it('asks once, though the connection breaks under the question', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (asked.length > 1) return void request.socket.resetAndDestroy();
      response.writeHead(200, { 'content-type': 'application/json' }).end(goodSlip());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const connections: unknown[] = [];
    server.on('connection', (socket) => connections.push(socket));
    const [method] = METHODS;
    const kit = kitBefore(`http://127.0.0.1:${port}`, method!, 8_000);
    assert.equal((await ask(kit, method!)).ending, 'ready');
    const renewed = await kit(new Request(`https://shop.example/deposit${slipQuery(method!)}&refresh=1`));
    assert.equal(renewed.status, 502);
    assert.equal(connections.length, 1, 'on the same connection');
    assert.equal(asked.length, 2);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

function goodSlip(): string {
  const { fiat, sample: fieldList } = METHODS[0]!;
  return JSON.stringify({ code: 200, msg: 'SUCCESS', data: { fiat, fieldList } });
}
