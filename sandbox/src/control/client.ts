import type { Fault } from '../faults/index.js';
import type { RecordedRequest, RequestsFilter } from '../journal/view.js';
import type { DepositRecord } from '../ledger/deposits.js';
import type { Verification, VerifyOptions } from '../ledger/verify.js';
import type { activation, channelRecord } from '../schemas/control.js';
import type { cryptoTransfer } from '../schemas/crypto-transfers.js';
import type { channelType, claimRow, flowRow, orderRow, posting } from '../schemas/lists.js';
import type { paymentMethodRecord } from '../schemas/setup.js';
import type { WireValue } from '../schemas/wire.js';
import { createCalls } from './calls.js';
import { expectRequests, type RequestExpectation } from './expect.js';
import { setupClient, type SetupControl } from './setup-client.js';

export { ControlError } from './calls.js';

/**
 * A bank deposit to simulate. It is matched by `txId`, `account` or `reference`; without any of them it stays
 * unmatched.
 */
export interface DepositParams {
  readonly merchantId: number | string;
  readonly fiat: string;
  /** A plain decimal string, or a number without rounding errors. */
  readonly amount: string | number;
  readonly txId?: number | string;
  /** CLABE, CBU, CVU, IBAN, account number, alias or Pix key, in any spelling. */
  readonly account?: string;
  readonly reference?: string;
  readonly senderName?: string;
  /** When the deposit was made, in milliseconds; not before the account's last entry. Default: now. */
  readonly at?: number;
}

/** An order to create. Amounts are decimal strings. */
export type OrderParams = {
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
  | {
      readonly orderType: 'fiat_to_fiat';
      readonly onRamp: OrderSideParams;
      readonly offRamp: OrderSideParams;
    }
);

/** One side of an exchange between two fiat currencies. */
export interface OrderSideParams {
  readonly paymentId: number;
  readonly fiat: string;
  readonly amount: string;
  readonly fee?: string;
}

/** An order as operation 5 lists it: the fields common to all kinds. */
export interface OrderRecord {
  readonly orderId: string;
  readonly orderStatus: number;
  /** 1 if the order is refunded. Only purchases and sales of crypto have it. */
  readonly hasRefund?: number;
  /** In milliseconds; empty while the order is open. */
  readonly completedTime: string;
}

/** A crypto transfer to record. `amount` must not have more decimals than the token. */
export interface CryptoTransferParams {
  readonly fromMerchantId: number;
  readonly toMerchantId: number;
  readonly tokenId: string;
  readonly amount: string;
  readonly clientId: string;
  readonly at?: number;
}

/** A return of a deposit. */
export interface ReturnParams {
  /** Decimal string. Default: the rest of the deposit. */
  readonly amount?: string;
  /** In milliseconds; not before the account's last entry. Default: now. */
  readonly at?: number;
}

/** A channel of a merchant, and its new status. */
export interface ChannelParams {
  readonly merchantId: number;
  readonly fiat: string;
  /** Name of the channel: its `trench`, or `second Pix channel`. */
  readonly channel: string;
  readonly status: 'active' | 'failed' | 'closed';
  /** The reason why it failed or was closed; activations return it as `failReason`. */
  readonly reason?: string;
}

/** A virtual account and its new status. */
export interface VirtualAccountParams {
  readonly merchantId: number;
  readonly paymentId: number;
  readonly depositAlias: string;
  readonly status: number;
}

/** The fee of an operation. */
export interface FeeParams {
  /** Share of the amount in hundredths of a percent, rounded up. */
  readonly basisPoints: number;
  /** Fixed part, a decimal string. */
  readonly fixed: string;
}

/** A page of a list. */
export interface PageParams {
  /** Default 100, at most 1000. */
  readonly limit?: number;
  /** The id of the last row of the previous page. */
  readonly before?: string;
}

/** Selects rows. A row must match every member. */
export interface RowsFilter extends PageParams {
  readonly merchantId?: number | string;
}

/** Selects flows or postings. */
export interface EntriesFilter extends RowsFilter {
  readonly fiat?: string;
  readonly txId?: number | string;
}

/** The records of the control API's lists. Amounts are decimal strings, times are in milliseconds. */
export type ActivationRecord = WireValue<typeof activation>;
export type CryptoTransferRecord = WireValue<typeof cryptoTransfer>;
export type ChannelRecord = WireValue<typeof channelRecord>;
export type PostingRecord = WireValue<typeof posting>;
export type FlowRecord = WireValue<typeof flowRow>;
export type ClaimRecord = WireValue<typeof claimRow>;
export type ListedOrder = WireValue<typeof orderRow>;
export type ChannelTypeRecord = WireValue<typeof channelType>;
export type PaymentMethodRecord = WireValue<typeof paymentMethodRecord>;

/** The last requests to the API. */
export interface Requests {
  /** Lists them and their responses, newest first. */
  (filter?: RequestsFilter): Promise<readonly RecordedRequest[]>;
  /**
   * Resolves to the requests that a test expects, oldest first: exactly this number, with these members.
   * @throws {ExpectationError} The requests differ; the message says how.
   */
  expect(expectation: RequestExpectation): Promise<readonly RecordedRequest[]>;
}

/** A client of the control API. Its methods throw a `ControlError` for an error response. */
export interface Control extends SetupControl {
  /** Simulates a bank deposit. It is credited if its references identify one active account. */
  deposit(params: DepositParams): Promise<DepositRecord>;
  /** Lists recorded deposits, newest first: all, only the `matched` ones, or only the others. */
  deposits(filter?: PageParams & { readonly matched?: boolean }): Promise<readonly DepositRecord[]>;
  /**
   * Sends a credited deposit, or a part of it, back to its sender: the amount is deducted from the balance. A
   * deposit can be sent back in any number of parts.
   */
  returnDeposit(id: number | string, params?: ReturnParams): Promise<DepositRecord>;
  /** Lists the postings of the ledger, each with its entries, which sum to zero. Newest first. */
  postings(filter?: EntriesFilter): Promise<readonly PostingRecord[]>;
  /** Lists the flows that match the filter, of any merchant, newest first. */
  flows(filter?: EntriesFilter): Promise<readonly FlowRecord[]>;
  /** Lists the claims that match the filter, of any merchant, newest first. */
  claims(filter?: RowsFilter): Promise<readonly ClaimRecord[]>;
  /**
   * Lists the orders that match the filter, of any kind, each with the statuses it can move to. Newest first.
   */
  orders(filter?: RowsFilter): Promise<readonly ListedOrder[]>;
  /** Lists the stored payment methods that claims can be paid to. */
  paymentMethods(): Promise<readonly PaymentMethodRecord[]>;
  /** Lists the channels that a merchant can have, each with the payment ids of operation 8. */
  channelTypes(): Promise<readonly ChannelTypeRecord[]>;
  /** Creates a pending order. */
  order(params: OrderParams): Promise<OrderRecord>;
  /**
   * Moves an order to a higher status of its kind. In between, a purchase is paid, or its payment returned.
   */
  moveOrder(orderId: string, orderStatus: number): Promise<OrderRecord>;
  /** Refunds a released purchase, or reverses its refund. */
  refundOrder(orderId: string, hasRefund: boolean): Promise<OrderRecord>;
  /** Records a crypto transfer and returns its two records: the sender's and the recipient's. */
  cryptoTransfer(params: CryptoTransferParams): Promise<readonly CryptoTransferRecord[]>;
  /** Lists activations, newest first: the newest 100. */
  activations(part?: PageParams): Promise<readonly ActivationRecord[]>;
  /**
   * Accepts or rejects an agreement, as the merchant does on its page. The reason for a rejection becomes its
   * `failReason`.
   */
  decide(activationId: string, decision: 'accepted' | 'rejected', reason?: string): Promise<ActivationRecord>;
  /** Opens, fails or closes a channel of a merchant. */
  channel(params: ChannelParams): Promise<ChannelRecord>;
  /** Lists the channels of all merchants, or of one. */
  channels(filter?: { readonly merchantId?: number }): Promise<readonly ChannelRecord[]>;
  /** Sets the status of a virtual account: 1 authenticating, 2 normal, 3 authentication failed. */
  virtualAccount(params: VirtualAccountParams): Promise<void>;
  /**
   * Rejects a claim, as a bank does when it cannot pay it out.
   * @param at When it is rejected, in milliseconds; not before the account's last entry. Default: now.
   */
  rejectClaim(txId: number | string, at?: number): Promise<void>;
  /** Sets the fees of operations from now on. */
  fees(fees: { readonly claim?: FeeParams; readonly transfer?: FeeParams }): Promise<void>;
  /**
   * Checks the ledger's invariants: for the rows written since the last check without violations, or for
   * everything (`full`). Violations are part of the result, not an error.
   */
  verify(options?: VerifyOptions): Promise<Verification>;
  /**
   * Replaces all active faults (an empty list removes them). Without an argument, lists the active faults.
   */
  faults(faults?: readonly Fault[]): Promise<readonly Fault[]>;
  /** Lists the last requests to the API and their responses, newest first. */
  readonly requests: Requests;
  /** Sends a recorded request again, with its token and its bytes. Returns the new entry. */
  replay(id: number): Promise<RecordedRequest>;
  /** Removes all recorded requests. */
  clearRequests(): Promise<void>;
  /** Restores the initial state and removes all faults and recorded requests. */
  reset(): Promise<void>;
}

/** Creates a client of the control API of the sandbox at `url`. */
export function createControl(url: string, controlToken: string): Control {
  const calls = createCalls(url, controlToken);
  const { call } = calls;
  const post = (path: string, body: object) => call(path, { method: 'POST', body: JSON.stringify(body) });
  /** The rows of a list, from the member with the list's name. */
  const list = async <Row>(name: string, member: string, filter: object = {}): Promise<readonly Row[]> =>
    ((await call(`/${name}${queryOf(filter)}`)) as Record<string, Row[]>)[member]!;
  const listRequests = (filter?: RequestsFilter) => list<RecordedRequest>('requests', 'requests', filter);
  return {
    deposit: async (params) => (await post('/deposits', params)) as DepositRecord,
    deposits: (filter) => list('deposits', 'deposits', filter),
    returnDeposit: async (id, params = {}) => (await post(`/deposits/${id}/return`, params)) as DepositRecord,
    postings: (filter) => list('postings', 'postings', filter),
    flows: (filter) => list('flows', 'flows', filter),
    claims: (filter) => list('claims', 'claims', filter),
    orders: (filter) => list('orders', 'orders', filter),
    paymentMethods: () => list('payment-methods', 'paymentMethods'),
    channelTypes: () => list('channel-types', 'channelTypes'),
    order: async (params) => (await post('/orders', params)) as OrderRecord,
    moveOrder: async (id, orderStatus) => (await post(`/orders/${id}`, { orderStatus })) as OrderRecord,
    refundOrder: async (id, hasRefund) => (await post(`/orders/${id}`, { hasRefund })) as OrderRecord,
    cryptoTransfer: async (params) =>
      ((await post('/crypto-transfers', params)) as { record: CryptoTransferRecord[] }).record,
    activations: (part) => list('activations', 'activations', part),
    decide: async (id, decision, reason) =>
      (await post(`/activations/${id}`, { decision, reason })) as ActivationRecord,
    channel: async (params) => (await post('/channels', params)) as ChannelRecord,
    channels: (filter) => list('channels', 'channels', filter),
    virtualAccount: async (params) => {
      await post('/virtual-accounts', params);
    },
    rejectClaim: async (txId, at) => {
      await post(`/claims/${txId}/reject`, { at });
    },
    fees: async (fees) => {
      await post('/fees', fees);
    },
    ...setupClient(calls, post),
    verify: async ({ full = false } = {}) => (await call(`/verify${full ? '?full=1' : ''}`)) as Verification,
    faults: async (faults) => {
      const body = await (faults ? post('/faults', { faults }) : call('/faults'));
      return (body as { faults: Fault[] }).faults;
    },
    requests: Object.assign(listRequests, {
      expect: (expectation: RequestExpectation) => expectRequests(listRequests, expectation),
    }),
    replay: async (id) => (await post(`/requests/${id}/replay`, {})) as RecordedRequest,
    clearRequests: async () => {
      await call('/requests', { method: 'DELETE' });
    },
    reset: async () => {
      await post('/reset', {});
    },
  };
}

/** The query of a filter, from its defined members. */
function queryOf(filter: object): string {
  const present = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query = String(new URLSearchParams(present.map(([name, value]) => [name, String(value)])));
  return query && `?${query}`;
}
