/**
 * What the sandbox must hold, written down a second time: plain data, amounts in minor units as bigint, and nothing of
 * the product's. Plain, so that `structuredClone` gives every sequence a model of its own.
 */

/** What only an answer tells: an id, and what is made of one. */
export interface Learned<Value> {
  value: Value | undefined;
}

/** When something was booked: between two times in milliseconds, until an answer tells which. */
export interface Moment {
  earliest: bigint;
  latest: bigint;
  /** Whether the caller said when. */
  readonly isGiven: boolean;
}

/** Why a request is refused: HTTP status, and words its message must have. */
export interface Refusal {
  readonly status: number;
  readonly words: RegExp;
}

export type Category = 'TRADE' | 'FEE' | 'TRANSFER';

/** One balance change of a merchant (spec: Fiat flow record). */
export interface Flow {
  readonly id: Learned<bigint>;
  readonly account: Account;
  readonly funding: Learned<bigint>;
  readonly category: Category;
  readonly flowType: string;
  readonly changed: bigint;
  readonly total: bigint;
  readonly extId: Learned<string>;
  readonly at: Moment;
}

/** A merchant's account in a currency. `id`: what the API calls settingsId. */
export interface Account {
  readonly id: Learned<bigint>;
  readonly merchant: bigint;
  readonly fiat: string;
  balance: bigint;
  last: Moment | undefined;
}

export interface Merchant {
  readonly id: bigint;
  readonly isBusiness: boolean;
  readonly name: string;
  readonly hasEmail: boolean;
  /** Whether the token in use opens it. */
  readonly isOwn: boolean;
}

/** A share in basis points, rounded up to the minor unit, and a fixed part. */
export interface Fee {
  readonly basisPoints: bigint;
  readonly fixed: bigint;
}

/** Deposit details that were given out, and what a payment finds them by. */
export interface Issuance {
  readonly merchant: bigint;
  readonly fiat: string;
  readonly paymentId: number;
  /** Of the virtual account; empty: the merchant's own. */
  readonly alias: string;
  readonly txId: bigint | undefined;
  readonly account: string | undefined;
  readonly reference: string | undefined;
  readonly fieldList: unknown;
}

/** A bank deposit as the bank told of it. */
export interface Told {
  readonly merchant: bigint;
  readonly fiat: string;
  readonly amount: bigint;
  readonly txId?: string | undefined;
  readonly account?: string | undefined;
  readonly reference?: string | undefined;
  readonly senderName?: string | undefined;
}

export interface Deposit {
  readonly id: Learned<bigint>;
  readonly told: Told;
  readonly unmatched: string | null;
  readonly paymentId: number | null;
  /** The flow that credited it. */
  readonly flow: Flow | null;
  readonly at: Moment;
}

export interface Claim {
  readonly merchant: bigint;
  readonly clientId: string | undefined;
  readonly fiat: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly method: bigint;
  readonly funding: Learned<bigint>;
  readonly legs: readonly Leg[];
  readonly at: Moment;
  readonly answer: Learned<string>;
  isRejected: boolean;
}

export interface Transfer {
  readonly from: bigint;
  readonly to: bigint;
  readonly clientId: string;
  readonly fiat: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly sent: Learned<bigint>;
  readonly received: Learned<bigint>;
  readonly at: Moment;
  readonly answer: Learned<string>;
}

export type OrderKind = 'fiat_to_crypto' | 'crypto_to_fiat' | 'fiat_to_fiat';

export interface Side {
  readonly fiat: string;
  readonly paymentId: number;
  readonly amount: bigint;
  readonly fee: bigint;
}

export interface Order {
  readonly id: Learned<string>;
  readonly kind: OrderKind;
  readonly clientId: string;
  readonly merchant: bigint;
  /** One with crypto on the other side, two from currency to currency. */
  readonly sides: readonly [Side] | readonly [Side, Side];
  readonly crypto: string;
  readonly cryptoAmount: string;
  readonly price: string;
  readonly funding: Learned<bigint>;
  /** What was taken for it; none while it is not paid. */
  paid: readonly Leg[];
  refunds: number;
  hasRefund: boolean;
  status: number;
  readonly at: Moment;
  completed: Moment | undefined;
}

export interface CryptoTransfer {
  readonly from: bigint;
  readonly to: bigint;
  readonly token: string;
  /** In the token's smallest units. */
  readonly units: bigint;
  readonly clientId: string;
  readonly at: Moment;
  /** Of the sender's record and the recipient's. */
  readonly ids: readonly [Learned<bigint>, Learned<bigint>];
}

export interface Activation {
  readonly id: Learned<string>;
  readonly merchant: bigint;
  readonly fiat: string;
  readonly trench: string;
  readonly alias: string;
  readonly status: number;
  readonly verifyLink: Learned<string>;
  decision: 'accepted' | 'rejected' | null;
}

export interface VirtualAccount {
  readonly merchant: bigint;
  readonly paymentId: number;
  readonly fiat: string;
  readonly alias: string;
  status: number;
}

/** Whose account a part of a posting changes: a merchant's, or one of ours. */
export type Owner = bigint | 'bank' | 'fees' | 'exchange';

/** A part of a posting. */
export interface Leg {
  readonly owner: Owner;
  readonly changed: bigint;
  readonly category: Category;
  readonly flowType: string;
  readonly funding: Learned<bigint>;
}

export interface Model {
  readonly merchants: Map<bigint, Merchant>;
  /** By merchant and currency. */
  readonly accounts: Map<string, Account>;
  /** What our own accounts sum to, by role and currency. */
  readonly ours: Map<string, bigint>;
  readonly fees: { claim: Fee; transfer: Fee };
  /** Where claims can be paid to. */
  readonly methods: readonly { readonly id: bigint; readonly merchant: bigint; readonly fiat: string }[];
  /** Everything below is in the order it was made. */
  readonly flows: Flow[];
  readonly issued: Issuance[];
  readonly deposits: Deposit[];
  readonly claims: Claim[];
  readonly transfers: Transfer[];
  readonly orders: Order[];
  readonly cryptoTransfers: CryptoTransfer[];
  readonly activations: Activation[];
  readonly virtualAccounts: VirtualAccount[];
  /** Every funding id an answer has told; none is told twice. */
  readonly txIds: Set<bigint>;
}

export function refusal(status: number, words: RegExp): Refusal {
  return { status, words };
}

export function isRefusal(value: object | undefined): value is Refusal {
  return value !== undefined && 'words' in value;
}

/** A time to come, whenever this runs. */
export const FUTURE = BigInt(Date.UTC(2300, 0, 1));

/** What happened did not happen in the future (sandbox/README.md, The control API). */
export function notYet({ isGiven, earliest }: Moment): Refusal | undefined {
  return isGiven && earliest >= FUTURE ? refusal(400, /\bat\b/) : undefined;
}

export function untold<Value>(): Learned<Value> {
  return { value: undefined };
}

export function known<Value>(value: Value): Learned<Value> {
  return { value };
}

/** One of a list, the newest first; undefined where it is empty. */
export function pickOf<Item>(list: readonly Item[], pick: number): Item | undefined {
  return list[list.length - 1 - (pick % list.length)];
}

/** The merchant, if the token in use opens it (sandbox.md, Errors: foreign and unknown ones are the same 404). */
export function ownMerchant({ merchants }: Model, id: bigint): Merchant | Refusal {
  const merchant = merchants.get(id);
  return merchant?.isOwn ? merchant : refusal(404, /was not found/);
}
