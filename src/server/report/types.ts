import type { Payment } from '../../core/reader/payment.js';
import type { DepositRow } from '../kit/store/rows.js';

/** The scope of a report. Times are in milliseconds since the epoch. */
export interface ReportQuery {
  readonly merchantId: string | number | bigint;
  /** ISO 4217. */
  readonly fiat: string;
  /** The start of the period. */
  readonly from: number | Date;
  /** The end of the period, exclusive. */
  readonly to: number | Date;
  /**
   * Called with each flow of the period, account by account, in the order in which the balance changed. The
   * report awaits it and rejects if it throws or rejects. Without it, flows without findings are only
   * counted.
   */
  readonly onRow?: ((row: ReportRow) => unknown) | undefined;
  /** Aborts the report, which then rejects with a ConnectionError. */
  readonly signal?: AbortSignal | undefined;
}

/** The result for a period, from the API and the store. Amounts are decimal strings with two decimals. */
export interface Report {
  readonly merchantId: string;
  readonly fiat: string;
  readonly from: number;
  readonly to: number;
  /** Whether there are no findings. */
  readonly closes: boolean;
  /**
   * The total balance of all accounts before the first and after the last flow. Absent if there are no flows.
   */
  readonly opening?: string;
  readonly closing?: string;
  readonly accounts: readonly ReportAccount[];
  /** The flows of each type. `opening` plus their sums equals `closing`, unless a chain is broken. */
  readonly totals: readonly ReportTotal[];
  /** The number of flows. */
  readonly count: number;
  /** Deposits and returns that belong to no payment. */
  readonly unmatched: readonly ReportRow[];
  /** All discrepancies, in chronological order. */
  readonly findings: readonly ReportFinding[];
  /** Records of the API that cannot be read. Each is also a finding. */
  readonly unreadable: readonly UnreadableRecord[];
}

/** The balance of an account (`settingsId`). */
export interface ReportAccount {
  readonly settingsId: string;
  readonly opening: string;
  readonly closing: string;
  readonly count: number;
}

/** The flows of one type. Flows of the category FEE are counted separately. */
export interface ReportTotal {
  readonly flowType: string;
  /** Empty if the API sent none. */
  readonly category: string;
  readonly count: number;
  readonly sum: string;
}

/** A flow of the API. */
export interface ReportRow {
  readonly flowId: string;
  readonly settingsId: string;
  readonly createTime: number;
  readonly category: string;
  readonly flowType: string;
  /** Signed. */
  readonly changed: string;
  /** The balance after it. */
  readonly total: string;
  readonly txId?: string;
  readonly extId?: string;
  /** For a deposit or a return: what the store has. */
  readonly deposit?: ReportDeposit;
  /** The findings about this flow, or about the gap before it. */
  readonly findings: readonly ReportFinding['code'][];
}

/** A deposit or a return as it was stored. */
export interface ReportDeposit {
  /** The `id` of the hooks' `deposit`. */
  readonly id: string;
  readonly flowId: string;
  /**
   * `booked`: in a payment. `unmatched`: in no payment. `earlier`: older than the first slip of the merchant.
   * `return`: deducted from its deposit. `pending`: a return that waits for its deposit. `unmatched-return`:
   * a return whose deposit was not found.
   */
  readonly state: DepositRow['state'];
  /** Negative for a return. */
  readonly amount: string;
  readonly createTime: number;
  readonly txId?: string;
  /** How much of it has been sent back so far. */
  readonly returned?: string;
  /** The payment it is booked in: the id and the reference of its grant. */
  readonly grantId?: string;
  readonly reference?: string;
  readonly paymentId?: number;
  /** The current state of that payment. */
  readonly payment?: Pick<Payment, 'status' | 'asked' | 'received'>;
}

/** A record of the API that cannot be placed in the statement: its readable members. */
export interface UnreadableRecord {
  /**
   * The missing or malformed member. `id` is also used if two different records have the same id. `deposit`:
   * the record has a place in the statement but cannot be booked because of its id, its txId or its currency.
   */
  readonly problem:
    | 'id'
    | 'settingsId'
    | 'flowType'
    | 'fiat'
    | 'changed'
    | 'total'
    | 'createTime'
    | 'deposit';
  readonly flowId?: string;
  readonly settingsId?: string;
  readonly createTime?: number;
  readonly flowType?: string;
  readonly changed?: string;
  readonly total?: string;
  readonly txId?: string;
}

/** A discrepancy that keeps a period from closing. */
export type ReportFinding =
  | {
      /**
       * The balance after one flow differs from the balance before the next: the API lacks flows between
       * them.
       */
      readonly code: 'broken-chain';
      readonly settingsId: string;
      readonly before: ReportRow;
      readonly after: ReportRow;
      /** The sum of what the missing flows changed. */
      readonly difference: string;
    }
  /** The API shows a deposit or a return that was not stored: no hook was called for it. */
  | { readonly code: 'not-in-store'; readonly row: ReportRow }
  /** The store has a deposit or a return that the API does not show. */
  | { readonly code: 'not-at-api'; readonly deposit: ReportDeposit }
  /**
   * The API shows a deposit or a return with an amount, time, currency or txId that differs from the stored
   * one.
   */
  | { readonly code: 'differs'; readonly row: ReportRow; readonly deposit: ReportDeposit }
  /** The API shows a record that cannot be read. */
  | { readonly code: 'unreadable'; readonly record: UnreadableRecord };
