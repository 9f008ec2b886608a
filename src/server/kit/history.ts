import { methodOf } from '../../core/methods.js';
import { fromMinor } from '../../core/money.js';
import { omitUndefined } from '../../core/omit-undefined.js';
import type { HistoryDeposit, HistoryStatus } from '../../core/reader/history.js';
import { isDepositId } from '../../core/reader/members.js';
import { DAY } from '../../core/time.js';
import type { Grant } from './grant.js';
import { FROM_START, type Granted, type LookUpGrant } from './payments/lookup.js';
import { isPaid, remainingOf } from './payments/payment.js';
import type { Rejection } from './rejection.js';
import type { PaymentRow, SlipRow } from './store/rows.js';
import type { GrantState, ListedDeposit, Records } from './store/store.js';

/** The response to a request for a history. */
export interface HistoryResponse {
  /** The awaited deposits, then those that arrived; both newest first. */
  readonly deposits: readonly HistoryDeposit[];
  /** The value of `before` in the request for the next page. */
  readonly next?: string;
  /** When the deposits of the API were last read, in milliseconds. */
  readonly checked?: number;
}

/** Looks up a page of a payer's deposits. `before` is the cursor of the page; omit it for the first page. */
export type GetHistory = (
  granted: Granted,
  before: string | undefined,
) => Promise<HistoryResponse | Rejection>;

/** Deposits per page. */
const PAGE_SIZE = 20;
/** A time in milliseconds, and the id of a deposit. */
const CURSOR = /^([0-9]{13})\.([\w-]{1,64})$/;
/**
 * Days for which a deposit is awaited: a rail that takes minutes gets one day; any other gets enough for a
 * weekend.
 */
const [FAST_DAYS, SLOW_DAYS] = [1, 5];
const FAST: readonly unknown[] = ['seconds', 'mixed', 'page'];

export interface HistorySettings {
  /** Milliseconds for which deposits are stored. */
  readonly keep: number;
}

/**
 * Creates the look-up. For an account of the payer's own, it lists every deposit into the account. For any
 * other account, it lists the deposits that arrived by the codes of the grant.
 */
export function createGetHistory(
  settings: HistorySettings,
  records: Records,
  lookUp: LookUpGrant,
): GetHistory {
  return async (granted, before) => {
    const [, time, id] = CURSOR.exec(before ?? '') ?? [];
    if (before !== undefined && id === undefined) return { rejected: 'invalid-parameter' };
    const { grant } = granted;
    const found = await look(settings, records, lookUp, granted);
    const rows = await records.listDeposits({
      merchantId: String(grant.merchantId),
      grantId: grant.id,
      isOwn: grant.ownAccount === true,
      fiats: [...new Set(grant.methods.map(({ fiat }) => fiat))],
      from: found.now - settings.keep,
      ...(id !== undefined && { before: { createTime: Number(time), id } }),
      // Reads one deposit more than a page lists, to know whether there is a next page.
      limit: PAGE_SIZE + 1,
    });
    const listed = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? listed.at(-1) : undefined;
    const awaited = before === undefined ? await awaitedRows(records, grant, found, listed) : [];
    return omitUndefined({
      deposits: [...awaited, ...listed.map((row) => depositRow(row, grant, found))],
      next: last && `${last.createTime}.${last.id}`,
      checked: found.merchant?.checkedAt,
    });
  };
}

/**
 * An account of the payer's own is read from the first time its history is opened, even if no slip was ever
 * issued.
 */
async function look(
  { keep }: HistorySettings,
  records: Records,
  lookUp: LookUpGrant,
  granted: Granted,
): Promise<GrantState> {
  const { merchantId, ownAccount } = granted.grant;
  const options = { wallet: FROM_START, read: 'always' } as const;
  const found = await lookUp(granted, options);
  if (ownAccount !== true || found.merchant?.own) return found;
  await records.addMerchant({ merchantId: String(merchantId), own: true, from: found.now - keep });
  return lookUp(granted, options);
}

/**
 * The awaited deposits that could be recognized. An order appears once, with the slip that was shown last.
 */
async function awaitedRows(
  records: Records,
  grant: Grant,
  found: GrantState,
  listed: readonly ListedDeposit[],
): Promise<readonly HistoryDeposit[]> {
  if (found.isClosed || found.payments.some(isPaid)) return [];
  const slips = await records.listSlips(String(grant.merchantId), grant.id, found.now - SLOW_DAYS * DAY);
  const awaited = slips.filter((slip) => isAwaited(slip, grant, found, listed));
  const orders = new Set<string>();
  const rows = awaited.flatMap((slip): HistoryDeposit[] => {
    const payment = found.payments.find(({ fiat }) => fiat === slip.fiat);
    const remaining = payment && remainingOf(payment);
    if (remaining !== undefined && orders.has(slip.fiat)) return [];
    if (remaining !== undefined) orders.add(slip.fiat);
    return [awaitedRow(slip, payment, grant)];
  });
  return rows.toSorted((one, other) => (other.createTime ?? 0) - (one.createTime ?? 0));
}

function isAwaited(
  slip: SlipRow,
  grant: Grant,
  { now }: GrantState,
  listed: readonly ListedDeposit[],
): boolean {
  const { paymentId, fiat, txId, issuedAt } = slip;
  const isGranted = grant.methods.some((method) => method.paymentId === paymentId && method.fiat === fiat);
  const isTrackable = txId !== undefined || grant.ownAccount === true;
  const days = FAST.includes(methodOf(paymentId)?.settles) ? FAST_DAYS : SLOW_DAYS;
  if (!isGranted || !isTrackable || now - issuedAt >= days * DAY) return false;
  if (txId !== undefined || slip.amount !== undefined) return true;
  // In a wallet's account, a later deposit may be the one that was awaited.
  return !listed.some(
    (deposit) =>
      deposit.fiat === fiat &&
      deposit.createTime >= issuedAt &&
      (deposit.paymentId ?? paymentId) === paymentId,
  );
}

function awaitedRow(
  { id, paymentId, fiat, issuedAt, txId, amount }: SlipRow,
  payment: PaymentRow | undefined,
  { reference }: Grant,
): HistoryDeposit {
  const remaining = (payment && remainingOf(payment)) ?? amount;
  return omitUndefined({
    id,
    txId,
    paymentId,
    fiat,
    amount: remaining === undefined ? undefined : fromMinor(remaining),
    createTime: issuedAt,
    status: 'waiting' as const,
    ...sumsOf(payment ?? {}),
    reference,
  });
}

function depositRow(row: ListedDeposit, grant: Grant, found: GrantState): HistoryDeposit {
  const { id, txId, paymentId, fiat, amount, createTime, returned, returnTime } = row;
  const status = statusOf(row);
  const isOwn = row.grantId === grant.id;
  return omitUndefined({
    id,
    txId: txId !== undefined && isDepositId(txId) ? txId : undefined,
    paymentId,
    fiat,
    amount: fromMinor(amount),
    createTime,
    status,
    ...sumsOf(row),
    returned: returned > 0n ? fromMinor(returned) : undefined,
    returnTime: returned > 0n ? returnTime : undefined,
    // The grant of the request is the newest; another grant of the payer is stored with its payment.
    reference: isOwn ? grant.reference : row.reference,
    payable: isOwn && status === 'part' && isPayable(row, grant, found) ? (true as const) : undefined,
  });
}

/** The amount that a payment asks for, and the amount received for it. */
function sumsOf({
  asked,
  received,
}: Partial<Pick<ListedDeposit, 'asked' | 'received'>>): Pick<HistoryDeposit, 'asked' | 'received'> {
  if (asked === undefined || received === undefined) return {};
  return { asked: fromMinor(asked), received: fromMinor(received) };
}

function statusOf({ amount, returned, asked, received = 0n }: ListedDeposit): HistoryStatus {
  if (returned >= amount) return 'returned';
  if (asked === undefined || asked === received) return 'arrived';
  return received < asked ? 'part' : 'over';
}

/**
 * Whether this grant may get a slip for the remaining amount: not if the order is closed or was paid in
 * another currency.
 */
function isPayable(
  { paymentId, fiat }: ListedDeposit,
  { methods }: Grant,
  { isClosed, payments }: GrantState,
): boolean {
  const isGranted = methods.some((method) => method.paymentId === paymentId && method.fiat === fiat);
  return isGranted && !isClosed && !payments.some(isPaid);
}
