/**
 * P10 in a browser: whatever a page, a payer and the network do in whatever order, what is painted belongs to the ask
 * of that moment. Answers come from the scripted endpoint and are held back until the schedule lets them go.
 */
import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { clabeCheckDigit } from '../../../src/core/schemes/clabe.js';
import { appendEmvCrc } from '../../../src/core/schemes/emv.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { drawQr } from '../../../src/widget/shared/qr.js';
import { en } from '../../../src/widget/locales/en.js';
import { endpoint, method, mount, parts, sampleAnswer, unique } from '../../widget/bench.js';
import { cases } from '../scale.js';

/** One request of the element, held back; every value of its answer names it. */
interface Held {
  readonly mark: string;
  readonly endpoint: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Lets the answer go; resolves when the element has it. */
  readonly release: () => Promise<void>;
}

interface Stage {
  readonly slip: DepositSlip;
  readonly home: HTMLElement;
  readonly waiting: Held[];
  /** The last request of the ask of this moment; undefined while it has made none. */
  current: Held | undefined;
}

const IDS = ['105', '90', '92', '95', '137', '63', '85', '90 105 95', undefined];
const AMOUNTS = [undefined, '10.00', '25.50'];
const real = window.fetch.bind(window);

/** The values of a method, each changed so that it names the request and still passes its check. */
function fieldsOf(id: number, serial: number): Record<string, string> {
  const clabe = `999180${String(serial).padStart(11, '0')}`;
  const { sample } = method(id);
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

/** What the endpoint says to a request: mostly a slip, sometimes a problem, to no method in particular a choice. */
function scriptOf(query: URLSearchParams, mark: string, fields: object, pick: number): string {
  const headers = { 'X-Request-Id': mark };
  if (query.has('arrival')) {
    const status = pick % 2 === 0 ? 'arrived' : 'waiting';
    return endpoint({ body: { code: 200, data: { status, deposits: [{ txId: query.get('arrival') }] } } });
  }
  if (pick % 7 === 0) return endpoint({ status: 503, body: {}, headers });
  if (pick % 11 === 0) return endpoint({ text: '<h1>no</h1>', type: 'text/html', headers });
  const methods = [90, 105, 95].map((paymentId) => ({ paymentId, amount: method(paymentId).amount }));
  if (!query.has('paymentId')) return endpoint({ body: { code: 200, data: { methods } }, headers });
  const data = { fieldList: fields, txId: mark };
  return endpoint({ body: { code: 200, data, arrival: mark }, headers });
}

/** The page’s `fetch`: asks the scripted endpoint at once and hands its answer on when the schedule says so. */
function holding(stage: Stage, picks: () => number, isDeaf: boolean): typeof fetch {
  let serial = 0;
  return (input, init) => {
    const url = new URL(input as string, location.href);
    const { searchParams } = url;
    const mark = unique(`n${++serial}`).slice(0, 40);
    const fields = fieldsOf(Number(searchParams.get('paymentId') ?? 105), serial);
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const isArrival = searchParams.has('arrival');
    // A network that does not hear that nobody waits any more answers all the same.
    const asked = { ...init, ...(isDeaf && { signal: null }) };
    const answer = real(scriptOf(searchParams, mark, fields, isArrival ? serial : picks()), asked).then(
      async (response) => {
        const body = await response.arrayBuffer();
        const { status, headers } = response;
        await opened;
        return new Response(body, { status, headers });
      },
    );
    const release = async (): Promise<void> => {
      open();
      await answer.catch(() => undefined);
      await settled(stage.slip);
    };
    const held: Held = { mark, endpoint: url.pathname, fields, release };
    stage.waiting.push(held);
    if (!isArrival) stage.current = held;
    return answer;
  };
}

/** Until all that an answer sets going has come to its end: reading the body takes turns of the event loop. */
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

/** The drawn codes and the texts beside them, to be compared when the encoder has time. */
type Drawn = Map<string, string>;

/** Holds what is painted now to the ask of now. */
function assertOwn({ slip, current }: Stage, drawn: Drawn): void {
  const rows = parts(slip, 'row').filter((row) => !row.closest('.skeleton'));
  if (slip.problem?.requestId !== undefined) expect(slip.problem.requestId).to.equal(current?.mark);
  if (rows.length === 0) return;
  expect(current, 'a slip is painted where nothing was asked').not.to.equal(undefined);
  expect(current!.endpoint).to.equal(slip.endpoint);
  const texts = new Map(
    rows.map((row) => [row.dataset['key']!, row.querySelector('[part="value"]')!.textContent]),
  );
  expect(texts.get('txId')).to.equal(current!.mark);
  for (const [key, text] of texts) if (key !== 'txId') expect(text, key).to.equal(current!.fields[key]);
  for (const box of parts(slip, 'qr').filter((each) => each.hasAttribute('data-drawn'))) {
    const text = box.closest('[part~="row"]')!.querySelector('[part="value"]')!.textContent;
    drawn.set(box.querySelector('path')!.getAttribute('d')!, text);
  }
}

type Doing = (stage: Stage, pick: number) => unknown;

const other = <Value>(values: readonly Value[], now: Value, pick: number): Value => {
  const others = values.filter((value) => value !== now);
  return others[pick % others.length]!;
};
/** Sets what asks anew: from then on the old request is nobody’s. */
const change =
  (set: Doing): Doing =>
  (stage, pick) => {
    stage.current = undefined;
    set(stage, pick);
  };
const press =
  (selector: string): Doing =>
  (stage, pick) => {
    const found = stage.slip.shadowRoot!.querySelectorAll<HTMLElement>(
      `.card :not(.skeleton *) > ${selector}`,
    );
    // What prints or shares asks for nothing.
    const buttons = [...found].filter((each) => ![en.print, en.share].includes(each.textContent.trim()));
    const button = buttons[pick % Math.max(buttons.length, 1)];
    if (!button || button.closest('.skeleton')) return;
    stage.current = undefined;
    button.click();
  };

const DOINGS: Readonly<Record<string, Doing>> = {
  method: change(({ slip }, pick) => Object.assign(slip, { paymentId: other(IDS, slip.paymentId, pick) })),
  amount: change(({ slip }, pick) => Object.assign(slip, { amount: other(AMOUNTS, slip.amount, pick) })),
  endpoint: change(({ slip }, pick) =>
    Object.assign(slip, { endpoint: other(['/ask/1', '/ask/2', '/ask/3'], slip.endpoint, pick) }),
  ),
  'type and submit': (stage, pick) => {
    const [input] = parts(stage.slip, 'amount').filter((each) => !each.closest('.skeleton'));
    if (!(input instanceof HTMLInputElement)) return;
    input.value = String(pick + 1);
    input.dispatchEvent(new Event('input'));
    stage.current = undefined;
    parts(stage.slip, 'submit')[0]!.click();
  },
  choose: press('.options button, .card .options button'),
  retry: press('[part="retry"]'),
  'renew or choose other': press('[part="actions"] button'),
  reload: change(({ slip }) => slip.reload()),
  session: ({ slip }, pick) => (slip.session = `session-${pick}`),
  watch: ({ slip }) => (slip.watch = !slip.watch),
  'arrival asked now': () => dispatchEvent(new Event('online')),
  'arrival told': ({ slip }) => slip.markArrived(),
  'take away': ({ slip }) => slip.remove(),
  'put back or move': ({ slip, home }, pick) => home.children[pick % home.children.length]!.append(slip),
  answer: ({ waiting }, pick) => waiting.splice(pick % Math.max(waiting.length, 1), 1)[0]?.release(),
};
const NAMES = Object.keys(DOINGS);
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
    window.fetch = real;
    removeEventListener('error', onFailure);
    removeEventListener('unhandledrejection', onFailure);
  });

  it('paints what belongs to the ask of that moment, and nothing rejects unheard', async () => {
    const seen = { painted: 0, stale: 0 };
    const schedules = fc.record({
      steps: fc.array(step, { minLength: 10, maxLength: 40 }),
      picks: fc.array(fc.nat(100), { minLength: 40, maxLength: 40 }),
      isDeaf: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(schedules, ({ steps, picks, isDeaf }) => live(steps, picks, isDeaf, seen)),
      { numRuns: cases(12, 200), seed: 20_261_120, endOnFailure: true },
    );
    expect(failures.map(String)).to.deep.equal([]);
    expect(seen.painted, 'slips painted').to.be.above(cases(12, 200));
    expect(seen.stale, 'late answers').to.be.above(cases(6, 100));
  }).timeout(cases(120_000, 3_600_000));
});

interface Step {
  readonly name: string;
  readonly pick: number;
}

async function live(
  steps: readonly Step[],
  picks: readonly number[],
  isDeaf: boolean,
  seen: { painted: number; stale: number },
): Promise<void> {
  // What it begins with is asked of nobody.
  const slip = await mount({ paymentId: '105', answer: sampleAnswer(method(105)), timeout: 600_000 });
  const home = document.createElement('div');
  home.append(document.createElement('p'), document.createElement('p'));
  slip.parentElement!.append(home);
  const stage: Stage = { slip, home, waiting: [], current: undefined };
  let turn = 0;
  window.fetch = holding(stage, () => picks[turn++ % picks.length]!, isDeaf);
  Object.assign(slip, { answer: undefined, endpoint: '/ask/1' });
  await slip.updateComplete;
  const drawn: Drawn = new Map();
  const wrong: unknown[] = [];
  const look = (): void => {
    try {
      assertOwn(stage, drawn);
    } catch (error) {
      wrong.push(error);
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(slip.shadowRoot!, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  for (const { name, pick } of steps) {
    const before = stage.waiting.filter((held) => held !== stage.current).length;
    await DOINGS[name]!(stage, pick);
    await slip.updateComplete;
    look();
    if (wrong.length > 0) throw wrong[0];
    if (slip.slip) seen.painted++;
    if (stage.waiting.filter((held) => held !== stage.current).length < before) seen.stale++;
  }
  while (stage.waiting.length > 0) await DOINGS['answer']!(stage, 0);
  look();
  observer.disconnect();
  slip.remove();
  if (wrong.length > 0) throw wrong[0];
  for (const [path, text] of drawn) expect((await drawQr(text)).path).to.equal(path);
}
