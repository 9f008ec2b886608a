import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Grant } from 'deposit-slip/kit';
import type { FakeApi } from './fake-api.js';
import type { FlowRecord } from './flow-list.js';
import { PIX_GRANT, type shop } from './shop.js';

export const NOW = 1_700_000_000_000;
export const DAY = 86_400_000;
/** A wallet with an account of its own. */
export const WALLET: Grant = { ...PIX_GRANT, id: 'wallet', ownAccount: true };
/** The same with an account without codes. */
export const CLABE: Grant = { ...WALLET, methods: [{ paymentId: 105, fiat: 'MXN' }] };

/** A row of a history, as it is sent. */
export interface HistoryRow extends Record<string, unknown> {
  readonly id: string;
  readonly txId?: string;
  readonly status: string;
}

interface History {
  readonly deposits: readonly HistoryRow[];
  readonly next?: string;
}

export type Send = ReturnType<typeof shop>['send'];

/** A page of the history, the first one without a cursor. */
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

/** The rows of every page. Asserts that each takes one request to the API. */
export async function allPages(send: Send, api: FakeApi): Promise<readonly HistoryRow[]> {
  const rows: HistoryRow[] = [];
  let next: string | undefined;
  do {
    const calls = api.calls.length;
    const page = await historyOf(send, next);
    assert.equal(api.calls.length, calls + 1, 'one request per page');
    rows.push(...page.deposits);
    next = page.next;
  } while (next !== undefined);
  return rows;
}

/** Deposits of an own account, one per second, the first one at `NOW`. */
export function deposits(count: number, change: (at: number) => object = () => ({})): FlowRecord[] {
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    txId: `9${at}`,
    createTime: NOW + at * 1000,
    ...change(at),
  }));
}

/** Lets the cached page expire. */
export function later(milliseconds = 2_000): void {
  mock.timers.tick(milliseconds);
}
