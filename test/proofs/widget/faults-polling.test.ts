import { expect } from '@open-wc/testing/pure';
import { en } from '../../../src/widget/locales/en.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { engine } from '../../browsers/commands.js';
import type { Ending, Fault } from '../../faults/fault.js';
import { collect } from '../../widget/helpers/events.js';
import { until, untilStatus } from '../../widget/helpers/mount.js';
import { textOf } from '../../widget/helpers/queries.js';
import { pay, unique } from '../../widget/helpers/servers.js';
import { isSoak, sampleOf } from '../scale.js';
import { LONG_TIMEOUT_MS, control, endingOf, runCases, timeoutFor } from './fault-proxy.js';

/**
 * SECURITY.md P12 while the element polls for the deposit: no fault changes the visible slip, and where
 * polling continues, the deposit is detected after the fault.
 */

/** The number of cases that run in parallel. Each mostly waits for its next poll. */
const PARALLEL_CASES = 10;
/** The element stops polling after these: the session or the request itself is wrong. */
const FINAL: readonly Ending[] = ['unauthorized', 'forbidden', 'not-found', 'refused'];

interface Outcome {
  /** The state during the fault, and after it was lifted. */
  readonly during: string;
  readonly after: string;
  readonly isSame: boolean;
  readonly problems: number;
}

function stateOf(slip: DepositSlip): string {
  if (slip.status !== 'ready') return slip.status;
  return textOf(slip).includes(en.waiting.payment) ? 'watching' : 'stopped';
}

/**
 * The state after the response to the first poll: a second poll was sent, polling stopped, or the deposit
 * arrived.
 */
async function afterFirstPoll(slip: DepositSlip, proxy: string): Promise<string> {
  const controller = new AbortController();
  const second = control('/asked', { proxy, times: '2' }, controller.signal).catch(() => undefined);
  await Promise.race([second, until(() => !slip.isConnected || stateOf(slip) !== 'watching')]);
  // A browser has six connections to one server: a pending request would hold one of them.
  controller.abort();
  return stateOf(slip);
}

async function pollThrough(fault: Fault): Promise<Outcome> {
  const proxy = await control<string>('/open', { fault: fault.name, in: 'arrival=' });
  const slip = document.createElement('deposit-slip');
  const endpoint = `${proxy}/bank/hurried/${unique('polling')}`;
  const problems = collect(slip, 'deposit-problem');
  Object.assign(slip, { endpoint, paymentId: '90', watch: true, lang: 'en' });
  document.body.append(slip);
  await untilStatus(slip, 'ready');
  slip.timeout = timeoutFor(fault);
  const before = slip.slip!;
  await pay({ merchantId: 1001, fiat: 'BRL', amount: '150.00', txId: before.txId });
  const during = await afterFirstPoll(slip, proxy);
  const isSame = slip.slip === before;
  await control('/lift', { proxy });
  slip.timeout = LONG_TIMEOUT_MS;
  if (during === 'watching') await untilStatus(slip, 'arrived');
  const outcome = { during, after: stateOf(slip), isSame, problems: problems.length };
  slip.remove();
  await control('/close', { proxy });
  return outcome;
}

/** The states an element may be in during a fault. */
function expectedDuring(fault: Fault): readonly string[] {
  const ending = endingOf(fault);
  if (FINAL.includes(ending)) return ['stopped'];
  // A fault that leaves a slip intact may still break the response to a poll, which has a different form.
  return ending === 'ready' ? ['arrived', 'watching'] : ['watching'];
}

const all = await control<readonly Fault[]>('');
/** Behind "connection refused" there would be no slip to begin with. */
const faults = sampleOf(
  all.filter(({ name }) => name !== 'connection refused'),
  PARALLEL_CASES,
);

describe(`network faults while the element polls for the deposit in ${engine}`, function () {
  // Deposits and time-outs are slow on a machine that runs two other engines.
  if (!isSoak) this.timeout(60_000);
  let outcomes: ReadonlyMap<string, Promise<Outcome>>;

  before(() => {
    const runs = new Map(faults.map((fault) => [fault.name, () => pollThrough(fault)]));
    outcomes = runCases(runs, PARALLEL_CASES);
  });

  for (const fault of faults) {
    it(`keep the slip: ${fault.name}`, async () => {
      const outcome = await outcomes.get(fault.name)!;
      expect(outcome.isSame, 'the slip on show is the same').to.equal(true);
      expect(outcome.problems).to.equal(0);
      expect(expectedDuring(fault)).to.include(outcome.during);
      expect(outcome.after).to.equal(outcome.during === 'stopped' ? 'stopped' : 'arrived');
    });
  }
});
