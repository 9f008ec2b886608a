/**
 * The chapter "Retries" of docs/client.md, sentence by sentence, with the product's own client and injected
 * faults.
 */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { ClientError, createMerchantClient, type CallOptions } from 'deposit-slip/client';
import type { Fault } from '../src/index.js';
import { CALLS } from './client-calls.js';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();
// No delay before a retry.
beforeEach(() => void mock.method(Math, 'random', () => 0));
afterEach(async () => {
  mock.restoreAll();
  await sandbox.control.reset();
});

/** Calls an operation with a fault; resolves with its result or its error. */
async function callWith(route: string, fault: Omit<Fault, 'route'>, options?: CallOptions): Promise<unknown> {
  await sandbox.control.faults([{ route, ...fault }]);
  return call(route, options);
}

function call(route: string, options?: CallOptions): Promise<unknown> {
  const client = createMerchantClient({ baseUrl: sandbox.url, token: 'sandbox-token' });
  return CALLS[route]!(client, options).catch((error: unknown) => error);
}

/** The requests that arrived, oldest first. */
const arrived = async (route: string) => (await sandbox.control.requests({ route })).toReversed();

const TEMPORARY: readonly Omit<Fault, 'route'>[] = [
  { cut: 'before' },
  { cut: 'headers' },
  { cut: 'body' },
  { lose: 'answer' },
  { status: 429, retryAfter: 0 },
  { status: 500 },
  { status: 503 },
  { body: '{"code":200,"msg":"SUCC' },
];

/** The operations that are not retried. */
const ONCE = ['pending-fund', 'activation'];
const REPEATED = Object.keys(CALLS).filter((route) => !ONCE.includes(route));

describe('a request that fails for a temporary reason', () => {
  for (const fault of TEMPORARY) {
    test(`is retried twice: ${JSON.stringify(fault)}`, async () => {
      for (const route of REPEATED) {
        const result = await callWith(route, { ...fault, count: 2 });
        assert.ok(!(result instanceof Error), `${route}: ${String(result)}`);
        const requests = await arrived(route);
        assert.deepEqual(
          requests.map(({ faults }) => faults.length),
          [1, 1, 0],
          route,
        );
        assert.equal(new Set(requests.map(({ body }) => body)).size, 1, 'the same bytes');
      }
      // One claim and one transfer, each with a fee, whatever became of the first responses.
      const { record } = await sandbox.flows({ merchantId: 1001, fiat: 'MXN' });
      assert.deepEqual(
        record.slice(0, 5).map(({ changed }) => changed),
        ['-0.01', '-1.00', '-2.00', '-1.00', '1000000.00'],
      );
    });

    test(`fails if it is an activation or a query for deposit details: ${JSON.stringify(fault)}`, async () => {
      for (const route of ONCE) {
        const error = await callWith(route, fault);
        assert.ok(error instanceof ClientError && error.attempts === 1, `${route}: ${String(error)}`);
        assert.equal((await arrived(route)).length, 1, route);
      }
    });
  }

  test('fails after the last retry, with the number of attempts', async () => {
    for (const [options, attempts] of [
      [{}, 3],
      [{ retries: 0 }, 1],
      [{ retries: 4 }, 5],
    ] as const) {
      const error = await callWith('claim', { lose: 'answer' }, options);
      assert.ok(error instanceof ClientError && error.mayHaveTakenEffect);
      assert.equal(error.attempts, attempts);
    }
  });

  test('is not retried if Retry-After is more than 30 seconds', async () => {
    const error = await callWith('flows', { status: 503, retryAfter: 31 });
    assert.ok(error instanceof ClientError);
    assert.deepEqual(
      [error.name, error.attempts, (error as { retryAfter?: number }).retryAfter],
      ['ServerError', 1, 31],
    );
  });
});

test('the timeout applies to each attempt', async () => {
  const error = await callWith('transfer', { delay: 'forever' }, { timeout: 200, retries: 1 });
  assert.ok(error instanceof ClientError && error.mayHaveTakenEffect);
  assert.deepEqual([error.name, error.attempts], ['TimeoutError', 2]);
});

test('a signal ends the whole call', async () => {
  const end = new AbortController();
  await sandbox.control.faults([{ route: 'transfer', delay: 'forever', count: 1 }]);
  const outcome = call('transfer', { signal: end.signal });
  // The fault is used up once the request has arrived.
  while ((await sandbox.control.faults()).length > 0);
  end.abort();
  const error = await outcome;
  assert.ok(error instanceof ClientError);
  assert.deepEqual([error.name, error.attempts], ['ConnectionError', 1]);
});
