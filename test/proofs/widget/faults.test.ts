import { expect } from '@open-wc/testing';
import { METHODS, type Method } from '../../../src/core/methods.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { engine } from '../../browsers/commands.js';
import type { Ending, Fault } from '../../faults/fault.js';
import { parts, reaching, unique } from '../../widget/bench.js';
import type { Seen } from '../../widget/server/faults.js';
import { isSoak, sampleOf } from '../scale.js';

/** P12 between the element and its endpoint: each fault with one method in turn; in a soak with every method. */

/** The 256 KiB the element reads, and what sockets and a browser hold until it lets go: far from the 100 MB on offer. */
const MOST_BYTES = 32 * 1024 * 1024;
/** For faults that only the time-out ends: long enough for a drip or two. */
const SHORT_MS = 1_100;
/** For the others: Firefox asks ten times before it believes that a connection is reset. */
const LONG_MS = 30_000;
/** What a loaded machine may need beyond it. */
const SLACK_MS = 2_000;
/** Cases under way at one time. */
const AT_ONCE = 8;

const visit = unique('faults');

async function ask<Answer>(path: string, query: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`/faults${path}?${new URLSearchParams(query)}`);
  return (await answer.json()) as Answer;
}

/** What became of one element behind one fault. */
interface Outcome extends Seen {
  readonly ending: Ending;
  readonly milliseconds: number;
  /** What a payer could see or follow while it was not ready. */
  readonly partial: readonly string[];
  /** Rows in the end, once the fault was lifted. */
  readonly rows: readonly string[];
}

function put(proxy: string, { id, amount }: Method, timeout: number): DepositSlip {
  const slip = document.createElement('deposit-slip');
  slip.endpoint = `${proxy}/bank/deposit/${visit}`;
  slip.paymentId = String(id);
  slip.timeout = timeout;
  if (amount === 'required') slip.amount = '150.00';
  document.body.append(slip);
  return slip;
}

/** The element once it shows a slip or a problem. */
async function settled(slip: DepositSlip): Promise<Ending> {
  await slip.updateComplete;
  if (slip.status === 'loading')
    await new Promise((resolve) => {
      slip.addEventListener('deposit-ready', resolve, { once: true });
      slip.addEventListener('deposit-problem', resolve, { once: true });
    });
  return slip.problem?.kind ?? (slip.status as 'ready');
}

function shown(slip: DepositSlip): string[] {
  return ['row', 'qr', 'link'].flatMap((name) => parts(slip, name)).map(({ localName }) => localName);
}

/** What the payer does once the way is free: presses the button, or, where there is none, comes back later. */
async function leave(slip: DepositSlip, again: () => DepositSlip): Promise<DepositSlip> {
  if (slip.status === 'ready') return slip;
  const [retry] = parts(slip, 'retry');
  if (!retry) {
    slip.remove();
    return reaching(again(), 'ready');
  }
  slip.timeout = LONG_MS;
  retry.click();
  return reaching(slip, 'ready');
}

async function meet(fault: Fault, method: Method): Promise<Outcome> {
  const proxy = await ask<string>('/open', { fault: fault.name });
  const timeout = expected(fault) === 'timeout' ? SHORT_MS : LONG_MS;
  const started = performance.now();
  const slip = put(proxy, method, timeout);
  const ending = await settled(slip);
  const milliseconds = performance.now() - started;
  const partial = ending === 'ready' ? [] : [...shown(slip), ...(slip.slip ? ['slip'] : [])];
  await ask('/lift', { proxy });
  const last = await leave(slip, () => put(proxy, method, LONG_MS));
  const rows = rowsOf(last);
  last.remove();
  return { ending, milliseconds, partial, rows, ...(await ask<Seen>('/close', { proxy })) };
}

function rowsOf({ slip }: DepositSlip): string[] {
  return slip?.rows.map(({ key, copy }) => `${key}: ${copy}`) ?? [];
}

/** The rows of this visit where nothing goes wrong. */
async function plainRows(method: Method): Promise<string[]> {
  const slip = await reaching(put('', method, LONG_MS), 'ready');
  const rows = rowsOf(slip);
  slip.remove();
  return rows;
}

function expected({ element }: Fault): Ending {
  return typeof element === 'string' ? element : (element[engine] ?? element.else);
}

const faults = await ask<readonly Fault[]>('');
/** One engine meets every fault in every run; the others a third of them, and all in a soak. */
const cases = (engine === 'chromium' ? faults : sampleOf(faults, faults.length / 3)).map((fault, at) => ({
  fault,
  methods: isSoak ? METHODS : [METHODS[at % METHODS.length]!],
}));

describe(`the element in ${engine}, when something goes wrong on the way to its endpoint`, function () {
  // Deposits and time-outs are waited for, on a loaded machine beside two other engines.
  if (!isSoak) this.timeout(60_000);
  const plain = new Map<number, string[]>();
  const outcomes = new Map<string, Promise<Outcome>>();
  const unhandled: unknown[] = [];
  const onUnhandled = ({ reason }: PromiseRejectionEvent): void => void unhandled.push(reason);

  before(async () => {
    addEventListener('unhandledrejection', onUnhandled);
    for (const method of METHODS) plain.set(method.id, await plainRows(method));
    const queue = cases.flatMap(({ fault, methods }) => methods.map((method) => ({ fault, method })));
    const begun = queue.map(({ fault, method }) => {
      let begin = (): void => undefined;
      const outcome = new Promise<void>((resolve) => (begin = resolve)).then(() => meet(fault, method));
      outcomes.set(`${fault.name} ${method.id}`, outcome);
      return async () => {
        begin();
        await outcome.catch(() => undefined);
      };
    });
    const next = begun.values();
    for (let lane = 0; lane < AT_ONCE; lane += 1) void work(next);
  });

  after(() => removeEventListener('unhandledrejection', onUnhandled));

  for (const { fault, methods } of cases) {
    it(`ends ${fault.name} as ${expected(fault)}, and the payer can leave it`, async () => {
      for (const { id } of methods) {
        const outcome = await outcomes.get(`${fault.name} ${id}`)!;
        expect(outcome.ending, `method ${id}`).to.equal(expected(fault));
        expect(outcome.partial, 'no part of a slip').to.deep.equal([]);
        const limit = expected(fault) === 'timeout' ? SHORT_MS : LONG_MS;
        expect(outcome.milliseconds, 'within the time-out').to.be.below(limit + SLACK_MS);
        expect(outcome.sent, 'bytes taken').to.be.below(MOST_BYTES);
        expect(outcome.isLetGo, 'every connection is let go').to.equal(true);
        expect(outcome.rows).to.deep.equal(plain.get(id));
      }
    });
  }

  it('leaves no rejection to the page', () => {
    expect(unhandled).to.deep.equal([]);
  });
});

async function work(tasks: Iterator<() => Promise<void>>): Promise<void> {
  for (let task = tasks.next(); !task.done; task = tasks.next()) await task.value();
}
