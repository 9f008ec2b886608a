/** What every element test starts from: an element on the page, an endpoint that says what it is told, and how to look. */
import { fixture, html } from '@open-wc/testing';
import { ifDefined } from 'lit/directives/if-defined.js';
import { METHODS, type Method } from '../../src/core/methods.js';
import '../../src/index.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import type { DepositSlipEventMap } from '../../src/widget/deposit-slip/events.js';

/** Attributes a test may set. */
export interface Attributes {
  endpoint?: string;
  paymentId?: string;
  fiat?: string;
  amount?: string;
  session?: string;
  merchantName?: string;
  allowedHosts?: string;
  beneficiaryName?: string;
  seen?: string;
  trustKey?: string;
  lang?: string;
  theme?: 'auto' | 'light' | 'dark';
  watch?: boolean;
  strict?: boolean;
  timeout?: number;
  answer?: object;
  /** Of the container, in px; every view lives by its container, none by the window. */
  width?: number;
}

/** An element with these attributes, updated once. English unless said. */
export async function mount(given: Attributes): Promise<DepositSlip> {
  const { lang = 'en', width } = given;
  const parentNode = document.createElement('div');
  if (width !== undefined) parentNode.style.width = `${width}px`;
  document.body.append(parentNode);
  return fixture<DepositSlip>(
    html`<deposit-slip
      lang=${lang}
      endpoint=${ifDefined(given.endpoint)}
      payment-id=${ifDefined(given.paymentId)}
      fiat=${ifDefined(given.fiat)}
      amount=${ifDefined(given.amount)}
      session=${ifDefined(given.session)}
      merchant-name=${ifDefined(given.merchantName)}
      allowed-hosts=${ifDefined(given.allowedHosts)}
      beneficiary-name=${ifDefined(given.beneficiaryName)}
      seen=${ifDefined(given.seen)}
      trust-key=${ifDefined(given.trustKey)}
      theme=${ifDefined(given.theme)}
      timeout=${ifDefined(given.timeout)}
      ?watch=${given.watch ?? false}
      ?strict=${given.strict ?? false}
      .answer=${given.answer}
    ></deposit-slip>`,
    { parentNode },
  );
}

/** The element once it reached a status; it must be on its way there. */
export async function reaching(slip: DepositSlip, status: DepositSlip['status']): Promise<DepositSlip> {
  while (slip.status !== status) await nextFrame();
  await slip.updateComplete;
  return slip;
}

/** A promise of the next paint. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

/** The next event of a name. Ask for it before what makes it happen. */
export function event<Name extends keyof DepositSlipEventMap>(
  target: EventTarget,
  name: Name,
): Promise<DepositSlipEventMap[Name]> {
  return new Promise((resolve) => {
    target.addEventListener(name, (happened) => resolve(happened as DepositSlipEventMap[Name]), {
      once: true,
    });
  });
}

/** All elements of a part. */
export function parts(slip: DepositSlip, name: string): HTMLElement[] {
  return [...(slip.shadowRoot?.querySelectorAll<HTMLElement>(`[part~="${name}"]`) ?? [])];
}

/** The one element of a part. */
export function part(slip: DepositSlip, name: string): HTMLElement {
  const found = parts(slip, name);
  if (found.length !== 1) throw new Error(`Expected one ${name}, found ${found.length}.`);
  return found[0]!;
}

/** The row of a wire key. */
export function row(slip: DepositSlip, key: string): HTMLElement {
  const found = parts(slip, 'row').find((each) => each.dataset['key'] === key);
  if (!found) throw new Error(`No row ${key}.`);
  return found;
}

/** A part inside a row. */
export function within(element: HTMLElement, name: string): HTMLElement {
  const found = element.querySelector<HTMLElement>(`[part~="${name}"]`);
  if (!found) throw new Error(`No ${name} in the row.`);
  return found;
}

/** All that stands in the shadow root, white space collapsed. */
export function words(slip: DepositSlip): string {
  const card = slip.shadowRoot?.querySelector('.card');
  return (card?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** The answer a method's sample makes. */
export function sampleAnswer(method: Method): object {
  const { fiat, sample: fieldList } = method;
  return { code: 200, msg: 'SUCCESS', data: { fiat, fieldList, ...(method.hasTxId && { txId: '100001' }) } };
}

export function method(id: number): Method {
  const found = METHODS.find((each) => each.id === id);
  if (!found) throw new Error(`No method ${id}.`);
  return found;
}

/** An endpoint that gives this answer. */
export function endpoint(script: {
  body?: unknown;
  text?: string;
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  gate?: string;
  log?: string;
  size?: number;
  bytes?: string;
  session?: string;
  /** Answers to one question in particular: `arrival`, or a payment id. */
  particular?: Record<string, unknown>;
}): string {
  const query = new URLSearchParams();
  const { body, text, headers, particular, ...plain } = script;
  if (body !== undefined) query.set('body', JSON.stringify(body));
  if (text !== undefined) query.set('body', text);
  if (particular) query.set('particular', JSON.stringify(particular));
  if (headers) query.set('headers', JSON.stringify(headers));
  for (const [name, value] of Object.entries(plain)) if (value !== undefined) query.set(name, String(value));
  return `/scripted?${query}`;
}

/** Lets the answers behind a gate go. */
export async function open(gate: string): Promise<void> {
  await fetch(`/scripted/open?gate=${encodeURIComponent(gate)}`);
}

/** What was asked of a logging endpoint, a line each. */
export async function asked(log: string): Promise<string[]> {
  const answer = await fetch(`/scripted/log?log=${encodeURIComponent(log)}`);
  return (await answer.json()) as string[];
}

let serial = 0;
/** A name nobody else uses. */
export function unique(name: string): string {
  return `${name}-${++serial}-${crypto.randomUUID()}`;
}
