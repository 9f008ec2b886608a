import { fixture } from '@open-wc/testing/pure';
import '../../../src/history.js';
import type { HistoryDeposit } from '../../../src/core/reader/history.js';
import type { DepositHistory } from '../../../src/widget/deposit-history/deposit-history.js';
import { until } from './mount.js';
import { parts } from './queries.js';
import { endpoint } from './servers.js';

/** Mounts a history with these properties and waits for its first update. English by default. */
export async function mountHistory({
  width,
  ...properties
}: Partial<DepositHistory> & { width?: number } = {}): Promise<DepositHistory> {
  const parentNode = document.createElement('div');
  if (width !== undefined) parentNode.style.width = `${width}px`;
  const history = Object.assign(document.createElement('deposit-history'), { lang: 'en', ...properties });
  return fixture<DepositHistory>(history, { parentNode });
}

/** Mounts a history and waits until it has a status. */
export async function historyUntil(
  status: DepositHistory['status'],
  properties: Parameters<typeof mountHistory>[0],
): Promise<DepositHistory> {
  const history = await mountHistory(properties);
  await until(() => history.status === status);
  await history.updateComplete;
  return history;
}

/** Mounts a history that shows these deposits. */
export function historyOf(
  deposits: readonly HistoryDeposit[],
  properties: Parameters<typeof mountHistory>[0] = {},
): Promise<DepositHistory> {
  return historyUntil('ready', { endpoint: endpoint({ body: pageOf(deposits) }), ...properties });
}

/** The endpoint's response. */
export function pageOf(deposits: readonly object[], next?: string): object {
  return { code: 200, msg: 'SUCCESS', data: { deposits, ...(next !== undefined && { next }) } };
}

/** A deposit that has just arrived, with a new id on every call. */
export function deposit(properties: Partial<HistoryDeposit> = {}): HistoryDeposit {
  serial += 1;
  return {
    id: `d${serial}`,
    txId: String(100_000 + serial),
    paymentId: 90,
    fiat: 'BRL',
    amount: '187.40',
    createTime: Date.now(),
    status: 'arrived',
    ...properties,
  };
}
let serial = 0;

/** Makes every history that polls do so at once, as it does when the network comes back. */
export function pollNow(): void {
  dispatchEvent(new Event('online'));
}

/** The text of every line, in order. */
export function lines(history: DepositHistory): string[] {
  return parts(history, 'entry').map(({ innerText }) => innerText.replace(/[\s\u00a0\u202f]+/g, ' ').trim());
}

/** The line of a deposit. */
export function lineOf(history: DepositHistory, { id }: { readonly id: string }): HTMLElement {
  const line = history.shadowRoot!.querySelector<HTMLElement>(`[data-id="${id}"] [part="entry"]`);
  if (!line) throw new Error(`There is no line of ${id}.`);
  return line;
}
