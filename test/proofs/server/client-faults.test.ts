/**
 * SECURITY.md P12 between the client and the API: a sample of the faults with one operation each; in a soak,
 * every fault with every operation. Also proves that a repeated claim or transfer takes effect once.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
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
  UnreadableResponseError,
  type MerchantClient,
} from 'deposit-slip/client';
import { startSandbox } from 'deposit-slip-sandbox';
import { hang, reset, send, timeoutFor, type Ending, type Fault, type Play } from '../../faults/fault.js';
import { startFaultProxy, startProxy, type Fate, type Proxy } from '../../faults/proxy.js';
import { FAULTS } from '../../faults/table.js';
import { callByName, ONCE } from '../../server/client/samples.js';
import { cases, isSoak, sampleOf } from '../scale.js';

const MIB = 1024 * 1024;
/** 256 KiB of body plus the socket buffers of both sides; the endless faults offer 100 MB. */
const MAX_BYTES = 8 * MIB;
/** The timeout for faults that nothing else ends. */
const SHORT_MS = 1_100;
/** The extra time that a loaded machine may need. */
const SLACK_MS = 20_000;
/** The longest delay before the retry: one fault sends `Retry-After: 7`. */
const DELAY_MS = 7_500;

const [MERCHANT, OTHER_MERCHANT] = ['1001', '1002'] as const;

/** Ways to lose a response after the API has processed the request. */
const LOST_ANSWERS: readonly Play[] = [
  send('', reset),
  send(''),
  send('', hang),
  send(
    ({ good }) => `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(good)}\r\n\r\n${good.slice(0, 40)}`,
  ),
  send(
    ({ good }) =>
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${good.slice(0, -30)}`,
  ),
  send('HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'),
];

const sandbox = await startSandbox();
after(() => sandbox.stop());
let lastId = 0;

function clientAt(baseUrl: string, timeout: number, retries = 1): MerchantClient {
  return createMerchantClient({ baseUrl, token: sandbox.token, timeout, retries });
}

/** An operation and its input. */
interface Operation {
  readonly name: string;
  readonly input?: object;
}

/** All nine operations. The lists they read are not changed by other tests here. */
const OPERATIONS: readonly Operation[] = [
  { name: 'funds.claim', input: { merchantId: MERCHANT, fiat: 'MXN', amount: '1.10', userPaymentId: '501' } },
  {
    name: 'funds.transfer',
    input: { fromMerchantId: MERCHANT, toMerchantId: OTHER_MERCHANT, fiat: 'PEN', fiatAmount: '1.10' },
  },
  {
    name: 'accounts.activate',
    input: {
      ...{ merchantId: MERCHANT, channel: 'pen-account', fiat: 'PEN' },
      fieldList: {
        ...{ customerIdentificationType: '02', customerIdentification: '20000020010', customerName: 'Otra' },
        ...{ customerEmail: 'otra@shop.example', customerPhone: '999000111' },
      },
    },
  },
  { name: 'cryptoTransfers.list', input: { clientId: 'seed-1' } },
  { name: 'orders.list', input: { orderType: 'fiat_to_fiat', orderStatus: 60 } },
  { name: 'virtualAccounts.list', input: { merchantId: MERCHANT, paymentId: 105, fiat: 'MXN' } },
  { name: 'flows.list', input: { merchantId: OTHER_MERCHANT, fiat: 'EUR' } },
  { name: 'pendingFund.get', input: { merchantId: MERCHANT, paymentId: 105, fiat: 'MXN' } },
  { name: 'pairs.list' },
];

/** Calls an operation, with the clientId if it moves funds. */
function call(client: MerchantClient, { name, input }: Operation, clientId: string): Promise<unknown> {
  const id = name.startsWith('funds.') && { clientId };
  return callByName(client, name, ...(input ? [{ ...input, ...id }] : []));
}

type ErrorClass = abstract new (...args: never[]) => ClientError;

/** The errors of the client for each way a slip request can end. */
const CLASSES: Readonly<Partial<Record<Ending, readonly ErrorClass[]>>> = {
  refused: [RefusedError],
  unreadable: [UnreadableResponseError],
  unavailable: [ConnectionError, ServerError, AuthenticationError],
  timeout: [TimeoutError],
  'rate-limited': [RateLimitError],
  'not-payable': [UnreadableResponseError],
  incomplete: [UnreadableResponseError],
};

function isAllowed(outcome: unknown, expected: unknown, endings: readonly Ending[]): boolean {
  if (outcome instanceof Error)
    return endings.some((ending) => CLASSES[ending]?.some((type) => outcome instanceof type));
  // A body that is not a slip may still be an empty list.
  if (isEmpty(outcome)) return endings.includes('not-payable') || endings.includes('incomplete');
  assert.deepEqual(withoutTrailingZeros(outcome), withoutTrailingZeros(expected));
  return endings.includes('ready');
}

/** Some faults reserialize the body, and JavaScript writes 2.00 as 2. */
function withoutTrailingZeros(value: unknown): unknown {
  const text = JSON.stringify(value);
  return JSON.parse(
    text.replace(/"(-?[0-9]+)\.([0-9]*?)0+"/g, (_, whole, rest) => `"${whole}${rest && `.${rest}`}"`),
  );
}

function isEmpty(outcome: unknown): boolean {
  const { record = outcome } = outcome as { record?: unknown };
  return Array.isArray(record) && record.length === 0;
}

/** Whether an error is temporary, so that an idempotent request is retried. */
function isTemporary(error: unknown): boolean {
  if (error instanceof RateLimitError || error instanceof ServerError) return (error.retryAfter ?? 0) <= 30;
  if (error instanceof UnreadableResponseError) return error.reason === 'not-json';
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/** Asserts that all requests of a call are identical. */
function assertIdentical({ log }: Proxy): void {
  for (const request of log) assert.deepEqual(request, log[0]);
}

async function runFault(fault: Fault, operation: Operation): Promise<void> {
  const clientId = `fault-${(lastId += 1)}`;
  const proxy = await startFaultProxy(sandbox.url, fault);
  const timeout = timeoutFor(fault, SHORT_MS);
  try {
    const started = performance.now();
    const outcome = await call(clientAt(proxy.url, timeout), operation, clientId).catch(
      (error: unknown) => error,
    );
    const elapsed = performance.now() - started;
    assert.ok(elapsed < 2 * timeout + DELAY_MS + SLACK_MS, `it took ${elapsed} ms`);
    const expected = await call(clientAt(sandbox.url, 8_000), operation, clientId);
    assert.ok(isAllowed(outcome, expected, [fault.kit].flat()), `it ended as ${String(outcome)}`);
    const attempts = !ONCE.includes(operation.name) && isTemporary(outcome) ? 2 : 1;
    if (outcome instanceof ClientError) assert.equal(outcome.attempts, attempts);
    assert.equal(proxy.requests, fault.play ? attempts : 0, 'attempts is the number of requests');
    assertIdentical(proxy);
    await proxy.quiet();
    assert.ok(proxy.sent < MAX_BYTES * attempts, `${proxy.sent} bytes were sent`);
  } finally {
    await proxy.close();
  }
}

/** How many times each claim and transfer took effect, by clientId. */
async function countEffects(): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const { flows } = clientAt(sandbox.url, 30_000);
  for (const flowType of ['WITHDRAW', 'TRANSFER_OUT'] as const)
    for await (const { extId, category } of flows.all({ merchantId: MERCHANT, flowType }))
      if (category !== 'FEE') counts.set(extId, (counts.get(extId) ?? 0) + 1);
  return counts;
}

describe('the client behind a network fault', { concurrency: 8 }, () => {
  // faults.test.ts tests every fault with the kit, which sends its requests with the same code.
  for (const [at, fault] of sampleOf(FAULTS, 47).entries()) {
    const operations = isSoak ? OPERATIONS : [OPERATIONS[at % OPERATIONS.length]!];
    it(`ends in a typed error or the correct result: ${fault.name}`, { timeout: 180_000 }, async () => {
      for (const operation of operations) await runFault(fault, operation);
    });
  }
});

describe('a claim or transfer over a network that loses responses', () => {
  const fate = fc.constantFrom<Fate>('passes', 'is lost', ...LOST_ANSWERS);
  const order = fc.record({
    fates: fc.array(fate, { minLength: 1, maxLength: 7 }),
    operation: fc.constantFrom(...OPERATIONS.slice(0, 2)),
  });

  const UNKNOWN = [TimeoutError, ConnectionError, ServerError, UnreadableResponseError];

  /** Repeats a call whose outcome is unknown with the same clientId, as docs/client.md recommends. */
  async function callUntilDone(
    client: MerchantClient,
    operation: Operation,
    clientId: string,
  ): Promise<unknown> {
    for (;;) {
      try {
        return await call(client, operation, clientId);
      } catch (error) {
        assert.ok(
          UNKNOWN.some((type) => error instanceof type),
          String(error),
        );
        assert.ok(error instanceof ClientError);
        assert.equal(error.clientId, clientId);
      }
    }
  }

  it('takes effect once, and every response equals the first one', { timeout: 600_000 }, async () => {
    const orders = fc.sample(order, {
      numRuns: cases(24, 1_000, 'claims and transfers over a network that loses responses'),
      seed: fc.readConfigureGlobal().seed!,
    });
    const before = await countEffects();
    const clientIds: string[] = [];
    const one = async ({ fates, operation }: (typeof orders)[number]): Promise<void> => {
      const clientId = `lossy-${(lastId += 1)}`;
      clientIds.push(clientId);
      const proxy = await startProxy(sandbox.url, (_, earlier) => fates[earlier] ?? 'passes');
      try {
        const answer = await callUntilDone(clientAt(proxy.url, 300, 2), operation, clientId);
        assertIdentical(proxy);
        assert.deepEqual(answer, await call(clientAt(sandbox.url, 8_000), operation, clientId));
      } finally {
        await proxy.close();
      }
    };
    for (let at = 0; at < orders.length; at += 8) await Promise.all(orders.slice(at, at + 8).map(one));
    const counts = await countEffects();
    for (const clientId of clientIds) assert.equal(counts.get(clientId), 1, clientId);
    assert.equal(counts.size, before.size + orders.length);
    assert.ok([...counts.values()].every((count) => count === 1));
    assert.ok((await sandbox.control.verify()).ok);
  });
});
