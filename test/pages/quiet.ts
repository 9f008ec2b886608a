/** Lives every view through, from the first request to the arrival, and tells the test what was heard meanwhile. */
import { METHODS, type Method } from '../../src/core/methods.js';
import '../../src/index.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { PROBLEM_VIEWS } from './problem-views.js';

declare const heard: string[];

/** What this page tells the test. */
export interface Quiet {
  readonly heard: readonly string[];
  /** What was heard of one deed each that should be heard, done by the page itself in the end. */
  readonly canaries: readonly string[];
  /** Addresses everything on this page was loaded from, since the first view. */
  readonly loaded: readonly string[];
  /** Whatever is found where something may be left. */
  readonly left: readonly string[];
  /** Everything a payer saw: no line of the console may hold any of it. */
  readonly values: readonly string[];
  readonly statuses: readonly string[];
}

const visit = new URLSearchParams(location.search).get('visit')!;
const values = new Set<string>();
const statuses = new Set<string>();
const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

function put(given: Partial<DepositSlip>): DepositSlip {
  const slip = Object.assign(document.createElement('deposit-slip'), given);
  document.body.append(slip);
  return slip;
}

async function reach(slip: DepositSlip, status: string): Promise<void> {
  await slip.updateComplete;
  while (slip.status !== status) await frame();
  await slip.updateComplete;
  statuses.add(status);
  for (const { copy } of slip.slip?.rows ?? []) values.add(copy);
}

function press(slip: DepositSlip, selector: string): void {
  for (const button of slip.shadowRoot!.querySelectorAll<HTMLElement>(selector)) button.click();
}

/** From the choice over the amount to the slip; all is copied, a link is followed nearly, another code is asked for. */
async function live({ id, fiat, amount, hasTxId }: Method): Promise<void> {
  const slip = put({
    endpoint: `/bank/hurried/${visit}`,
    paymentId: `${id} ${id === 90 ? 92 : 90}`,
    watch: true,
    merchantName: 'Tienda Sol',
  });
  slip.addEventListener('deposit-link', (event) => event.preventDefault());
  await reach(slip, 'choosing');
  press(slip, '[part="picker"] li:first-child button');
  if (amount === 'required') await enter(slip, '150.50');
  await reach(slip, 'ready');
  press(slip, '[part~="copy"], .toggle, [part="link"]');
  await slip.copy();
  slip.reload();
  await reach(slip, 'ready');
  if (hasTxId) await pay({ merchantId: 1001, fiat, amount: '150.50', txId: slip.slip!.txId });
  else slip.markArrived({ amount: '150.50', fiat });
  await reach(slip, 'arrived');
  slip.remove();
}

async function enter(slip: DepositSlip, amount: string): Promise<void> {
  await reach(slip, 'asking');
  const box = slip.shadowRoot!.querySelector<HTMLInputElement>('[part="amount"]')!;
  box.value = amount;
  box.dispatchEvent(new Event('input'));
  press(slip, '[part="submit"]');
}

/** A deposit at the bank, by the page. */
async function pay(deposit: object): Promise<void> {
  await fetch('/bank/pay', { method: 'POST', body: JSON.stringify(deposit) });
}

async function fail(given: Partial<DepositSlip>): Promise<void> {
  const slip = put(given);
  await reach(slip, 'problem');
  press(slip, '[part="retry"]');
  slip.remove();
}

/** Where something may be left. */
async function leftBehind(): Promise<string[]> {
  const databases = await indexedDB.databases();
  const caches = await globalThis.caches.keys();
  return [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...databases.map(({ name }) => String(name)),
    ...caches,
    document.cookie,
    window.name,
    location.hash,
  ].filter(Boolean);
}

/** Each of these must be heard, or the silence before proved nothing. */
async function sing(): Promise<string[]> {
  const before = heard.length;
  localStorage.setItem('canary', '1');
  localStorage.removeItem('canary');
  indexedDB.open('canary');
  await caches.has('canary');
  document.cookie = 'canary=1; max-age=0';
  window.name = 'canary';
  window.name = '';
  history.replaceState(null, '');
  postMessage('canary', '*');
  new BroadcastChannel('canary').close();
  navigator.sendBeacon('/scripted?canary');
  await fetch('/scripted?canary');
  console.warn('canary');
  return heard.slice(before).map((line) => line.split(':')[0]!);
}

const begun = performance.getEntriesByType('resource').length;
const past = history.length;
// All at once: each waits for its deposit most of the time.
await Promise.all([...METHODS.map(live), ...PROBLEM_VIEWS(visit).map(fail)]);
await frame();
const silence = [...heard];
const loaded = performance.getEntriesByType('resource').slice(begun);
if (history.length !== past) silence.push('history: grew');
const left = await leftBehind();
const canaries = await sing();
const told: Quiet = {
  heard: silence,
  canaries,
  loaded: loaded.map(({ name }) => name),
  left,
  values: [...values],
  statuses: [...statuses],
};
parent.postMessage(told, '*');
