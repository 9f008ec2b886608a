/**
 * P24: however often a claim or a transfer is sent under one clientId, and all at once, it happens once. Whoever sent the
 * body that was first gets its answer, byte for byte; whoever sent another body is told so.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { createMerchantClient } from 'deposit-slip/client';
import { cases } from '../../../test/proofs/scale.js';
import { startSandbox, type Sandbox } from '../../src/index.js';
import { CLAIM, TRANSFER } from '../test-sandbox.js';
import { holdAccount, watchBackends, type Backends } from './backends.js';
import { post, startFleet, type Answer, type Fleet } from './fleet.js';

/** One of the two operations that take a clientId. */
interface Payment {
  readonly path: string;
  /** How many flows one makes: amount and fee, and what the recipient gets. */
  readonly flows: number;
  body(clientId: string, amount: string): object;
}

const PAYMENTS: readonly Payment[] = [
  {
    path: CLAIM,
    flows: 2,
    body: (clientId, amount) => ({ clientId, merchantId: 1001, fiat: 'MXN', amount, userPaymentId: 501 }),
  },
  {
    path: TRANSFER,
    flows: 3,
    body: (clientId, amount) => ({
      ...{ clientId, fromMerchantId: 1001, toMerchantId: 1002, fiat: 'MXN', paymentId: 58 },
      fiatAmount: amount,
    }),
  },
];

/** Requests sent at once under one clientId, to all sandboxes in turn. */
interface Round {
  readonly number: number;
  readonly requests: number;
  /** One amount, or two in turn. */
  readonly amounts: readonly string[];
  /** What may come instead of the first one's answer, or its 409. */
  readonly else?: RegExp;
}

const USED = /^409 .*"Parameter clientId [a-z]+-[0-9]+ was used before, with another body\."/;
const SHORT = /^422 .*"The balance is not sufficient\."/;

/** Claims and transfers in turn; of four rounds two have another body among theirs. */
function roundOf(number: number, requests: number): Round {
  return { number, requests, amounts: number % 4 < 2 ? ['1.00'] : ['1.00', '1.01'] };
}

/** Plays a round and judges it. `held`: keeps every request from its end until all that can have begun. */
async function play(
  sandboxes: readonly Sandbox[],
  round: Round,
  held?: () => Promise<() => Promise<void>>,
): Promise<void> {
  const { path, flows, body } = PAYMENTS[round.number % PAYMENTS.length]!;
  const before = await countFlows(sandboxes[0]!);
  const letGo = await held?.();
  const amounts = Array.from(
    { length: round.requests },
    (_, at) => round.amounts[at % round.amounts.length]!,
  );
  const sent = amounts.map((amount, at) =>
    post(sandboxes[at % sandboxes.length]!, path, body(`round-${round.number}`, amount)),
  );
  await letGo?.();
  assertOneEffect(await Promise.all(sent), amounts, round.else ?? USED);
  assert.equal((await countFlows(sandboxes[0]!)) - before, flows);
}

function assertOneEffect(answers: readonly Answer[], amounts: readonly string[], otherwise: RegExp): void {
  const first = answers.findIndex(({ status }) => status === 200);
  const { text } = answers[first] ?? assert.fail(`none was done: ${JSON.stringify(answers[0])}`);
  assert.match(text, /^\{"code":200,"msg":"SUCCESS","data":\{.*"createTime":"?[0-9]{13}"?\}\}$/);
  assert.match(text, new RegExp(`mount":"?${amounts[first]}\\b`));
  for (const [at, answer] of answers.entries()) {
    if (amounts[at] === amounts[first]) assert.deepEqual(answer, { status: 200, text });
    else assert.match(`${answer.status} ${answer.text}`, otherwise);
  }
}

async function countFlows({ url, token }: Sandbox): Promise<number> {
  return (await createMerchantClient({ baseUrl: url, token }).flows.list({ pageSize: 1 })).total;
}

// Who is refused has not used the clientId up: then the other body is the first.
const UNAFFORDABLE = { amounts: ['9000000.00', '1.00'], else: new RegExp(`${USED.source}|${SHORT.source}`) };

describe('one clientId on PGlite', () => {
  const [rounds, requests] = [cases(4, 40), 50];
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  afterEach(async () => assert.equal((await sandbox.control.verify()).ok, true));
  after(() => sandbox.stop());

  it(`has one effect, ${requests} requests at once, ${rounds} times`, async () => {
    for (let number = 0; number < rounds; number++) await play([sandbox], roundOf(number, requests));
  });

  it('has the effect of the body that can be paid', async () => {
    for (const number of [1000, 1001]) await play([sandbox], { number, requests, ...UNAFFORDABLE });
  });
});

describe('one clientId on PostgreSQL', () => {
  const [sandboxes, connections] = [4, 16];
  const [rounds, requests] = [cases(4, 200), cases(50, 200)];
  let fleet: Fleet;
  let backends: Backends;
  before(async () => {
    fleet = await startFleet(sandboxes, connections);
    backends = await watchBackends(fleet.databaseUrl);
  });
  afterEach(async () => assert.equal((await fleet.sandboxes[0]!.control.verify()).ok, true));
  after(async () => {
    await backends.close();
    await fleet.drop();
  });

  /** The payer's account, until one request waits for it and all others for that one. */
  const hold = async (): Promise<() => Promise<void>> => {
    const release = await holdAccount(fleet.databaseUrl, 1001, 'MXN');
    return async () => {
      await backends.untilWaiting(Math.min(requests, sandboxes * connections));
      await release();
    };
  };

  it(`has one effect, ${requests} requests at once, ${rounds} times`, async () => {
    for (let number = 0; number < rounds; number++) await play(fleet.sandboxes, roundOf(number, requests));
  });

  it('has one effect where all are under way before the first one ends', async () => {
    for (let number = 1000; number < 1000 + cases(4, 40); number++)
      await play(fleet.sandboxes, roundOf(number, requests), hold);
  });

  it('has the effect of the body that can be paid', async () => {
    for (const number of [2000, 2001])
      await play(fleet.sandboxes, { number, requests, ...UNAFFORDABLE }, hold);
  });
});
