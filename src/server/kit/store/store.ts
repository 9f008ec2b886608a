import type { Grant } from '../grant.js';
import type { DepositRow, EventRow, MerchantRow, NewEvent, PaymentRow, SlipRow, Tally } from './rows.js';

/**
 * Where the kit stores payments: `createMemoryStore()` or `createPostgresStore(db)`. Every copy of the kit
 * must use the same store. If it fails, the endpoint responds with 503.
 */
export interface Store {
  /** Creates or upgrades the tables. Does nothing in memory. */
  migrate(): Promise<void>;
  /** The records of the kits that share a scope: one API, live or test. */
  open(scope: string): Records;
}

/** The store failed or is full, so the state of a payment is unknown. `cause` says why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A slip that a payer can request. Each choice has one current slip. */
export interface SlipChoice {
  readonly merchantId: string;
  readonly grantId: string;
  readonly alias: string;
  readonly paymentId: number;
  readonly fiat: string;
  /** The amount that the slip asks for, in minor units. */
  readonly amount?: bigint | undefined;
}

/** A look-up for a page's request. */
export interface GrantQuery {
  readonly merchantId: string;
  readonly grantId: string;
  /** Also reads the stored response of the current slip of this choice. */
  readonly choice?: SlipChoice;
  /**
   * For a wallet, the deposits that count: those after the first `after` deposits, made at `since` or later.
   */
  readonly wallet?: WalletStart;
  /** A page polls, so the merchant should be read soon. */
  readonly isWaiting?: boolean;
}

/** The point after which deposits count for a wallet's slip. */
export interface WalletStart {
  /** The number of earlier deposits of the payment. */
  readonly after: number;
  /** Milliseconds: a whole second of the API's clock. */
  readonly since: number;
}

/** The stored state of a grant. */
export interface GrantState {
  /** By the clock of the store, in milliseconds. */
  readonly now: number;
  readonly merchant: MerchantRow | undefined;
  readonly isClosed: boolean;
  /** One payment for each currency in which a slip was issued. */
  readonly payments: readonly (PaymentRow & { readonly tally: Tally })[];
  /**
   * The current slips, the last one shown first, and the slips that are being made. Only the slip of the
   * choice includes its response.
   */
  readonly slips: readonly SlipRow[];
}

/** A slip that the API has just issued. */
export interface IssuedSlip {
  readonly slip: SlipRow;
  readonly grant: Grant;
  readonly grantedAt: number;
  readonly asked: bigint | undefined;
  /** Whether this payer makes every deposit into the merchant's account. */
  readonly own: boolean;
}

/** How far back the first reading of a merchant goes. */
export interface MerchantStart {
  readonly merchantId: string;
  readonly own: boolean;
  /** Milliseconds. */
  readonly from: number;
}

/** A merchant whose flows only this copy of the kit may read. */
export interface ReadingLease {
  readonly merchant: MerchantRow;
  /** Milliseconds to wait before the first request, so that all copies together respect the rate. */
  readonly delay: number;
  /** Whether the API refused the token at the last request. */
  readonly isTokenFailing: boolean;
}

/**
 * Selects a page of a payer's deposits: the booked, unmatched and earlier ones, latest first, by time and
 * then by `id`.
 */
export interface DepositQuery {
  readonly merchantId: string;
  readonly grantId: string;
  /**
   * Selects every deposit of the merchant, whose only payer this is, except those booked in payments of other
   * grants that are not `own`.
   */
  readonly isOwn: boolean;
  readonly fiats: readonly string[];
  /** Milliseconds. Older deposits are left out. */
  readonly from: number;
  /** The last deposit of the previous page. */
  readonly before?: { readonly createTime: number; readonly id: string };
  readonly limit: number;
}

/** A deposit with the amount its payment asks for, the amount received, and the reference of its grant. */
export interface ListedDeposit extends DepositRow {
  /**
   * The amounts of its payment. Absent if it belongs to none; `listDeposits` leaves them out if a later
   * deposit has them.
   */
  readonly asked?: bigint | undefined;
  readonly received?: bigint | undefined;
  readonly reference?: string | undefined;
}

/** Selects a page of the stored, readable flows of a period: earliest first, by time and then by `id`. */
export interface PeriodQuery {
  readonly merchantId: string;
  readonly fiat: string;
  /** Milliseconds. The period ends before `to`. */
  readonly from: number;
  readonly to: number;
  /** The last flow of the previous page. */
  readonly after?: { readonly createTime: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** The rate of requests to the API that all copies of the kit share. */
export interface Pace {
  /** Names the token. */
  readonly token: string;
  /** Requests per second. */
  readonly rate: number;
}

/**
 * Milliseconds before the next request to an API that failed: the pause doubles with each failure, up to a
 * limit.
 */
export function pauseAfter(failures: number): number {
  return Math.min(1_000 * 2 ** Math.min(failures, 10), 30_000);
}

/** How a reading ended. Times are durations in milliseconds, because only the store's clock counts. */
export interface ReadingEnd {
  /** Where the next reading begins. Absent if the reading failed. */
  readonly cursor?: number;
  /** Whether it was a deep reading, which covers a day. */
  readonly isDeep?: boolean;
  readonly failure?: string;
  /** How long it must not be read again, even if a page waits. */
  readonly pause: number;
  /** The time until the next reading if no page waits. */
  readonly next: number;
}

/** The state of a merchant, as `kit.health()` shows it. */
export interface MerchantHealth {
  readonly merchant: MerchantRow;
  readonly unmatched: number;
  readonly unreadable: number;
}

/** The data of `kit.health()`. */
export interface StoreHealth {
  readonly now: number;
  readonly merchants: readonly MerchantHealth[];
  readonly waiting: number;
  /** When the oldest waiting event was written. */
  readonly oldest: number | undefined;
  readonly dead: number;
}

/** The limits of a purge. Times are in milliseconds since the epoch. */
export interface PurgeLimits {
  /** Responses of slips that were issued before this time are deleted: they are no longer shown. */
  readonly answers: number;
  /** Rows last changed before this time are deleted, except undelivered events. */
  readonly rows: number;
}

/** All records of one scope. Each method is one transaction. Rejects with a `StoreError` only. */
export interface Records {
  lookUp(query: GrantQuery): Promise<GrantState>;
  /**
   * Reserves the making of a slip for `seconds`. Resolves to false if another copy is making it, or if a
   * newer slip than `replaces` is current.
   */
  beginSlip(slip: SlipRow, replaces: string | undefined, seconds: number): Promise<boolean>;
  /**
   * Stores the slip that `beginSlip` reserved, in place of the current one. It is committed before the code
   * is shown. Resolves to whether its payment asks for the amount of the grant: another request may have
   * brought another grant in the meantime.
   */
  finishSlip(issued: IssuedSlip, start: MerchantStart): Promise<boolean>;
  /** Frees what `beginSlip` reserved. */
  abandonSlip(id: string): Promise<void>;
  /** Records that the slip was shown again. */
  showSlip(id: string): Promise<void>;
  /** How many slips that replaced valid ones a grant got since a time, and when it got the first. */
  countRefreshes(
    merchantId: string,
    grantId: string,
    since: number,
  ): Promise<{ count: number; first: number }>;
  /** Closes a grant's payments. */
  close(merchantId: string, grantId: string): Promise<void>;
  /** Reads a merchant from now on, while pages wait for it. */
  addMerchant(start: MerchantStart): Promise<void>;

  /**
   * Takes the leases of merchants that are due, as many as the pace allows: first those that a page waits
   * for, then those that have waited longest.
   */
  claim(pace: Pace, limit: number, leaseMs: number): Promise<readonly ReadingLease[]>;
  /**
   * Reserves a further request of a reading. Resolves to the milliseconds to wait for it; undefined if the
   * lease is lost.
   */
  takeTurn(merchant: MerchantRow, pace: Pace, leaseMs: number): Promise<number | undefined>;
  /**
   * Reserves the first request of a reading if the claim could not, because it used the pace of all tokens
   * together. If the token is paused or has no turn soon, gives back the lease, and the merchant waits until
   * then. Resolves to undefined in this case, or if the lease is lost.
   */
  firstTurn(
    merchant: MerchantRow,
    pace: Pace,
    leaseMs: number,
  ): Promise<Pick<ReadingLease, 'delay' | 'isTokenFailing'> | undefined>;
  /** Ends a reading, unless the lease is lost. */
  endReading(merchant: MerchantRow, end: ReadingEnd): Promise<void>;
  /**
   * Records that the API refused a token. No merchant is claimed for a pause that doubles with each failure,
   * from one second to 30, and lasts at least `least`. Failures at the same moment count once. Resolves to
   * the pause in milliseconds.
   */
  failToken(token: string, least: number): Promise<number>;
  /** Records that the API accepted the token. */
  clearToken(token: string): Promise<void>;
  /** Milliseconds until a merchant can be claimed; undefined if there is none. */
  nextDue(pace: Pace): Promise<number | undefined>;
  /** The flows that are stored already. */
  knownFlows(merchantId: string, flowIds: readonly string[]): Promise<readonly DepositRow[]>;

  /**
   * Changes the payments of a merchant in one transaction; transactions of one merchant never run at once.
   * `fence`: the lease that must still hold; if it does not, resolves to undefined. `work` must await nothing
   * but the transaction.
   */
  transaction<Result>(
    merchantId: string,
    fence: number | undefined,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result | undefined>;

  /**
   * Takes events to deliver, oldest first, at most one for each payment. They are offered again after
   * `leaseMs`.
   */
  claimEvents(limit: number, leaseMs: number): Promise<readonly EventRow[]>;
  /** Deletes an event after its hook resolved. */
  deleteEvent(id: string): Promise<void>;
  /** Postpones an event after its hook failed, by a number of milliseconds, or marks it as dead. */
  postponeEvent(id: string, ms: number, isDead: boolean): Promise<void>;

  listDeposits(query: DepositQuery): Promise<readonly ListedDeposit[]>;
  /** Deposits and returns, each with the amount its payment asks for and the amount received. */
  listPeriod(query: PeriodQuery): Promise<readonly ListedDeposit[]>;
  /**
   * The current, unpaid slips of a grant without their responses, the last one shown first. `since`:
   * milliseconds.
   */
  listSlips(merchantId: string, grantId: string, since: number): Promise<readonly SlipRow[]>;
  health(): Promise<StoreHealth>;
  purge(limits: PurgeLimits): Promise<void>;
}

/** The changes that a page of flows causes. */
export interface Changes {
  readonly payments?: readonly PaymentRow[];
  readonly deposits?: readonly DepositRow[];
  /** Slips whose codes were paid. */
  readonly paidSlips?: readonly string[];
  readonly events?: readonly NewEvent[];
}

/** The return whose deposit is looked up. */
export interface ReturnQuery {
  readonly fiat: string;
  readonly txId: string | undefined;
  readonly amount: bigint;
  /** The deposit was made by this time. */
  readonly time: number;
  /** Flow ids of deposits to exclude. */
  readonly except: readonly string[];
}

/** Reads and changes the rows of one merchant, which is locked meanwhile. */
export interface Transaction {
  /** By the clock of the store. */
  readonly now: number;
  readonly merchant: MerchantRow | undefined;
  knownFlows(flowIds: readonly string[]): Promise<readonly DepositRow[]>;
  slipsOf(txIds: readonly string[]): Promise<readonly SlipRow[]>;
  /** The payments of these grants, with their tallies. */
  paymentsOf(grantIds: readonly string[]): Promise<readonly (PaymentRow & { readonly tally: Tally })[]>;
  /** The payments into accounts of the payer's own. */
  ownPayments(fiat: string): Promise<readonly (PaymentRow & { readonly tally: Tally })[]>;
  /** Returns whose deposits were not found yet. */
  pendingReturns(): Promise<readonly DepositRow[]>;
  /** The stored deposit that a return takes back (`returnable.ts`). */
  returnable(query: ReturnQuery): Promise<DepositRow | undefined>;
  save(changes: Changes): Promise<void>;
}
