import assert from 'node:assert/strict';
import type { Grant } from 'deposit-slip/kit';
import { NOW } from '../clock.js';
import type { FlowRecord } from '../flow-list.js';
import { PIX_GRANT, type shop } from '../shop.js';

/** A wallet with its own account. */
export const WALLET: Grant = { ...PIX_GRANT, id: 'wallet', ownAccount: true };
/** The same wallet with an account without codes. */
export const CLABE: Grant = { ...WALLET, methods: [{ paymentId: 105, fiat: 'MXN' }] };

/** A row of a history as the kit sends it. */
export interface HistoryRow extends Record<string, unknown> {
  readonly id: string;
  readonly txId?: string;
  readonly status: string;
}

interface History {
  readonly deposits: readonly HistoryRow[];
  readonly next?: string;
  readonly checked?: number;
}

export type Send = ReturnType<typeof shop>['send'];

/** A page of the history: the first page if there is no cursor. */
export async function historyOf(send: Send, before?: string): Promise<History> {
  const query = before === undefined ? '' : `&before=${before}`;
  const { status, body } = await send(`?history=1${query}`);
  assert.equal(status, 200);
  return body.data as unknown as History;
}

/** The rows of the first page, without their ids. */
export async function rowsOf(send: Send): Promise<readonly Record<string, unknown>[]> {
  const { deposits } = await historyOf(send);
  return deposits.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id')));
}

/** The rows of every page. Calls `onPage` after each. */
export async function allPages(
  send: Send,
  onPage: () => void = () => undefined,
): Promise<readonly HistoryRow[]> {
  const rows: HistoryRow[] = [];
  let next: string | undefined;
  do {
    const page = await historyOf(send, next);
    rows.push(...page.deposits);
    next = page.next;
    onPage();
  } while (next !== undefined);
  return rows;
}

/** Deposits into an own account, one per second, the first one at `NOW`. */
export function deposits(count: number, change: (at: number) => object = () => ({})): FlowRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    txId: `9${at}`,
    createTime: NOW + at * 1000,
    ...change(at),
  }));
}
