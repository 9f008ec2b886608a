/**
 * Shows every view, from the first request to the arrival, and reports the side effects recorded meanwhile.
 */
import { METHODS, type Method } from '../../src/core/methods.js';
import type { ProblemKind } from '../../src/core/problem.js';
import '../../src/index.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { PROBLEM_VIEWS } from './problem-views.js';

declare const eventLog: string[];

/** What this page posts to the test. */
export interface Quiet {
  readonly eventLog: readonly string[];
  /** Kinds of the side effects the page itself causes at the end: they prove that the log records them. */
  readonly canaries: readonly string[];
  /** URLs of every resource loaded since the first view. */
  readonly loaded: readonly string[];
  /** Entries found in storage, cookies, caches, the window name and the hash. */
  readonly left: readonly string[];
  /** Every value a payer saw: no console line may contain one. */
  readonly values: readonly string[];
  readonly statuses: readonly string[];
}

const visit = new URLSearchParams(location.search).get('visit')!;
const values = new Set<string>();
const statuses = new Set<string>();
const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

function add(properties: Partial<DepositSlip>): DepositSlip {
  const slip = Object.assign(document.createElement('deposit-slip'), properties);
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

/**
 * Takes a method from the picker to the arrival: copies every row, presses the link, requests another code.
 */
async function payWith({ id, fiat, amount, hasTxId }: Method): Promise<void> {
  const slip = add({
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
  press(slip, '[part~="copy"], [part="toggle"], [part="link"], summary');
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

/** Makes the deposit at the simulated bank. */
async function pay(deposit: object): Promise<void> {
  await fetch('/bank/pay', { method: 'POST', body: JSON.stringify(deposit) });
}

/** Shows a problem, and presses the button that tries again. */
async function fail(kind: ProblemKind): Promise<void> {
  const slip = add({ ...PROBLEM_VIEWS[kind](visit), contact: 'mailto:help@shop.example' });
  await reach(slip, 'problem');
  if (slip.problem?.kind !== kind) throw new Error(`${slip.problem?.kind} is shown in place of ${kind}.`);
  press(slip, '[part="retry"]');
  slip.remove();
}

/** Everything left in places that outlive the page. */
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

/** Causes one side effect of each kind: the log must record them, or an empty log would prove nothing. */
async function causeSideEffects(): Promise<string[]> {
  const before = eventLog.length;
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
  return eventLog.slice(before).map((line) => line.split(':')[0]!);
}

const loadedBefore = performance.getEntriesByType('resource').length;
const historyLength = history.length;
Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
await fail('offline');
delete (navigator as { onLine?: boolean }).onLine;
// All at once: most of the time each one waits for its deposit.
const others = (Object.keys(PROBLEM_VIEWS) as ProblemKind[]).filter((kind) => kind !== 'offline');
await Promise.all([...METHODS.map(payWith), ...others.map(fail)]);
await frame();
const recorded = [...eventLog];
const loaded = performance.getEntriesByType('resource').slice(loadedBefore);
if (history.length !== historyLength) recorded.push('history: grew');
const left = await leftBehind();
const canaries = await causeSideEffects();
const report: Quiet = {
  eventLog: recorded,
  canaries,
  loaded: loaded.map(({ name }) => name),
  left,
  values: [...values],
  statuses: [...statuses],
};
parent.postMessage(report, '*');
