import type { Grant } from '../grant.js';

// The rows of a store. Amounts are integers in minor units, times are milliseconds since the epoch.

/** What a grant asks for in one currency. Its key: merchant, grant and currency. */
export interface PaymentRow {
  readonly merchantId: string;
  readonly grantId: string;
  readonly fiat: string;
  /** The newest grant, with its declared members only. */
  readonly grant: Grant;
  /** When that was given. */
  readonly grantedAt: number;
  /** Absent: any amount. */
  readonly asked?: bigint | undefined;
  /** Deposits less returns. */
  readonly received: bigint;
  /** How many deposits were booked. */
  readonly count: number;
  /** Whether every deposit into the account is made by this payer. */
  readonly own: boolean;
  /** The API's clock: when the first slip was issued, a whole second. */
  readonly issuedAt: number;
  readonly watchedUntil: number;
  /** When `received` reached `asked`: the time of that deposit. Absent while it is less. */
  readonly paidAt?: number | undefined;
  /** Whether `paid` was told, ever. */
  readonly isToldPaid: boolean;
  /** What counts for a wallet's latest slip. */
  readonly after: number;
  readonly since: number;
  /** Deposits are still reported, but no more slips are issued. */
  readonly isClosed: boolean;
}

/** What came of a payment, or of a wallet since a slip. */
export interface Tally {
  /** The latest 20, in the order in which they were booked. */
  readonly deposits: readonly DepositRow[];
  /** Those before. `amount` is less what was taken back. */
  readonly earlier: { readonly count: number; readonly amount: bigint };
}

/** Instructions that the API issued for a grant. */
export interface SlipRow {
  /** Random. */
  readonly id: string;
  readonly merchantId: string;
  readonly grantId: string;
  readonly alias: string;
  readonly paymentId: number;
  readonly fiat: string;
  readonly amount?: bigint | undefined;
  readonly state: 'making' | 'current' | 'replaced';
  readonly txId?: string | undefined;
  /** The API's clock, a whole second. */
  readonly issuedAt: number;
  readonly watchedUntil: number;
  /** Whether a deposit came by its txId. */
  readonly isPaid: boolean;
  /** Whether the payer asked for it in place of one that stood. */
  readonly isRefresh: boolean;
  /** The cleaned `data`. Deleted once it is not shown any more. */
  readonly answer?: unknown;
}

/** A flow that was read: a deposit, or the return of one. Its key: merchant and flow id. */
export interface DepositRow {
  readonly merchantId: string;
  readonly flowId: string;
  /** Random. Pages get it in place of the flow id. */
  readonly id: string;
  /**
   * `booked`: in a payment. `unmatched`: in none. `earlier`: older than the first slip of the merchant.
   * `unreadable`: without an exact amount, a time or a currency. `pending`: a return whose deposit was not
   * found yet. `return`: a return that was booked. `unmatched-return`: one whose deposit was not found within
   * a day.
   */
  readonly state:
    | 'booked'
    | 'unmatched'
    | 'earlier'
    | 'unreadable'
    | 'pending'
    | 'return'
    | 'unmatched-return';
  readonly fiat: string;
  /** Of a return: what was taken back, positive. */
  readonly amount: bigint;
  readonly txId?: string | undefined;
  readonly createTime: number;
  /** When it was stored. */
  readonly readAt: number;
  /** What it was made from, to notice an id that comes again with other content. */
  readonly content: string;
  /** The payment it belongs to. */
  readonly grantId?: string | undefined;
  readonly paymentId?: number | undefined;
  /** Which deposit of its payment it is, from 1 on. */
  readonly number?: number | undefined;
  /** How much of it was taken back, and when last. */
  readonly returned: bigint;
  readonly returnTime?: number | undefined;
}

/** A hook to be called, written with what it tells of. */
export interface NewEvent {
  readonly id: string;
  readonly name: 'deposit' | 'paid' | 'returned' | 'unmatched';
  /**
   * Events with the same key are delivered in order. That of a payment:
   * `JSON.stringify([merchantId, grantId, fiat])`.
   */
  readonly key: string;
  /** What the hook gets beside `id`. JSON. */
  readonly payload: object;
}

/** An event to deliver. */
export interface EventRow extends NewEvent {
  readonly createTime: number;
  /** How often the hook was called before. */
  readonly attempts: number;
}

/** A merchant whose flows are read. */
export interface MerchantRow {
  readonly merchantId: string;
  /** Counts leases: a copy whose lease is over cannot write any more. */
  readonly fence: number;
  readonly own: boolean;
  /** The next reading begins here, less the overlap. */
  readonly cursor: number;
  /** The whole seconds of the API's clock in which the first slip and the last one were issued. */
  readonly firstSlipAt?: number | undefined;
  readonly lastSlipAt?: number | undefined;
  readonly watchedUntil: number;
  /** When a page last polled. */
  readonly waitedAt: number;
  /** When the flows were last requested. */
  readonly requestedAt: number;
  /** When all flows were last read. */
  readonly checkedAt?: number | undefined;
  /** When the last day was last read. */
  readonly deepAt: number;
  /** The failures in a row, the last one, and when it happened. */
  readonly failures: number;
  readonly failure?: string | undefined;
  readonly failedAt?: number | undefined;
  readonly pausedUntil: number;
  readonly leaseUntil: number;
  /** When it is read next if nobody waits. */
  readonly dueAt: number;
}

/** Whether a slip is the one of a choice, of those of a grant. */
export function isOf(
  slip: SlipRow,
  choice: Pick<SlipRow, 'paymentId' | 'fiat' | 'alias' | 'amount'>,
): boolean {
  return (
    slip.paymentId === choice.paymentId &&
    slip.fiat === choice.fiat &&
    slip.alias === choice.alias &&
    slip.amount === choice.amount
  );
}
