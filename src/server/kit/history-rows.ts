import type { Deposit } from '../../core/reader/answer.js';
import type { HistoryDeposit, HistoryStatus } from '../../core/reader/history.js';
import { isDepositId, isTime } from '../../core/reader/members.js';
import { compareAmounts, isAmount } from '../../core/money.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import { depositKey } from './arrivals.js';
import { digest } from './cache.js';
import type { Flow } from './flows.js';
import type { HistoryEntry } from './visit-history.js';

/** A deposit or a rollback of the payer, with what is known of the slip it is for. */
export interface OwnFlow {
  readonly flow: Flow;
  readonly fiat: string;
  readonly paymentId: number | undefined;
  /** The amount the payer was asked for; decimal string. */
  readonly asked: string | undefined;
}

/** Characters of base64url, six bits each. A mark only has to differ from those of the same payer. */
const [ID_LENGTH, MARK_LENGTH] = [22, 8];

/** The row of an entry whose deposit is awaited. */
export async function waitingRow(
  visitDigest: string,
  { paymentId, fiat, amount, createTime, txIds: [txId] }: HistoryEntry,
): Promise<HistoryDeposit> {
  const id = await idOf([visitDigest, 'waiting', paymentId, fiat, amount]);
  return rowOf({ id, paymentId, status: 'waiting' }, omitUndefined({ txId, fiat, amount, createTime }));
}

/** The row of a deposit that arrived for an entry. */
export async function arrivedRow(
  visitDigest: string,
  { paymentId, fiat, amount: asked }: HistoryEntry,
  deposit: Deposit,
): Promise<HistoryDeposit> {
  const { txId, amount, createTime } = deposit;
  const id = await idOf([visitDigest, txId, fiat, amount, createTime]);
  return rowOf({ id, paymentId, status: statusOf(amount, asked) }, { ...deposit, fiat });
}

/**
 * The rows of flows, newest first: one for each deposit. A rollback makes no row; the latest earlier deposit that it takes back is
 * `returned`, be it on this page or, by its mark, on a later one. `marks` are those of the pages before. Without a readable amount, a
 * flow counts as a deposit; one of nothing is none.
 */
export async function flowRows(
  visitDigest: string,
  flows: readonly OwnFlow[],
  marks: readonly string[],
): Promise<{ readonly rows: readonly HistoryDeposit[]; readonly marks: readonly string[] }> {
  const open = [...marks];
  const rows: HistoryDeposit[] = [];
  for (const { flow, fiat, paymentId, asked } of flows.toSorted(byTime)) {
    const mark = await markOf(visitDigest, flow, fiat);
    if (isRollback(flow)) {
      if (mark !== undefined) open.push(mark);
    } else if (!isNothing(flow)) {
      const at = mark === undefined ? -1 : open.indexOf(mark);
      if (at !== -1) open.splice(at, 1);
      const status = at === -1 ? statusOf(flow.changed, asked) : 'returned';
      const id = await depositKey(visitDigest, flow);
      rows.push(rowOf({ id, paymentId, status }, { ...flow, amount: flow.changed, fiat }));
    }
  }
  return { rows, marks: open };
}

/** Newest first. Of the same time, a rollback is the later one. */
function byTime(one: OwnFlow, other: OwnFlow): number {
  return (
    timeOf(other.flow) - timeOf(one.flow) || Number(isRollback(other.flow)) - Number(isRollback(one.flow))
  );
}

function timeOf(flow: Flow): number {
  return flow.createTime ?? (isRollback(flow) ? Infinity : 0);
}

/** Whether a flow takes a deposit back. The specification has no such type; a negative deposit is one. */
export function isRollback({ flowType, changed = '' }: Flow): boolean {
  return flowType === 'DEPOSIT_ROLLBACK' || changed.startsWith('-');
}

function isNothing({ changed }: Flow): boolean {
  return changed !== undefined && !/[1-9]/.test(changed);
}

/** What a deposit and its rollback have in common. */
async function markOf(
  visitDigest: string,
  { txId, changed }: Flow,
  fiat: string,
): Promise<string | undefined> {
  if (txId === undefined || changed === undefined) return undefined;
  const text = JSON.stringify([visitDigest, fiat, txId, changed.replace('-', '')]);
  return (await digest(text)).slice(0, MARK_LENGTH);
}

function statusOf(amount: string | undefined, asked: string | undefined): HistoryStatus {
  const comparison = amount === undefined || asked === undefined ? 0 : compareAmounts(amount, asked);
  return comparison === 0 ? 'arrived' : 'other-amount';
}

/** A digest: an id of the API is the merchant's. */
async function idOf(members: readonly unknown[]): Promise<string> {
  return (await digest(JSON.stringify(members))).slice(0, ID_LENGTH);
}

interface RowMembers {
  readonly txId?: string;
  readonly fiat: string;
  readonly amount?: string | undefined;
  readonly createTime?: number;
}

/** A row, with those members that a page can read. */
function rowOf(
  { id, paymentId, status }: { id: string; paymentId: number | undefined; status: HistoryStatus },
  { txId, fiat, amount, createTime }: RowMembers,
): HistoryDeposit {
  return omitUndefined({
    id,
    txId: txId !== undefined && isDepositId(txId) ? txId : undefined,
    paymentId,
    fiat,
    amount: amount !== undefined && isAmount(amount) ? amount : undefined,
    createTime: createTime !== undefined && isTime(String(createTime)) ? createTime : undefined,
    status,
  });
}
