import { expect } from '@open-wc/testing';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { engine } from '../../browsers/commands.js';
import type { Ending, Fault } from '../../faults/fault.js';
import { nextFrame, reaching, unique, words } from '../../widget/bench.js';
import { isSoak, sampleOf } from '../scale.js';

/**
 * P12 while a slip is on show: whatever happens to the question whether the deposit arrived, the slip stays as it is.
 * Where asking on is of use, the deposit is seen once the fault is over.
 */

/** Cases under way at one time: each waits most of the time, for its next question. */
const AT_ONCE = 10;
/** After these the element asks no more (element.md): what it asks with, or whom, is wrong. */
const FINAL: readonly Ending[] = ['unauthorized', 'forbidden', 'not-found', 'refused'];

/** For faults that only the time-out ends, and for the others. */
const SHORT_MS = 1_100;
const LONG_MS = 30_000;

async function ask<Answer>(
  path: string,
  query: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Answer> {
  const answer = await fetch(`/faults${path}?${new URLSearchParams(query)}`, { signal });
  return (await answer.json()) as Answer;
}

interface Outcome {
  /** After the fault, and after it was lifted. */
  readonly during: string;
  readonly after: string;
  readonly isSame: boolean;
  readonly problems: number;
}

function stateOf(slip: DepositSlip): string {
  if (slip.status !== 'ready') return slip.status;
  return words(slip).includes('Waiting for your deposit') ? 'watching' : 'blind';
}

/** Once the answer to a first question was taken: the element asks on, asks no more, or the deposit arrived. */
async function answered(slip: DepositSlip, proxy: string): Promise<string> {
  const enough = new AbortController();
  const isAskingOn = ask('/asked', { proxy, times: '2' }, enough.signal).catch(() => undefined);
  await Promise.race([isAskingOn, unwatched(slip)]);
  // A browser has six connections to one server: a question left open would hold one of them.
  enough.abort();
  return stateOf(slip);
}

async function unwatched(slip: DepositSlip): Promise<void> {
  while (slip.isConnected && stateOf(slip) === 'watching') await nextFrame();
}

async function watchThrough(fault: Fault): Promise<Outcome> {
  const proxy = await ask<string>('/open', { fault: fault.name, in: 'arrival=' });
  const slip = document.createElement('deposit-slip');
  const endpoint = `${proxy}/bank/hurried/${unique('watching')}`;
  let problems = 0;
  slip.addEventListener('deposit-problem', () => (problems += 1));
  Object.assign(slip, { endpoint, paymentId: '90', watch: true, lang: 'en' });
  document.body.append(slip);
  await reaching(slip, 'ready');
  slip.timeout = endingOf(fault) === 'timeout' ? SHORT_MS : LONG_MS;
  const before = slip.slip!;
  const deposit = { merchantId: 1001, fiat: 'BRL', amount: '150.00', txId: before.txId };
  await fetch('/bank/pay', { method: 'POST', body: JSON.stringify(deposit) });
  const during = await answered(slip, proxy);
  const isSame = slip.slip === before;
  await ask('/lift', { proxy });
  slip.timeout = LONG_MS;
  if (during === 'watching') await reaching(slip, 'arrived');
  const outcome = { during, after: stateOf(slip), isSame, problems };
  slip.remove();
  await ask('/close', { proxy });
  return outcome;
}

function endingOf({ element }: Fault): Ending {
  return typeof element === 'string' ? element : (element[engine] ?? element.else);
}

function expected(fault: Fault): readonly string[] {
  const ending = endingOf(fault);
  if (FINAL.includes(ending)) return ['blind'];
  // What spoils no slip may spoil an answer of another form.
  return ending === 'ready' ? ['arrived', 'watching'] : ['watching'];
}

const all = await ask<readonly Fault[]>('');
/** All but the one where nobody listens: there the slip would not have come either. */
const faults = sampleOf(
  all.filter(({ name }) => name !== 'connection refused'),
  AT_ONCE,
);

describe(`the element in ${engine}, when something goes wrong while it looks for the deposit`, function () {
  // Deposits and time-outs are waited for, on a loaded machine beside two other engines.
  if (!isSoak) this.timeout(60_000);
  const outcomes = new Map<string, Promise<Outcome>>();

  before(() => {
    const queue = faults.values();
    const begin = new Map<string, () => void>();
    for (const fault of faults) {
      const begun = new Promise<void>((resolve) => begin.set(fault.name, resolve));
      outcomes.set(
        fault.name,
        begun.then(() => watchThrough(fault)),
      );
    }
    const lane = async (): Promise<void> => {
      for (const { name } of queue) {
        begin.get(name)!();
        await outcomes.get(name)!.catch(() => undefined);
      }
    };
    for (let at = 0; at < AT_ONCE; at += 1) void lane();
  });

  for (const fault of faults) {
    it(`keeps its slip through ${fault.name}`, async () => {
      const outcome = await outcomes.get(fault.name)!;
      expect(outcome.isSame, 'the slip on show is the same').to.equal(true);
      expect(outcome.problems).to.equal(0);
      expect(expected(fault)).to.include(outcome.during);
      expect(outcome.after).to.equal(outcome.during === 'blind' ? 'blind' : 'arrived');
    });
  }
});
