/**
 * P12 between the client and the API: every fault, with one operation in turn; in a soak with every operation. And that
 * what is sent again takes effect once.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  AuthenticationError,
  ConnectionError,
  createMerchantClient,
  ClientError,
  RateLimitError,
  RefusedError,
  ServerError,
  TimeoutError,
  UnreadableAnswerError,
  type MerchantClient,
} from 'deposit-slip/client';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import type { Ending, Fault } from '../../faults/fault.js';
import { FAULTS } from '../../faults/table.js';
import {
  closedAddress,
  LOST_ANSWERS,
  startRelay,
  type Fate,
  type Received,
  type Relay,
} from '../../server/client/relay.js';
import { cases, isSoak } from '../scale.js';

const MIB = 1024 * 1024;
/** The 256 KiB that are read, and what the sockets of both sides hold on loopback: far from the 100 MB on offer. */
const MOST_BYTES = 8 * MIB;
/** For faults that only the time-out ends: long enough for a drip or two. */
const SHORT_MS = 1_100;
/** What a loaded machine may need beyond it. */
const SLACK_MS = 2_000;
/** The longest delay before the one retry that is made here, a `Retry-After` of seven seconds in one fault. */
const DELAY_MS = 7_500;

const [SUN, MOON] = ['1001', '1002'] as const;

let sandbox: Sandbox;
let made = 0;

before(async () => {
  sandbox = await startSandbox();
});

after(() => sandbox.stop());

function clientAt(baseUrl: string, timeout: number, retries = 1): MerchantClient {
  return createMerchantClient({ baseUrl, token: sandbox.token, timeout, retries });
}

/** One operation, asked for the same each time; whether it may be sent again. */
interface Operation {
  readonly name: string;
  readonly isRepeatable: boolean;
  call(client: MerchantClient, clientId: string): Promise<unknown>;
}

const contact = { customerEmail: 'otra@shop.example', customerPhone: '999000111' };

/** All nine. What they list is not changed by any other test here. */
const OPERATIONS: readonly Operation[] = [
  {
    name: 'funds.claim',
    isRepeatable: true,
    call: ({ funds }, clientId) =>
      funds.claim({ merchantId: SUN, clientId, fiat: 'MXN', amount: '1.10', userPaymentId: '501' }),
  },
  {
    name: 'funds.transfer',
    isRepeatable: true,
    call: ({ funds }, clientId) =>
      funds.transfer({ fromMerchantId: SUN, toMerchantId: MOON, clientId, fiat: 'PEN', fiatAmount: '1.10' }),
  },
  {
    name: 'accounts.activate',
    isRepeatable: false,
    call: ({ accounts }) =>
      accounts.activate({
        ...{ merchantId: SUN, channel: 'pen-account', fiat: 'PEN' },
        fieldList: {
          ...{
            customerIdentificationType: '02',
            customerIdentification: '20000020010',
            customerName: 'Otra',
          },
          ...contact,
        },
      }),
  },
  {
    name: 'cryptoTransfers.list',
    isRepeatable: true,
    call: ({ cryptoTransfers }) => cryptoTransfers.list({ clientId: 'seed-1' }),
  },
  {
    name: 'orders.list',
    isRepeatable: true,
    call: ({ orders }) => orders.list({ orderType: 'fiat_to_fiat', orderStatus: 60 }),
  },
  {
    name: 'virtualAccounts.list',
    isRepeatable: true,
    call: ({ virtualAccounts }) => virtualAccounts.list({ merchantId: SUN, paymentId: 105, fiat: 'MXN' }),
  },
  {
    name: 'flows.list',
    isRepeatable: true,
    call: ({ flows }) => flows.list({ merchantId: MOON, fiat: 'EUR' }),
  },
  {
    name: 'pendingFund.get',
    isRepeatable: false,
    call: ({ pendingFund }) => pendingFund.get({ merchantId: SUN, paymentId: 105, fiat: 'MXN' }),
  },
  { name: 'pairs.list', isRepeatable: true, call: ({ pairs }) => pairs.list() },
];

type ErrorClass = abstract new (...of: never[]) => ClientError;

/** What the endings of a slip are to a back end. What is no slip may be a list without a record. */
const CLASSES: Readonly<Partial<Record<Ending, readonly ErrorClass[]>>> = {
  refused: [RefusedError],
  unreadable: [UnreadableAnswerError],
  unavailable: [ConnectionError, ServerError, AuthenticationError],
  timeout: [TimeoutError],
  'rate-limited': [RateLimitError],
  'not-payable': [UnreadableAnswerError],
  incomplete: [UnreadableAnswerError],
};

function isAllowed(ended: unknown, good: unknown, endings: readonly Ending[]): boolean {
  if (ended instanceof Error)
    return endings.some((ending) => CLASSES[ending]?.some((of) => ended instanceof of));
  if (isEmpty(ended)) return endings.includes('not-payable') || endings.includes('incomplete');
  assert.deepEqual(worthOf(ended), worthOf(good));
  return endings.includes('ready');
}

/** Some faults write the answer anew, and JavaScript writes 2.00 as 2. */
function worthOf(value: unknown): unknown {
  const text = JSON.stringify(value);
  return JSON.parse(
    text.replace(/"(-?[0-9]+)\.([0-9]*?)0+"/g, (_, whole, rest) => `"${whole}${rest && `.${rest}`}"`),
  );
}

function isEmpty(ended: unknown): boolean {
  const { record = ended } = ended as { record?: unknown };
  return Array.isArray(record) && record.length === 0;
}

/** Whether a failure may pass, so that what may be sent again is sent again. */
function mayPass(error: unknown): boolean {
  if (error instanceof RateLimitError || error instanceof ServerError) return (error.retryAfter ?? 0) <= 30;
  if (error instanceof UnreadableAnswerError) return error.reason === 'not-json';
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/** What was received of one call is one request, sent again as it was. */
function assertSame(received: readonly Received[]): void {
  for (const request of received) assert.deepEqual(request, received[0]);
}

function timeoutFor({ kit }: Fault): number {
  return kit === 'timeout' ? SHORT_MS : 8_000;
}

interface Met {
  readonly fault: Fault;
  readonly operation: Operation;
  readonly ended: unknown;
  readonly relay: Pick<Relay, 'received'> | undefined;
}

function assertTries({ fault, operation, ended, relay }: Met): void {
  const tries = operation.isRepeatable && mayPass(ended) ? 2 : 1;
  if (ended instanceof ClientError) assert.equal(ended.attempts, tries);
  if (!fault.play || !relay) return;
  assert.equal(relay.received.length, tries, 'as many requests came as are told of');
  assertSame(relay.received);
}

async function meet(fault: Fault, operation: Operation): Promise<void> {
  const clientId = `fault-${(made += 1)}`;
  const relay = fault.play && (await startRelay(sandbox.url, () => fault.play!));
  const timeout = timeoutFor(fault);
  const client = clientAt(relay?.url ?? (await closedAddress()), timeout);
  try {
    const started = performance.now();
    const ended = await operation.call(client, clientId).catch((error: unknown) => error);
    const took = performance.now() - started;
    assert.ok(took < 2 * timeout + DELAY_MS + SLACK_MS, `it ended after ${took} ms`);
    const good = await operation.call(clientAt(sandbox.url, 8_000), clientId);
    assert.ok(isAllowed(ended, good, [fault.kit].flat()), `it ended as ${String(ended)}`);
    assertTries({ fault, operation, ended, relay });
    if (!relay) return;
    await relay.quiet();
    const most = MOST_BYTES * relay.received.length;
    assert.ok(relay.sent() < most, `${relay.sent()} bytes were taken`);
  } finally {
    await relay?.close();
  }
}

/** How often each claim and transfer took effect, by its clientId. */
async function effects(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const { flows } = clientAt(sandbox.url, 30_000);
  for (const flowType of ['WITHDRAW', 'TRANSFER_OUT'] as const)
    for await (const { extId, category } of flows.all({ merchantId: SUN, flowType }))
      if (category !== 'FEE') counts.set(extId, (counts.get(extId) ?? 0) + 1);
  return counts;
}

describe('the client, when something goes wrong between it and the API', { concurrency: 8 }, () => {
  for (const [at, fault] of FAULTS.entries()) {
    const operations = isSoak ? OPERATIONS : [OPERATIONS[at % OPERATIONS.length]!];
    it(`ends ${fault.name} in a typed error or the right answer`, { timeout: 180_000 }, async () => {
      for (const operation of operations) await meet(fault, operation);
    });
  }
});

describe('a claim or a transfer through a network that loses answers', () => {
  const fate = fc.constantFrom<Fate>('passes', 'is lost', ...LOST_ANSWERS);
  const order = fc.record({
    fates: fc.array(fate, { minLength: 1, maxLength: 7 }),
    operation: fc.constantFrom(...OPERATIONS.slice(0, 2)),
  });

  const UNKNOWN = [TimeoutError, ConnectionError, ServerError, UnreadableAnswerError];

  /** Asks as the guide says: what is unknown is asked again with the clientId of the error. */
  async function persist({ call }: Operation, client: MerchantClient, clientId: string): Promise<unknown> {
    for (;;) {
      try {
        return await call(client, clientId);
      } catch (error) {
        assert.ok(
          UNKNOWN.some((of) => error instanceof of),
          String(error),
        );
        assert.ok(error instanceof ClientError);
        assert.equal(error.clientId, clientId);
      }
    }
  }

  it('takes effect once, and the answer is the first one', { timeout: 600_000 }, async () => {
    const orders = fc.sample(order, { numRuns: cases(24, 1_000), seed: fc.readConfigureGlobal().seed! });
    const before = await effects();
    const clientIds: string[] = [];
    const one = async ({ fates, operation }: (typeof orders)[number]): Promise<void> => {
      const clientId = `lossy-${(made += 1)}`;
      clientIds.push(clientId);
      const relay = await startRelay(sandbox.url, (n) => fates[n] ?? 'passes');
      try {
        const answer = await persist(operation, clientAt(relay.url, 300, 2), clientId);
        assertSame(relay.received);
        assert.deepEqual(answer, await operation.call(clientAt(sandbox.url, 8_000), clientId));
      } finally {
        await relay.close();
      }
    };
    for (let at = 0; at < orders.length; at += 8) await Promise.all(orders.slice(at, at + 8).map(one));
    const counts = await effects();
    for (const clientId of clientIds) assert.equal(counts.get(clientId), 1, clientId);
    assert.equal(counts.size, before.size + orders.length);
    assert.ok([...counts.values()].every((count) => count === 1));
    assert.ok((await sandbox.control.verify()).ok);
  });
});
