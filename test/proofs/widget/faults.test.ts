import { expect } from '@open-wc/testing/pure';
import { METHODS, type Method } from '../../../src/core/methods.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { engine } from '../../browsers/commands.js';
import type { Ending, Fault } from '../../faults/fault.js';
import { nextEvent } from '../../widget/helpers/events.js';
import { untilStatus } from '../../widget/helpers/mount.js';
import { parts } from '../../widget/helpers/queries.js';
import { requestFor } from '../../widget/helpers/samples.js';
import { unique } from '../../widget/helpers/servers.js';
import type { Traffic } from '../../widget/server/faults.js';
import { isSoak, sampleOf } from '../scale.js';
import { LONG_TIMEOUT_MS, control, endingOf, runCases, timeoutFor } from './fault-proxy.js';

/**
 * SECURITY.md P12 between the element and its endpoint: each fault with one method in turn; in a soak, with
 * every method.
 */

/**
 * The 256 KiB the element reads, and what sockets and a browser buffer: far less than the 100 MB the proxy
 * offers.
 */
const MAX_BYTES = 64 * 1024 * 1024;
/** The extra time that a loaded machine may need beyond the time-out. */
const TOLERANCE_MS = 20_000;
const PARALLEL_CASES = 8;

const visit = unique('faults');

/** The outcome for one element behind one fault. */
interface Outcome extends Traffic {
  readonly ending: Ending;
  readonly milliseconds: number;
  /** Elements of a slip that were on the page while it was not ready. */
  readonly partial: readonly string[];
  /** Rows after the fault was lifted. */
  readonly rows: readonly string[];
}

function append(proxy: string, method: Method, timeout: number): DepositSlip {
  const slip = document.createElement('deposit-slip');
  Object.assign(slip, { endpoint: `${proxy}/bank/deposit/${visit}`, timeout, ...requestFor(method) });
  document.body.append(slip);
  return slip;
}

/** Waits until the element shows a slip or a problem. */
async function settled(slip: DepositSlip): Promise<Ending> {
  await slip.updateComplete;
  if (slip.status === 'loading')
    await Promise.race([nextEvent(slip, 'deposit-ready'), nextEvent(slip, 'deposit-problem')]);
  return slip.problem?.kind ?? (slip.status as 'ready');
}

/**
 * Leaves the problem as a payer can: presses the button, or opens the page again later if there is no button.
 */
async function recover(slip: DepositSlip, reopen: () => DepositSlip): Promise<DepositSlip> {
  if (slip.status === 'ready') return slip;
  const [retry] = parts(slip, 'retry');
  if (!retry) {
    slip.remove();
    return untilStatus(reopen(), 'ready');
  }
  slip.timeout = LONG_TIMEOUT_MS;
  retry.click();
  return untilStatus(slip, 'ready');
}

async function loadThrough(fault: Fault, method: Method): Promise<Outcome> {
  const proxy = await control<string>('/open', { fault: fault.name });
  const started = performance.now();
  const slip = append(proxy, method, timeoutFor(fault));
  const ending = await settled(slip);
  const milliseconds = performance.now() - started;
  const visible = ['row', 'qr', 'link']
    .flatMap((name) => parts(slip, name))
    .map(({ localName }) => localName);
  const partial = ending === 'ready' ? [] : [...visible, ...(slip.slip ? ['slip'] : [])];
  await control('/lift', { proxy });
  const recovered = await recover(slip, () => append(proxy, method, LONG_TIMEOUT_MS));
  const rows = rowsOf(recovered);
  recovered.remove();
  return { ending, milliseconds, partial, rows, ...(await control<Traffic>('/close', { proxy })) };
}

function rowsOf({ slip }: DepositSlip): string[] {
  return slip?.rows.map(({ key, copy }) => `${key}: ${copy}`) ?? [];
}

/** The rows of this visit without a fault. */
async function undisturbedRows(method: Method): Promise<string[]> {
  const slip = await untilStatus(append('', method, LONG_TIMEOUT_MS), 'ready');
  const rows = rowsOf(slip);
  slip.remove();
  return rows;
}

const faults = await control<readonly Fault[]>('');
/** A quarter of the faults in Chromium, an eighth in the other engines, and all of them in a soak. */
const cases = sampleOf(faults, faults.length / (engine === 'chromium' ? 4 : 8)).map((fault, at) => ({
  fault,
  methods: isSoak ? METHODS : [METHODS[at % METHODS.length]!],
}));

const expectedRows = new Map<number, string[]>();
for (const method of METHODS) expectedRows.set(method.id, await undisturbedRows(method));

describe(`network faults between the element and its endpoint in ${engine}`, function () {
  // Deposits and time-outs are slow on a machine that runs two other engines.
  if (!isSoak) this.timeout(60_000);
  const unhandled: unknown[] = [];
  const onUnhandled = ({ reason }: PromiseRejectionEvent): void => void unhandled.push(reason);

  addEventListener('unhandledrejection', onUnhandled);
  after(() => removeEventListener('unhandledrejection', onUnhandled));

  const runs = cases.flatMap(({ fault, methods }) =>
    methods.map((method) => [`${fault.name} ${method.id}`, () => loadThrough(fault, method)] as const),
  );
  const outcomes = runCases(new Map(runs), PARALLEL_CASES);

  for (const { fault, methods } of cases) {
    it(`end as ${endingOf(fault)}, which the payer can leave: ${fault.name}`, async () => {
      for (const { id } of methods) {
        const outcome = await outcomes.get(`${fault.name} ${id}`)!;
        expect(outcome.ending, `method ${id}`).to.equal(endingOf(fault));
        expect(outcome.partial, 'no part of a slip').to.deep.equal([]);
        const limit = timeoutFor(fault) + TOLERANCE_MS;
        expect(outcome.milliseconds, 'within the time-out').to.be.below(limit);
        expect(outcome.sent, 'bytes read').to.be.below(MAX_BYTES);
        expect(outcome.isReleased, 'every connection is released').to.equal(true);
        expect(outcome.rows).to.deep.equal(expectedRows.get(id));
      }
    });
  }

  it('leave no unhandled rejection', () => {
    expect(unhandled).to.deep.equal([]);
  });
});
