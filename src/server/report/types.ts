import type { Payment } from '../../core/reader/payment.js';
import type { DepositRow } from '../kit/store/rows.js';

/** What a report is made of. Times are in milliseconds since the epoch. */
export interface ReportQuery {
  readonly merchantId: string | number | bigint;
  /** ISO 4217. */
  readonly fiat: string;
  /** When the period begins. */
  readonly from: number | Date;
  /** When it ends: the first moment after it. */
  readonly to: number | Date;
  /**
   * Called with each flow of the period, account by account, in the order in which the balance changed. The
   * report waits for it. If it throws or rejects, so does the report. Without it, the flows that nothing is
   * wrong with are counted only.
   */
  readonly onRow?: ((row: ReportRow) => unknown) | undefined;
  /** Ends the report, which then rejects with a ConnectionError. */
  readonly signal?: AbortSignal | undefined;
}

/** What the API and the store know of a period. Amounts are decimal strings with two decimals. */
export interface Report {
  readonly merchantId: string;
  readonly fiat: string;
  readonly from: number;
  readonly to: number;
  /** Whether there are no findings. */
  readonly closes: boolean;
  /**
   * The balance before the first flow, and after the last one, of all accounts together. Absent if there are
   * no flows.
   */
  readonly opening?: string;
  readonly closing?: string;
  readonly accounts: readonly ReportAccount[];
  /** The flows of each type. `opening` and the sums are `closing`, unless a chain is broken. */
  readonly totals: readonly ReportTotal[];
  /** How many flows there are. */
  readonly count: number;
  /** Deposits and returns that belong to no payment. */
  readonly unmatched: readonly ReportRow[];
  /** What is wrong, in the order of time. */
  readonly findings: readonly ReportFinding[];
  /** Records of the API that cannot be read. Each is a finding, too. */
  readonly unreadable: readonly UnreadableRecord[];
}

/** The balance of an account (`settingsId`). */
export interface ReportAccount {
  readonly settingsId: string;
  readonly opening: string;
  readonly closing: string;
  readonly count: number;
}

/** The flows of one type. Those of the category FEE are counted apart. */
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
  /** Of a deposit or a return: what the store has. */
  readonly deposit?: ReportDeposit;
  /** What is wrong with it, or before it. */
  readonly findings: readonly ReportFinding['code'][];
}

/** A deposit or a return as it was stored. */
export interface ReportDeposit {
  /** Of the hooks' `deposit`. */
  readonly id: string;
  readonly flowId: string;
  /**
   * `booked`: in a payment. `unmatched`: in none. `earlier`: older than the first slip of the merchant.
   * `return`: taken from its deposit. `pending`: a return that waits for its deposit. `unmatched-return`: one
   * whose deposit was not found.
   */
  readonly state: DepositRow['state'];
  /** Negative for a return. */
  readonly amount: string;
  readonly createTime: number;
  readonly txId?: string;
  /** How much of it was sent back by now. */
  readonly returned?: string;
  /** The payment it is booked in: the id and the reference of its grant. */
  readonly grantId?: string;
  readonly reference?: string;
  readonly paymentId?: number;
  /** That payment as it is now. */
  readonly payment?: Pick<Payment, 'status' | 'asked' | 'received'>;
}

/** A record of the API that has no place in the statement: the members that can be read. */
export interface UnreadableRecord {
  /**
   * The member that is missing or malformed. `id` also if two records differ and have one id. `deposit`: it
   * has a place, and cannot be booked, because of its id, its txId or its currency.
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

/** Something that keeps a period from closing. */
export type ReportFinding =
  | {
      /**
       * The balance after one flow is not the balance before the next one: flows between them are missing at
       * the API.
       */
      readonly code: 'broken-chain';
      readonly settingsId: string;
      readonly before: ReportRow;
      readonly after: ReportRow;
      /** What the missing flows changed, all together. */
      readonly difference: string;
    }
  /** The API shows a deposit or a return that was not stored: no hook was called for it. */
  | { readonly code: 'not-in-store'; readonly row: ReportRow }
  /** The store has a deposit or a return that the API does not show. */
  | { readonly code: 'not-at-api'; readonly deposit: ReportDeposit }
  /** The API shows it with another amount, time, currency or txId than it had when it was stored. */
  | { readonly code: 'differs'; readonly row: ReportRow; readonly deposit: ReportDeposit }
  /** The API shows a record that cannot be read. */
  | { readonly code: 'unreadable'; readonly record: UnreadableRecord };
