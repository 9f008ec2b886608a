/**
 * A claim or a transfer takes effect once per clientId, however often and concurrently it is sent
 * (SECURITY.md P24). Every request with the first body gets the same response, byte for byte. Every request
 * with a different body is rejected.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { createMerchantClient } from 'deposit-slip/client';
import { cases } from '../../../test/proofs/scale.js';
import { startSandbox, type Sandbox } from '../../src/index.js';
import { BODIES, PATHS, post, type RawResponse } from '../requests.js';
import { holdAccount } from './backends.js';
import { startFleet, type Fleet } from './fleet.js';

/** An operation with a clientId. */
interface Operation {
  readonly path: string;
  /** The number of flows that one request creates: amount and fee, and the recipient's side of a transfer. */
  readonly flows: number;
  body(clientId: string, amount: string): object;
}

const OPERATIONS: readonly Operation[] = [
  { path: PATHS.claim, flows: 2, body: (clientId, amount) => ({ ...BODIES.claim, clientId, amount }) },
  {
    path: PATHS.transfer,
    flows: 3,
    body: (clientId, amount) => ({ ...BODIES.transfer, clientId, fiatAmount: amount }),
  },
];

/** Concurrent requests with the same clientId, sent to all sandboxes in turn. */
interface Round {
  readonly number: number;
  readonly requests: number;
  /** One amount, or two alternating amounts. */
  readonly amounts: readonly string[];
  /** The response to the requests with the other amount. Default: 409. */
  readonly otherwise?: RegExp;
}

const DIFFERENT_BODY = /^409 .*"Parameter clientId [a-z]+-[0-9]+ was used before, with another body\."/;
const INSUFFICIENT = /^422 .*"The balance is not sufficient\."/;

/** Alternates claims and transfers. Two of every four rounds mix two different bodies. */
function roundOf(number: number, requests: number): Round {
  return { number, requests, amounts: number % 4 < 2 ? ['1.00'] : ['1.00', '1.01'] };
}

/**
 * Sends the requests of a round and checks the responses and the flows. With `hold`, no request can finish
 * until all have begun.
 */
async function play(
  sandboxes: readonly Sandbox[],
  { number, requests, amounts, otherwise = DIFFERENT_BODY }: Round,
  hold?: () => Promise<() => Promise<void>>,
): Promise<void> {
  const { path, flows, body } = OPERATIONS[number % OPERATIONS.length]!;
  const before = await countFlows(sandboxes[0]!);
  const release = await hold?.();
  const sent = Array.from({ length: requests }, (_, index) => amounts[index % amounts.length]!);
  const responses = sent.map((amount, index) =>
    post(sandboxes[index % sandboxes.length]!, path, body(`round-${number}`, amount)),
  );
  await release?.();
  assertOneEffect(await Promise.all(responses), sent, otherwise);
  assert.equal((await countFlows(sandboxes[0]!)) - before, flows);
}

function assertOneEffect(
  responses: readonly RawResponse[],
  amounts: readonly string[],
  otherwise: RegExp,
): void {
  const first = responses.findIndex(({ status }) => status === 200);
  const { text } = responses[first] ?? assert.fail(`none succeeded: ${JSON.stringify(responses[0])}`);
  assert.match(text, /^\{"code":200,"msg":"SUCCESS","data":\{.*"createTime":"?[0-9]{13}"?\}\}$/);
  assert.match(text, new RegExp(`mount":"?${amounts[first]}\\b`));
  for (const [index, response] of responses.entries())
    if (amounts[index] === amounts[first]) assert.deepEqual(response, { status: 200, text });
    else assert.match(`${response.status} ${response.text}`, otherwise);
}

async function countFlows({ url, token }: Sandbox): Promise<number> {
  return (await createMerchantClient({ baseUrl: url, token }).flows.list({ pageSize: 1 })).total;
}

// A rejected request does not use up its clientId: the affordable body becomes the first.
const UNAFFORDABLE = {
  amounts: ['9000000.00', '1.00'],
  otherwise: new RegExp(`${DIFFERENT_BODY.source}|${INSUFFICIENT.source}`),
};

describe('one clientId on PGlite', () => {
  const [rounds, requests] = [cases(4, 40, 'rounds of repeated requests on PGlite'), 20];
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  afterEach(async () => assert.equal((await sandbox.control.verify({ full: true })).ok, true));
  after(() => sandbox.stop());

  it(`takes effect once in ${requests} concurrent requests, ${rounds} times`, async () => {
    for (let number = 0; number < rounds; number++) await play([sandbox], roundOf(number, requests));
  });

  it('takes effect with the affordable one of two bodies', async () => {
    for (const number of [1000, 1001]) await play([sandbox], { number, requests, ...UNAFFORDABLE });
  });
});

describe('one clientId on PostgreSQL', () => {
  const [sandboxes, connections] = [4, 16];
  const [rounds, requests] = [
    cases(2, 200, 'rounds of repeated requests on PostgreSQL'),
    cases(30, 200, 'requests at once in each of these rounds'),
  ];
  let fleet: Fleet;
  before(async () => {
    fleet = await startFleet(sandboxes, connections);
  });
  afterEach(async () => assert.equal((await fleet.sandboxes[0]!.control.verify({ full: true })).ok, true));
  after(() => fleet.drop());

  /** Locks the payer's account until one request waits for it and all others wait for that request. */
  const hold = async (): Promise<() => Promise<void>> => {
    const release = await holdAccount(fleet.databaseUrl, 1001, 'MXN');
    return async () => {
      await fleet.backends.untilWaiting(Math.min(requests, sandboxes * connections));
      await release();
    };
  };

  it(`takes effect once in ${requests} concurrent requests, ${rounds} times`, async () => {
    for (let number = 0; number < rounds; number++) await play(fleet.sandboxes, roundOf(number, requests));
  });

  it('takes effect once if all requests begin before the first one ends', async () => {
    for (let number = 1000; number < 1000 + cases(4, 40); number++)
      await play(fleet.sandboxes, roundOf(number, requests), hold);
  });

  it('takes effect with the affordable one of two bodies', async () => {
    for (const number of [2000, 2001])
      await play(fleet.sandboxes, { number, requests, ...UNAFFORDABLE }, hold);
  });
});
