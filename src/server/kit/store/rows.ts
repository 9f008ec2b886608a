import type { Grant } from '../grant.js';

// The rows of a store. Amounts are integers in minor units, times are milliseconds since the epoch.

/** The amount that a grant requests in one currency. Key: merchant, grant and currency. */
export interface PaymentRow {
  readonly merchantId: string;
  readonly grantId: string;
  readonly fiat: string;
  /** The newest grant, with its declared members only. */
  readonly grant: Grant;
  /** When the newest grant was made. */
  readonly grantedAt: number;
  /** Absent if any amount is welcome. */
  readonly asked?: bigint | undefined;
  /** The sum of the deposits, less returns. */
  readonly received: bigint;
  /** The number of booked deposits. */
  readonly count: number;
  /** Whether this payer makes every deposit into the account. */
  readonly own: boolean;
  /** When the first slip was issued, by the API's clock: a whole second. */
  readonly issuedAt: number;
  readonly watchedUntil: number;
  /** The time of the deposit with which `received` reached `asked`. Absent while it is less. */
  readonly paidAt?: number | undefined;
  /** Whether the hook `paid` was ever called. */
  readonly isPaidReported: boolean;
  /** Which deposits count for a wallet's latest slip. */
  readonly after: number;
  readonly since: number;
  /** Deposits are still reported, but no more slips are issued. */
  readonly isClosed: boolean;
}

/** The deposits of a payment, or of a wallet since a slip. */
export interface Tally {
  /** The latest 20 in booking order. */
  readonly deposits: readonly DepositRow[];
  /** The deposits before these. `amount` does not include returned amounts. */
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
  /** By the API's clock: a whole second. */
  readonly issuedAt: number;
  readonly watchedUntil: number;
  /** Whether a deposit arrived with its txId. */
  readonly isPaid: boolean;
  /** Whether the payer requested it to replace a valid slip. */
  readonly isRefresh: boolean;
  /** The cleaned `data`. Deleted once it is no longer shown. */
  readonly answer?: unknown;
}

/** A flow that was read: a deposit or a return. Key: merchant and flow id. */
export interface DepositRow {
  readonly merchantId: string;
  readonly flowId: string;
  /** Random. Pages receive it instead of the flow id. */
  readonly id: string;
  /**
   * `booked`: in a payment. `unmatched`: in no payment. `earlier`: older than the first slip of the merchant.
   * `unreadable`: without an exact amount, a time or a currency. `pending`: a return whose deposit was not
   * found yet. `return`: a booked return. `unmatched-return`: a return whose deposit was not found within a
   * day.
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
  /** For a return: the amount taken back, positive. */
  readonly amount: bigint;
  readonly txId?: string | undefined;
  readonly createTime: number;
  /** When it was stored. */
  readonly readAt: number;
  /** The content it was made from, to detect an id that is repeated with different content. */
  readonly content: string;
  /** The payment it belongs to. */
  readonly grantId?: string | undefined;
  readonly paymentId?: number | undefined;
  /** Its position among the deposits of its payment, from 1. */
  readonly number?: number | undefined;
  /** The amount taken back so far, and when the last part was. */
  readonly returned: bigint;
  readonly returnTime?: number | undefined;
}

/** A hook call that is stored together with the change it reports. */
export interface NewEvent {
  readonly id: string;
  readonly name: 'deposit' | 'paid' | 'returned' | 'unmatched';
  /**
   * Events with the same key are delivered in order. The key of a payment's events:
   * `JSON.stringify([merchantId, grantId, fiat])`.
   */
  readonly key: string;
  /** The members that the hook receives in addition to `id`. JSON. */
  readonly payload: object;
}

/** An event to deliver. */
export interface EventRow extends NewEvent {
  readonly createTime: number;
  /** How many times the hook was called before. */
  readonly attempts: number;
}

/** A merchant whose flows are read. */
export interface MerchantRow {
  readonly merchantId: string;
  /** Counts leases: a copy whose lease has ended can no longer write. */
  readonly fence: number;
  readonly own: boolean;
  /** The next reading begins here, minus the overlap. */
  readonly cursor: number;
  /** When the first and the last slip were issued, by the API's clock: whole seconds. */
  readonly firstSlipAt?: number | undefined;
  readonly lastSlipAt?: number | undefined;
  readonly watchedUntil: number;
  /** When a page last polled. */
  readonly waitedAt: number;
  /** When the flows were last requested. */
  readonly requestedAt: number;
  /** When all flows were last read. */
  readonly checkedAt?: number | undefined;
  /** When the last deep reading, which covers a day, was done. */
  readonly deepAt: number;
  /** The number of failures in a row, the last failure, and when it happened. */
  readonly failures: number;
  readonly failure?: string | undefined;
  readonly failedAt?: number | undefined;
  readonly pausedUntil: number;
  readonly leaseUntil: number;
  /** When it is read next if no page waits. */
  readonly dueAt: number;
}

/** Whether a slip of a grant belongs to a choice. */
export function matchesChoice(
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
