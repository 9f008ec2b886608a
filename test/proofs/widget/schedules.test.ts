/**
 * SECURITY.md P10 in a browser: in any order of attribute changes, input and network events, the painted
 * content belongs to the current request. The scripted endpoint responds, and the test holds each response
 * back until the schedule releases it.
 */
import { expect } from '@open-wc/testing/pure';
import fc from 'fast-check';
import { epcOf } from '../../../src/core/schemes/epc.js';
import { clabeCheckDigit } from '../../../src/core/schemes/clabe.js';
import { appendEmvCrc } from '../../../src/core/schemes/emv.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { drawQr } from '../../../src/widget/shared/qr.js';
import { en } from '../../../src/widget/locales/en.js';
import { mountSample } from '../../widget/helpers/mount.js';
import { parts } from '../../widget/helpers/queries.js';
import { method, sampleFields } from '../../widget/helpers/samples.js';
import { endpoint } from '../../widget/helpers/servers.js';
import { cases } from '../scale.js';

/** A request of the element whose response is held back. Every value of the response names the request. */
interface HeldRequest {
  readonly mark: string;
  readonly isRenewal: boolean;
  readonly endpoint: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Releases the response; resolves when the element has processed it. */
  readonly release: () => Promise<void>;
}

interface Run {
  readonly slip: DepositSlip;
  readonly home: HTMLElement;
  readonly pending: HeldRequest[];
  /** The last request since the last change; undefined if there is none. */
  current: HeldRequest | undefined;
  /** The request whose slip stays if a new one cannot be made. */
  former?: HeldRequest | undefined;
}

const IDS = ['105', '90', '92', '95', '137', '63', '85', '90 105 95', undefined];
const AMOUNTS = [undefined, '10.00', '25.50'];
const nativeFetch = window.fetch.bind(window);

/** The values of a method, changed so that each names the request and still passes its check. */
function fieldsOf(id: number, serial: number): Record<string, string> {
  const clabe = `999180${String(serial).padStart(11, '0')}`;
  const sample = sampleFields(id);
  const pix = `00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62120508${String(serial).padStart(8, 'S')}`;
  const changed: Record<string, string> = {
    'Cuenta CLABE': clabe + clabeCheckDigit(clabe),
    'Pix copia e cola': appendEmvCrc(pix),
    qrCode: appendEmvCrc(pix),
    paymentLink: `https://pay.example.com/l/${serial}`,
    qrCodeLink: `https://pay.example.com/l/${serial}`,
    'Deposit Message': `MESSAGE${serial}`,
  };
  const own = Object.keys(sample).map((key) => [key, changed[key] ?? sample[key]!] as const);
  return { ...Object.fromEntries(own), Mark: `number ${serial}` };
}

/**
 * The response to a request: mostly a slip, sometimes a problem, or the methods if the request names none.
 */
function scriptOf(query: URLSearchParams, mark: string, fields: object, pick: number): string {
  const headers = { 'X-Request-Id': mark };
  if (query.has('arrival')) {
    const status = pick % 2 === 0 ? 'arrived' : 'waiting';
    return endpoint({ body: { code: 200, data: { status, deposits: [{ txId: query.get('arrival') }] } } });
  }
  if (pick % 13 === 0)
    return endpoint({
      body: { code: 200, data: { status: 'arrived', deposits: [{ txId: mark }] } },
      headers,
    });
  if (pick % 7 === 0) return endpoint({ status: 503, body: {}, headers });
  if (pick % 11 === 0) return endpoint({ text: '<h1>no</h1>', type: 'text/html', headers });
  const methods = [90, 105, 95].map((paymentId) => ({ paymentId, amount: method(paymentId).amount }));
  if (!query.has('paymentId')) return endpoint({ body: { code: 200, data: { methods } }, headers });
  const data = { fieldList: fields, txId: mark };
  return endpoint({ body: { code: 200, data, arrival: mark }, headers });
}

/**
 * Replaces `fetch`: sends the request to the scripted endpoint at once, and resolves when the schedule
 * releases the response.
 */
function heldFetch(run: Run, picks: () => number, ignoresAbort: boolean): typeof fetch {
  let serial = 0;
  return (input, init) => {
    const url = new URL(input as string, location.href);
    const { searchParams } = url;
    serial += 1;
    // A whole UUID: a part of one may hold the digits of an account, and such an id is not shown.
    const mark = crypto.randomUUID();
    const fields = fieldsOf(Number(searchParams.get('paymentId') ?? 105), serial);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const isArrival = searchParams.has('arrival');
    // A response may arrive although its request was aborted.
    const options = { ...init, ...(ignoresAbort && { signal: null }) };
    const answer = nativeFetch(
      scriptOf(searchParams, mark, fields, isArrival ? serial : picks()),
      options,
    ).then(async (response) => {
      const body = await response.arrayBuffer();
      const { status, headers } = response;
      await released;
      return new Response(body, { status, headers });
    });
    const releaseAndSettle = async (): Promise<void> => {
      release();
      await answer.catch(() => undefined);
      await settled(run.slip);
    };
    const isRenewal = searchParams.has('refresh');
    const request: HeldRequest = {
      ...{ mark, endpoint: url.pathname, fields, isRenewal },
      release: releaseAndSettle,
    };
    run.pending.push(request);
    if (!isArrival) run.current = request;
    return answer;
  };
}

/**
 * Waits until the element has processed a response: reading the body takes several turns of the event loop.
 */
async function settled(slip: DepositSlip): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(), { once: true });
      port1.start();
      port2.postMessage(undefined);
    });
    await slip.updateComplete;
  }
}

/** The paths of drawn codes and the texts beside them, which are compared at the end. */
type DrawnCodes = Map<string, string>;

/** Whether a new slip is being requested. Until it is there, nothing else is requested in its place. */
function isRenewing(slip: DepositSlip): boolean {
  return slip.shadowRoot!.querySelector('button[aria-busy="true"]') !== null;
}

/** Asserts that the painted content belongs to the current request. */
function assertCurrent(run: Run, drawn: DrawnCodes): void {
  const { slip } = run;
  // The former slip stays while a new one is requested, if it cannot be made, and if a deposit by the former
  // one arrives before it.
  const { former } = run;
  const hasFailed = parts(slip, 'notice').some(({ classList }) => classList.contains('renewal'));
  const hasArrived = parts(slip, 'receipt').some(
    ({ textContent }) => run.current?.isRenewal && former && textContent.includes(former.mark),
  );
  const current = hasFailed || hasArrived || isRenewing(slip) ? former : run.current;
  if (['ready', 'arrived'].includes(slip.status)) run.former = current;
  const rows = parts(slip, 'row').filter((row) => !row.closest('.skeleton'));
  if (slip.problem?.requestId !== undefined) expect(slip.problem.requestId).to.equal(current?.mark);
  for (const receipt of parts(slip, 'receipt')) expect(receipt.textContent).to.contain(current?.mark);
  if (rows.length === 0) return;
  expect(current, 'a slip is painted without a request').not.to.equal(undefined);
  expect(current!.endpoint).to.equal(slip.endpoint);
  const texts = new Map(
    rows.map((row) => [row.dataset['key']!, row.querySelector('[part="value"]')!.textContent]),
  );
  expect(texts.get('txId')).to.equal(current!.mark);
  for (const [key, text] of texts) if (key !== 'txId') expect(text, key).to.equal(current!.fields[key]);
  for (const box of parts(slip, 'qr').filter((each) => each.hasAttribute('data-drawn'))) {
    const path = box.querySelector('path')!.getAttribute('d')!;
    const lead = box.closest('.lead')?.querySelector('[part="value"]')?.textContent;
    // A SEPA code belongs to the slip as a whole. The next slip may be known before it is painted.
    const isPainted = slip.slip?.txId === current!.mark;
    const text = lead ?? (isPainted ? epcOf(slip.slip) : undefined);
    if (text !== undefined) drawn.set(path, text);
  }
}

type Action = (run: Run, pick: number) => unknown;

const other = <Value>(values: readonly Value[], now: Value, pick: number): Value => {
  const others = values.filter((value) => value !== now);
  return others[pick % others.length]!;
};
/** A change that starts a new request: the earlier one is no longer current. */
const change =
  (set: Action): Action =>
  (run, pick) => {
    run.current = undefined;
    set(run, pick);
  };
const press =
  (selector: string): Action =>
  (run, pick) => {
    const found = run.slip.shadowRoot!.querySelectorAll<HTMLElement>(`.card :not(.skeleton *) > ${selector}`);
    // Printing and sharing send no request.
    const buttons = [...found].filter(
      (each) => ![en.print, en.printReceipt, en.share].includes(each.textContent.trim()),
    );
    const button = buttons[pick % Math.max(buttons.length, 1)];
    if (!button || button.closest('[inert]') || button.ariaBusy === 'true') return;
    run.current = undefined;
    button.click();
  };

const ACTIONS: Readonly<Record<string, Action>> = {
  method: change(({ slip }, pick) => Object.assign(slip, { paymentId: other(IDS, slip.paymentId, pick) })),
  amount: change(({ slip }, pick) => Object.assign(slip, { amount: other(AMOUNTS, slip.amount, pick) })),
  endpoint: change(({ slip }, pick) =>
    Object.assign(slip, {
      endpoint: other(['/endpoint/1', '/endpoint/2', '/endpoint/3'], slip.endpoint, pick),
    }),
  ),
  'type and submit': (run, pick) => {
    const [input] = parts(run.slip, 'amount').filter((each) => !each.closest('.skeleton'));
    if (!(input instanceof HTMLInputElement)) return;
    input.value = String(pick + 1);
    input.dispatchEvent(new Event('input'));
    run.current = undefined;
    parts(run.slip, 'submit')[0]!.click();
  },
  choose: press('[part="option"]'),
  retry: press('[part="retry"]'),
  'renew or choose other': press('[part="actions"] button, .card .back'),
  'fold or unfold a code': ({ slip }) =>
    parts(slip, 'toggle')
      .find((each) => !each.closest('[inert]'))
      ?.click(),
  reload: (run) => {
    if (!isRenewing(run.slip)) run.current = undefined;
    run.slip.reload();
  },
  session: ({ slip }, pick) => (slip.session = `session-${pick}`),
  watch: ({ slip }) => (slip.watch = !slip.watch),
  'poll now': () => dispatchEvent(new Event('online')),
  'mark as arrived': ({ slip }) => slip.markArrived(),
  remove: ({ slip }) => slip.remove(),
  'insert or move': ({ slip, home }, pick) => home.children[pick % home.children.length]!.append(slip),
  answer: ({ pending }, pick) => pending.splice(pick % Math.max(pending.length, 1), 1)[0]?.release(),
};
const NAMES = Object.keys(ACTIONS);
const step = fc.record({
  name: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 1, arbitrary: fc.constant('answer') },
  ),
  pick: fc.oneof(fc.constant(0), fc.nat(30)),
});

describe('the element, in any order of events', () => {
  const failures: unknown[] = [];
  const onFailure = (event: Event): void => void failures.push(event);
  before(() => {
    addEventListener('error', onFailure);
    addEventListener('unhandledrejection', onFailure);
  });
  after(() => {
    window.fetch = nativeFetch;
    removeEventListener('error', onFailure);
    removeEventListener('unhandledrejection', onFailure);
  });

  it('renders only the response to the current request, and leaves no unhandled rejection', async () => {
    const counts = { painted: 0, stale: 0 };
    const schedules = fc.record({
      steps: fc.array(step, { minLength: 10, maxLength: 40 }),
      picks: fc.array(fc.nat(100), { minLength: 40, maxLength: 40 }),
      ignoresAbort: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(schedules, (schedule) => runSchedule(schedule, counts)),
      {
        numRuns: cases(12, 200, 'random orders of events in a browser'),
        seed: 20_261_120,
        endOnFailure: true,
      },
    );
    expect(failures.map(String)).to.deep.equal([]);
    expect(counts.painted, 'slips painted').to.be.above(cases(12, 200));
    expect(counts.stale, 'late answers').to.be.above(cases(6, 100));
  }).timeout(cases(120_000, 3_600_000));
});

interface Schedule {
  readonly steps: readonly { readonly name: string; readonly pick: number }[];
  readonly picks: readonly number[];
  readonly ignoresAbort: boolean;
}

async function runSchedule(
  { steps, picks, ignoresAbort }: Schedule,
  counts: { painted: number; stale: number },
): Promise<void> {
  // The first response needs no request.
  const slip = await mountSample(105, { timeout: 600_000 });
  const home = document.createElement('div');
  home.append(document.createElement('p'), document.createElement('p'));
  slip.parentElement!.append(home);
  const run: Run = { slip, home, pending: [], current: undefined };
  let turn = 0;
  window.fetch = heldFetch(run, () => picks[turn++ % picks.length]!, ignoresAbort);
  Object.assign(slip, { answer: undefined, endpoint: '/endpoint/1' });
  await slip.updateComplete;
  const drawn: DrawnCodes = new Map();
  const errors: unknown[] = [];
  const check = (): void => {
    try {
      assertCurrent(run, drawn);
    } catch (error) {
      errors.push(error);
    }
  };
  const observer = new MutationObserver(check);
  observer.observe(slip.shadowRoot!, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  for (const { name, pick } of steps) {
    const before = staleCount(run);
    await ACTIONS[name]!(run, pick);
    await slip.updateComplete;
    check();
    if (errors.length > 0) throw errors[0];
    if (slip.slip) counts.painted++;
    if (staleCount(run) < before) counts.stale++;
  }
  while (run.pending.length > 0) await ACTIONS['answer']!(run, 0);
  check();
  observer.disconnect();
  slip.remove();
  if (errors.length > 0) throw errors[0];
  for (const [path, text] of drawn) expect((await drawQr(text)).path).to.equal(path);
}

/** The number of pending requests that are no longer current. */
function staleCount({ pending, current }: Run): number {
  return pending.filter((request) => request !== current).length;
}
