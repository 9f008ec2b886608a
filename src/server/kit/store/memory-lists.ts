import { omitUndefined } from '../../../core/omit-undefined.js';
import type { MemoryTables } from './memory-tables.js';
import type { DepositRow, PaymentRow } from './rows.js';
import type { DepositQuery, ListedDeposit, PeriodQuery } from './store.js';

/** A page of a payer's deposits. */
export function listDeposits(tables: MemoryTables, query: DepositQuery): readonly ListedDeposit[] {
  const { merchantId, grantId, isOwn, fiats, from, before, limit } = query;
  const paymentOf = (row: DepositRow): PaymentRow | undefined =>
    tables.paymentOf(merchantId, row.grantId ?? '', row.fiat);
  const all = tables.depositsOf(merchantId);
  const isListed = (row: DepositRow): boolean =>
    (row.grantId === grantId || (isOwn && (paymentOf(row)?.own ?? true))) &&
    fiats.includes(row.fiat) &&
    row.createTime >= from &&
    (!before || byTime(row, before) < 0);
  return all
    .filter((row) => ['booked', 'unmatched', 'earlier'].includes(row.state) && isListed(row))
    .toSorted((one, other) => byTime(other, one))
    .slice(0, limit)
    .map((row) => {
      const payment = paymentOf(row);
      const isLater = (other: DepositRow): boolean =>
        paymentOf(other) === payment && other.returned < other.amount && byTime(other, row) > 0;
      return listed(row, payment, !all.some(isLater));
    });
}

/** A page of the flows of a period. */
export function listPeriod(tables: MemoryTables, query: PeriodQuery): readonly ListedDeposit[] {
  const { merchantId, fiat, from, to, after, limit } = query;
  return tables
    .depositsOf(merchantId)
    .filter((row) => row.fiat === fiat && row.createTime >= from && row.createTime < to)
    .filter((row) => row.state !== 'unreadable' && (!after || byTime(row, after) > 0))
    .toSorted(byTime)
    .slice(0, limit)
    .map((row) => listed(row, tables.paymentOf(merchantId, row.grantId ?? '', fiat), true));
}

function listed(row: DepositRow, payment: PaymentRow | undefined, hasSums: boolean): ListedDeposit {
  const { asked, received } = (hasSums ? payment : undefined) ?? {};
  return omitUndefined({ ...row, asked, received, reference: payment?.grant.reference });
}

type Position = Pick<DepositRow, 'createTime' | 'id'>;

/** By time, then by id. */
function byTime(one: Position, other: Position): number {
  return one.createTime - other.createTime || (one.id < other.id ? -1 : Number(one.id > other.id));
}
