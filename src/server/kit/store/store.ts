import type { Grant } from '../grant.js';
import type { DepositRow, EventRow, MerchantRow, NewEvent, PaymentRow, SlipRow, Tally } from './rows.js';

/**
 * Where the kit keeps payments: `createMemoryStore()` or `createPostgresStore(db)`. Every copy of the kit
 * must use the same store. If it fails, the endpoint answers 503.
 */
export interface Store {
  /** Creates the tables, or upgrades them. Does nothing in memory. */
  migrate(): Promise<void>;
  /** The records of the kits that share a scope: one API, live or test. */
  open(scope: string): Records;
}

/** The store failed, or is full: what it holds is unknown. `cause` says why. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A slip that a payer can ask for. There is one current slip for each. */
export interface SlipChoice {
  readonly merchantId: string;
  readonly grantId: string;
  readonly alias: string;
  readonly paymentId: number;
  readonly fiat: string;
  /** The amount that the slip asks for, in minor units. */
  readonly amount?: bigint | undefined;
}

/** What a request of a page needs to know. */
export interface LookUp {
  readonly merchantId: string;
  readonly grantId: string;
  /** Also reads the response of the current slip of this choice. */
  readonly choice?: SlipChoice;
  /** What counts for a wallet: deposits after the first so many, and made at this time or later. */
  readonly wallet?: WalletStart;
  /** A page polls: the merchant is to be read soon. */
  readonly isWaiting?: boolean;
}

/** From where on a wallet's deposits count for a slip. */
export interface WalletStart {
  /** How many deposits of the payment came before. */
  readonly after: number;
  /** Milliseconds: a whole second of the API's clock. */
  readonly since: number;
}

/** What is known of a grant. */
export interface Found {
  /** By the clock of the store, in milliseconds. */
  readonly now: number;
  readonly merchant: MerchantRow | undefined;
  readonly isClosed: boolean;
  /** One for each currency in which a slip was issued. */
  readonly payments: readonly (PaymentRow & { readonly tally: Tally })[];
  /**
   * The current slips, the last one shown first, and those that are being made. Only that of the choice has
   * its response.
   */
  readonly slips: readonly SlipRow[];
}

/** A slip that the API has just issued. */
export interface IssuedSlip {
  readonly slip: SlipRow;
  readonly grant: Grant;
  readonly grantedAt: number;
  readonly asked: bigint | undefined;
  /** Whether every deposit into the merchant's account is made by this payer. */
  readonly own: boolean;
}

/** How far back a merchant is read, when it is read for the first time. */
export interface MerchantStart {
  readonly merchantId: string;
  readonly own: boolean;
  /** Milliseconds. */
  readonly from: number;
}

/** A merchant whose flows may be read by this copy of the kit alone. */
export interface Claim {
  readonly merchant: MerchantRow;
  /** Milliseconds to wait before the first request, so that all copies together keep the rate. */
  readonly delay: number;
  /** Whether the API refused the token the last time. */
  readonly isTokenFailing: boolean;
}

/**
 * A page of a payer's deposits: those booked, unmatched or earlier; the latest first, by time and then by
 * `id`.
 */
export interface DepositQuery {
  readonly merchantId: string;
  readonly grantId: string;
  /**
   * Every deposit of the merchant, whose payer is the only one; but none of another grant's payment that is
   * not `own`.
   */
  readonly isOwn: boolean;
  readonly fiats: readonly string[];
  /** Milliseconds: older deposits are left out. */
  readonly from: number;
  /** The last deposit of the page before. */
  readonly before?: { readonly createTime: number; readonly id: string };
  readonly limit: number;
}

/** A deposit, with what its payment asks for, what came for that, and the reference of its grant. */
export interface ListedDeposit extends DepositRow {
  /**
   * What its payment asks for and received. Absent if it belongs to none; `listDeposits` leaves them out if a
   * later deposit has them.
   */
  readonly asked?: bigint | undefined;
  readonly received?: bigint | undefined;
  readonly reference?: string | undefined;
}

/**
 * A page of the flows of a period that were stored and could be read: the earliest first, by time and then by
 * `id`.
 */
export interface PeriodQuery {
  readonly merchantId: string;
  readonly fiat: string;
  /** Milliseconds. `to` is not part of the period. */
  readonly from: number;
  readonly to: number;
  /** The last flow of the page before. */
  readonly after?: { readonly createTime: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** Requests to the API that all copies of the kit share. */
export interface Pace {
  /** Names the token. */
  readonly token: string;
  /** Requests per second. */
  readonly rate: number;
}

/**
 * Milliseconds before the next request to an API that failed: twice as long each time, and never more than
 * ten a minute.
 */
export function pauseAfter(failures: number): number {
  return Math.min(1_000 * 2 ** Math.min(failures, 10), 30_000);
}

/** How a reading ended. Times are durations in milliseconds, because the store's clock counts. */
export interface ReadingEnd {
  /** Where the next reading begins. Absent: the reading failed. */
  readonly cursor?: number;
  /** Whether the last day was read. */
  readonly isDeep?: boolean;
  readonly failure?: string;
  /** Until it may be read again, whoever waits. */
  readonly pause: number;
  /** Until the next reading, if nobody waits. */
  readonly next: number;
}

/** The state of a merchant, as `kit.health()` shows it. */
export interface MerchantHealth {
  readonly merchant: MerchantRow;
  readonly unmatched: number;
  readonly unreadable: number;
}

/** What `kit.health()` is made from. */
export interface StoreHealth {
  readonly now: number;
  readonly merchants: readonly MerchantHealth[];
  readonly waiting: number;
  /** When the oldest waiting event was written. */
  readonly oldest: number | undefined;
  readonly dead: number;
}

/** What is deleted. Times are in milliseconds since the epoch. */
export interface PurgeLimits {
  /** Answers of slips that were issued before are deleted: they are not shown any more. */
  readonly answers: number;
  /** Rows that were last changed before are deleted, except events that were not delivered. */
  readonly rows: number;
}

/** All records of one scope. Each method is one transaction. Rejects with a `StoreError` only. */
export interface Records {
  lookUp(query: LookUp): Promise<Found>;
  /**
   * Reserves the making of a slip for `seconds`. False: another copy is making it, or a newer one than
   * `replaces` stands.
   */
  beginSlip(slip: SlipRow, replaces: string | undefined, seconds: number): Promise<boolean>;
  /**
   * Stores the slip that `beginSlip` reserved, in place of the current one. It is committed before the code
   * is shown. Resolves to whether its payment asks for what the grant says: another request may have brought
   * another grant meanwhile.
   */
  finishSlip(issued: IssuedSlip, start: MerchantStart): Promise<boolean>;
  /** Frees what `beginSlip` reserved. */
  abandonSlip(id: string): Promise<void>;
  /** The slip was shown again. */
  showSlip(id: string): Promise<void>;
  /** How many new slips in place of standing ones a grant got since then, and when it got the first. */
  countRefreshes(
    merchantId: string,
    grantId: string,
    since: number,
  ): Promise<{ count: number; first: number }>;
  /** Ends asking. */
  close(merchantId: string, grantId: string): Promise<void>;
  /** Reads a merchant from now on while pages ask for it. */
  addMerchant(start: MerchantStart): Promise<void>;

  /**
   * Takes the lease of merchants that are due, at most as many as the pace allows: those that somebody waits
   * for first, then those that have waited longest.
   */
  claim(pace: Pace, limit: number, leaseMs: number): Promise<readonly Claim[]>;
  /**
   * Reserves a further request of a reading. The milliseconds to wait for it; undefined if the lease is lost.
   */
  takeTurn(merchant: MerchantRow, pace: Pace, leaseMs: number): Promise<number | undefined>;
  /**
   * Reserves the first request of a reading, if the claim could not: a claim with the pace of all tokens
   * together. If the token pauses or has no turn soon, the lease is given back, and the merchant waits until
   * then. Undefined then, or if the lease is lost.
   */
  firstTurn(
    merchant: MerchantRow,
    pace: Pace,
    leaseMs: number,
  ): Promise<Pick<Claim, 'delay' | 'isTokenFailing'> | undefined>;
  /** Ends a reading, unless the lease is lost. */
  endReading(merchant: MerchantRow, end: ReadingEnd): Promise<void>;
  /**
   * The API refused a token: no merchant is claimed for a while, twice as long with each failure, from a
   * second to 30, and at least for `least`. Failures at the same moment count once. Resolves to the
   * milliseconds.
   */
  failToken(token: string, least: number): Promise<number>;
  /** The token works. */
  clearToken(token: string): Promise<void>;
  /** Milliseconds until a merchant can be claimed: undefined if there is none to wait for. */
  nextDue(pace: Pace): Promise<number | undefined>;
  /** The flows that are stored already. */
  knownFlows(merchantId: string, flowIds: readonly string[]): Promise<readonly DepositRow[]>;

  /**
   * Changes the payments of a merchant in one transaction; no two of one merchant run at once. `fence`: the
   * lease that must still hold; if not, resolves to undefined. `work` awaits nothing but the transaction.
   */
  transaction<Result>(
    merchantId: string,
    fence: number | undefined,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result | undefined>;

  /**
   * Takes events to deliver, at most one of each payment, the oldest first. They are offered again after
   * `leaseMs`.
   */
  claimEvents(limit: number, leaseMs: number): Promise<readonly EventRow[]>;
  /** The hook resolved. */
  deleteEvent(id: string): Promise<void>;
  /** The hook failed: the event waits so many milliseconds, or is dead. */
  postponeEvent(id: string, ms: number, isDead: boolean): Promise<void>;

  listDeposits(query: DepositQuery): Promise<readonly ListedDeposit[]>;
  /** Deposits and returns, each with what its payment asks for and received. */
  listPeriod(query: PeriodQuery): Promise<readonly ListedDeposit[]>;
  /**
   * The current slips of a grant that are not paid, without their responses; the last one shown first.
   * `since`: milliseconds.
   */
  listSlips(merchantId: string, grantId: string, since: number): Promise<readonly SlipRow[]>;
  health(): Promise<StoreHealth>;
  purge(limits: PurgeLimits): Promise<void>;
}

/** What a page of flows changes. */
export interface Changes {
  readonly payments?: readonly PaymentRow[];
  readonly deposits?: readonly DepositRow[];
  /** Slips whose code was paid. */
  readonly paidSlips?: readonly string[];
  readonly events?: readonly NewEvent[];
}

/** A return whose deposit is looked for. */
export interface ReturnQuery {
  readonly fiat: string;
  readonly txId: string | undefined;
  readonly amount: bigint;
  /** The deposit was made by then. */
  readonly time: number;
  /** Flow ids of deposits that it does not take back. */
  readonly except: readonly string[];
}

/** Reads and changes the rows of one merchant, which is locked. */
export interface Transaction {
  /** By the clock of the store. */
  readonly now: number;
  readonly merchant: MerchantRow | undefined;
  knownFlows(flowIds: readonly string[]): Promise<readonly DepositRow[]>;
  slipsOf(txIds: readonly string[]): Promise<readonly SlipRow[]>;
  /** The payments of these grants, with what came of them. */
  paymentsOf(grantIds: readonly string[]): Promise<readonly (PaymentRow & { readonly tally: Tally })[]>;
  /** The payments into accounts of the payer's own. */
  ownPayments(fiat: string): Promise<readonly (PaymentRow & { readonly tally: Tally })[]>;
  /** Returns whose deposit was not found yet. */
  pendingReturns(): Promise<readonly DepositRow[]>;
  /** The deposit that a return takes back (`returnable.ts`), of those that are stored. */
  returnable(query: ReturnQuery): Promise<DepositRow | undefined>;
  save(changes: Changes): Promise<void>;
}
