/**
 * Types and shared rules of the reference model. It implements the sandbox's required behavior a second time,
 * independently of the sandbox's source. The state is plain data, so that `structuredClone` gives every
 * sequence its own copy. Amounts are in minor units, as bigint.
 */

/**
 * A value that the sandbox chooses, such as an id: undefined until a response reveals it, and fixed from then
 * on.
 */
export interface Observed<Value> {
  value: Value | undefined;
  /** The values of this kind seen so far, if each may occur only once. */
  readonly unique?: Set<Value>;
}

/**
 * When something happened: a range of epoch milliseconds, narrowed to one value once a response reveals it.
 */
export interface TimeRange {
  earliest: bigint;
  latest: bigint;
  /** Whether the request contained the time, as `at`. */
  readonly isExplicit: boolean;
}

/** How the sandbox must reject a request. */
export class ExpectedError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** What the error message must match. */
  readonly words: RegExp;

  constructor(status: number, words: RegExp) {
    super(`${status} ${words}`);
    this.status = status;
    this.words = words;
  }
}

export type Category = 'TRADE' | 'FEE' | 'TRANSFER';

/** A change of a merchant's balance (spec: Fiat flow record). */
export interface Flow {
  readonly id: Observed<bigint>;
  readonly account: Account;
  readonly funding: Observed<bigint>;
  readonly category: Category;
  readonly flowType: string;
  readonly changed: bigint;
  readonly total: bigint;
  readonly extId: Observed<string>;
  readonly at: TimeRange;
}

/** A merchant's account in one currency. */
export interface Account {
  /** `settingsId` in the API. */
  readonly id: Observed<bigint>;
  readonly merchant: bigint;
  readonly fiat: string;
  balance: bigint;
  /** When its latest entry was booked. */
  last: TimeRange | undefined;
}

export interface Merchant {
  readonly id: bigint;
  readonly isBusiness: boolean;
  readonly name: string;
  readonly hasEmail: boolean;
  /** Whether the merchant token gives access to this merchant. */
  readonly isOwn: boolean;
}

/** A percentage in basis points, rounded up to the minor unit, plus a fixed amount. */
export interface Fee {
  readonly basisPoints: bigint;
  readonly fixed: bigint;
}

/** Issued deposit details, with the references by which a payment can be matched. */
export interface Issuance {
  readonly merchant: bigint;
  readonly fiat: string;
  readonly paymentId: number;
  /** Alias of the virtual account; empty for the merchant's own details. */
  readonly alias: string;
  readonly txId: bigint | undefined;
  readonly account: string | undefined;
  readonly reference: string | undefined;
  readonly fieldList: unknown;
}

/** A payment as the bank reports it. */
export interface IncomingPayment {
  readonly merchant: bigint;
  readonly fiat: string;
  readonly amount: bigint;
  readonly txId?: string | undefined;
  readonly account?: string | undefined;
  readonly reference?: string | undefined;
  readonly senderName?: string | undefined;
}

export interface Deposit {
  readonly id: Observed<bigint>;
  readonly payment: IncomingPayment;
  /** Why nobody was credited; null if the payment was credited. */
  readonly unmatched: string | null;
  readonly paymentId: number | null;
  /** The flow that credited it. */
  readonly flow: Flow | null;
  /** The flows that returned it. */
  readonly returns: Flow[];
  readonly at: TimeRange;
}

export interface Claim {
  readonly merchant: bigint;
  readonly clientId: string | undefined;
  readonly fiat: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly method: bigint;
  readonly funding: Observed<bigint>;
  readonly legs: readonly Leg[];
  readonly at: TimeRange;
  /** The body of the first response, byte for byte. */
  readonly response: Observed<string>;
  isRejected: boolean;
}

export interface Transfer {
  readonly from: bigint;
  readonly to: bigint;
  readonly clientId: string;
  readonly fiat: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly sent: Observed<bigint>;
  readonly received: Observed<bigint>;
  readonly at: TimeRange;
  /** The body of the first response, byte for byte. */
  readonly response: Observed<string>;
}

export type OrderKind = 'fiat_to_crypto' | 'crypto_to_fiat' | 'fiat_to_fiat';

export interface Side {
  readonly fiat: string;
  readonly paymentId: number;
  readonly amount: bigint;
  readonly fee: bigint;
}

export interface Order {
  readonly id: Observed<string>;
  readonly kind: OrderKind;
  readonly clientId: string;
  readonly merchant: bigint;
  /** One if the other side is crypto, two between currencies. */
  readonly sides: readonly [Side] | readonly [Side, Side];
  readonly crypto: string;
  readonly cryptoAmount: string;
  readonly price: string;
  readonly funding: Observed<bigint>;
  /** The legs of its charge; empty until it is paid. */
  paid: readonly Leg[];
  refunds: number;
  hasRefund: boolean;
  status: number;
  readonly at: TimeRange;
  completed: TimeRange | undefined;
}

export interface CryptoTransfer {
  readonly from: bigint;
  readonly to: bigint;
  readonly token: string;
  /** In the token's smallest units. */
  readonly units: bigint;
  readonly clientId: string;
  readonly at: TimeRange;
  /** Ids of the sender's record and the recipient's. */
  readonly ids: readonly [Observed<bigint>, Observed<bigint>];
}

export interface Activation {
  readonly id: Observed<string>;
  readonly merchant: bigint;
  readonly fiat: string;
  readonly trench: string;
  readonly alias: string;
  /** The contents of the first call. A repetition must contain the same. */
  readonly values: string;
  readonly hasAgreement: boolean;
  readonly verifyLink: Observed<string>;
  decision: 'accepted' | 'rejected' | null;
}

/** A merchant's account in a currency, on one channel. */
export interface MerchantChannel {
  readonly merchant: bigint;
  readonly fiat: string;
  readonly trench: string;
  status: 'pending' | 'active' | 'failed' | 'closed';
  /** Why the channel failed or was closed; otherwise empty. */
  failReason: string;
}

export interface VirtualAccount {
  readonly merchant: bigint;
  readonly paymentId: number;
  readonly fiat: string;
  readonly alias: string;
  status: number;
}

/** The owner of the account that a leg changes: a merchant, by id, or a system account. */
export type Owner = bigint | 'bank' | 'fees' | 'exchange';

/** The change a posting makes to one account. */
export interface Leg {
  readonly owner: Owner;
  readonly changed: bigint;
  readonly category: Category;
  readonly flowType: string;
  readonly funding: Observed<bigint>;
}

/** The state of the model. Lists are in the order their items were created. */
export interface Model {
  readonly merchants: Map<bigint, Merchant>;
  /** By merchant and currency. */
  readonly accounts: Map<string, Account>;
  /** Balances of the system accounts, by role and currency. */
  readonly systemBalances: Map<string, bigint>;
  readonly fees: { claim: Fee; transfer: Fee };
  /** Stored payment methods, which claims are paid out to. */
  readonly methods: readonly { readonly id: bigint; readonly merchant: bigint; readonly fiat: string }[];
  readonly flows: Flow[];
  readonly issued: Issuance[];
  readonly deposits: Deposit[];
  readonly claims: Claim[];
  readonly transfers: Transfer[];
  readonly orders: Order[];
  readonly cryptoTransfers: CryptoTransfer[];
  readonly activations: Activation[];
  readonly channels: MerchantChannel[];
  readonly virtualAccounts: VirtualAccount[];
  /** Every funding id a response has revealed; each must be unique. */
  readonly txIds: Set<bigint>;
}

/** Rejects a request if a condition holds. The model checks all its conditions before it changes anything. */
export function rejectIf(condition: boolean, status: number, words: RegExp): void {
  if (condition) throw new ExpectedError(status, words);
}

/** The item that a request names. Rejects the request if there is none. */
export function found<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new ExpectedError(404, /was not found/);
  return item;
}

/**
 * A time in the future, whenever the test runs. It has 13 digits, because a number with more digits is not a
 * valid time.
 */
export const FUTURE = BigInt(Date.UTC(2200, 0, 1));

/** Rejects an `at` in the future (sandbox/README.md, `POST /sandbox/deposits`). */
export function rejectFuture({ isExplicit, earliest }: TimeRange): void {
  rejectIf(isExplicit && earliest >= FUTURE, 400, /\bat\b/);
}

/**
 * A value that has not been seen yet. If there is a set `unique`, the value must differ from all others in
 * it.
 */
export function unobserved<Value>(unique?: Set<Value>): Observed<Value> {
  return { value: undefined, ...(unique && { unique }) };
}

export function observed<Value>(value: Value): Observed<Value> {
  return { value };
}

/** An item of a list, counted from the newest; undefined if the list is empty. */
export function pickFrom<Item>(list: readonly Item[], pick: number): Item | undefined {
  return list[list.length - 1 - (pick % list.length)];
}

/** The merchant, if the token gives access to it (sandbox/README.md, Order of checks). */
export function ownMerchant({ merchants }: Model, id: bigint): Merchant {
  const merchant = merchants.get(id);
  return found(merchant?.isOwn ? merchant : undefined);
}
