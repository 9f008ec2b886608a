import type { Fault } from '../faults/index.js';
import type { DepositRecord } from '../ledger/deposits.js';
import type { Verification } from '../ledger/verify.js';

/** A bank deposit to simulate. It is reconciled by `txId`, `account` or `reference`; without any it stays unmatched. */
export interface DepositAsk {
  readonly merchantId: number | string;
  readonly fiat: string;
  /** Plain decimal string, or a number that is exact. */
  readonly amount: string | number;
  readonly txId?: number | string;
  /** CLABE, CBU, CVU, IBAN, account number, alias or Pix key, in any of its written forms. */
  readonly account?: string;
  readonly reference?: string;
  readonly senderName?: string;
  /** Milliseconds; not before the account's last entry. */
  readonly at?: number;
}

/** An order to put on record. Amounts are decimal strings. */
export type OrderAsk = {
  readonly merchantId: number;
  readonly clientId: string;
  readonly orderPrice: string;
} & (
  | {
      readonly orderType: 'fiat_to_crypto' | 'crypto_to_fiat';
      readonly paymentId: number;
      readonly crypto: string;
      readonly fiat: string;
      readonly cryptoAmount: string;
      readonly fiatAmount: string;
      readonly fiatFee?: string;
    }
  | { readonly orderType: 'fiat_to_fiat'; readonly onRamp: OrderSideAsk; readonly offRamp: OrderSideAsk }
);

/** One side of an order from one currency to another. */
export interface OrderSideAsk {
  readonly paymentId: number;
  readonly fiat: string;
  readonly amount: string;
  readonly fee?: string;
}

/** An order as operation 5 lists it; the fields every kind has. */
export interface OrderRecord {
  readonly orderId: string;
  readonly orderStatus: number;
  /** 1 once it is refunded; of purchases and sales of crypto alone. */
  readonly hasRefund?: number;
  /** Milliseconds; empty while the order is open. */
  readonly completedTime: string;
}

/** A transfer of crypto to record. `amount` has no more decimals than the token. */
export interface CryptoTransferAsk {
  readonly fromMerchantId: number;
  readonly toMerchantId: number;
  readonly tokenId: string;
  readonly amount: string;
  readonly clientId: string;
  readonly at?: number;
}

/** One side of it, as operation 1 lists it. */
export interface CryptoTransferRecord {
  readonly id: string;
  readonly merchantId: string;
  /** Signed decimal string. */
  readonly amount: string;
}

/** An activation on record. */
export interface ActivationRecord {
  readonly id: string;
  readonly merchantId: string;
  readonly fiat: string;
  readonly trench: string;
  readonly status: number;
  readonly decision: 'accepted' | 'rejected' | null;
}

/** Which virtual account, and what becomes of it. */
export interface VirtualAccountAsk {
  readonly merchantId: number;
  readonly paymentId: number;
  readonly depositAlias: string;
  readonly status: number;
}

/** What an operation costs. */
export interface FeeAsk {
  /** Hundredths of a percent of the amount. */
  readonly basisPoints: number;
  /** Decimal string. */
  readonly fixed: string;
}

/** The control API, typed. Every refusal is a `ControlError`. */
export interface Control {
  deposit(ask: DepositAsk): Promise<DepositRecord>;
  /** Deposits on record, newest first; all, or only those credited or not. */
  deposits(filter?: { readonly matched?: boolean }): Promise<readonly DepositRecord[]>;
  /** An order on record, pending. Its answer is the record of operation 5. */
  order(ask: OrderAsk): Promise<OrderRecord>;
  /** Moves an order to a higher status of its kind: a purchase is paid on the way, or given back. */
  moveOrder(orderId: string, orderStatus: number): Promise<OrderRecord>;
  /** Refunds a released purchase, or takes its refund back. */
  refundOrder(orderId: string, hasRefund: boolean): Promise<OrderRecord>;
  /** Records a transfer of crypto: the sender's side and the recipient's, as operation 1 lists them. */
  cryptoTransfer(ask: CryptoTransferAsk): Promise<readonly CryptoTransferRecord[]>;
  /** Every activation, newest first. */
  activations(): Promise<readonly ActivationRecord[]>;
  /** Accepts or rejects an agreement, as its page does. */
  decide(activationId: string, decision: 'accepted' | 'rejected'): Promise<ActivationRecord>;
  /** Sets the status of a virtual account: 1 authenticating, 2 normal, 3 authentication failed. */
  virtualAccount(ask: VirtualAccountAsk): Promise<void>;
  /** The bank sends a claim back. */
  rejectClaim(txId: number | string): Promise<void>;
  /** Sets what operations cost from now on: a share in basis points, rounded up, and a fixed amount. */
  fees(fees: { readonly claim?: FeeAsk; readonly transfer?: FeeAsk }): Promise<void>;
  /** The invariants; a broken one is an answer, not an error. */
  verify(): Promise<Verification>;
  /** Puts these faults in force and no other, none by an empty list; without a list, those that are. */
  faults(faults?: readonly Fault[]): Promise<readonly Fault[]>;
  /** Everything back to the start, faults included. */
  reset(): Promise<void>;
}

/** The control API refused. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ControlError';
    this.status = status;
  }
}

/** A client of the control API at `url`. */
export function createControl(url: string, controlToken: string): Control {
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/sandbox${path}`, { ...init, headers });
    const body: unknown = await response.json();
    if (!response.ok && !isVerification(body)) throw new ControlError(response.status, messageOf(body));
    return body;
  };
  const post = (path: string, body: object) => call(path, { method: 'POST', body: JSON.stringify(body) });
  return {
    deposit: async (ask) => (await post('/deposits', ask)) as DepositRecord,
    deposits: async ({ matched } = {}) => {
      const query = matched === undefined ? '' : `?matched=${matched}`;
      return ((await call(`/deposits${query}`)) as { deposits: DepositRecord[] }).deposits;
    },
    order: async (ask) => (await post('/orders', ask)) as OrderRecord,
    moveOrder: async (id, orderStatus) => (await post(`/orders/${id}`, { orderStatus })) as OrderRecord,
    refundOrder: async (id, hasRefund) => (await post(`/orders/${id}`, { hasRefund })) as OrderRecord,
    cryptoTransfer: async (ask) =>
      ((await post('/crypto-transfers', ask)) as { record: CryptoTransferRecord[] }).record,
    activations: async () =>
      ((await call('/activations')) as { activations: ActivationRecord[] }).activations,
    decide: async (id, decision) => (await post(`/activations/${id}`, { decision })) as ActivationRecord,
    virtualAccount: async (ask) => {
      await post('/virtual-accounts', ask);
    },
    rejectClaim: async (txId) => {
      await post(`/claims/${txId}/reject`, {});
    },
    fees: async (fees) => {
      await post('/fees', fees);
    },
    verify: async () => (await call('/verify')) as Verification,
    faults: async (faults) => {
      const answer = await (faults ? post('/faults', { faults }) : call('/faults'));
      return (answer as { faults: Fault[] }).faults;
    },
    reset: async () => {
      await post('/reset', {});
    },
  };
}

function isVerification(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'invariants' in body;
}

function messageOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'msg' in body ? String(body.msg) : 'refused';
}
