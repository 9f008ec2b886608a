import type { Activation } from '../../contract/activation.js';
import type { Claim } from '../../contract/claim.js';
import type { CryptoTransfer } from '../../contract/crypto-transfers.js';
import type { Flow } from '../../contract/flows.js';
import type { OrderType } from '../../contract/orders.js';
import type { Pair } from '../../contract/pairs.js';
import type { PendingFund } from '../../contract/pending-fund.js';
import type { Transfer } from '../../contract/transfer.js';
import type { VirtualAccount } from '../../contract/virtual-accounts.js';
import { activateAccount } from './activation.js';
import type { ActivationInput } from './activation-input.js';
import { createCaller } from './caller.js';
import { claimFunds, type ClaimInput } from './claim.js';
import { listCryptoTransfers, type CryptoTransfersFilter } from './crypto-transfers.js';
import { allFlows, listFlowPage, type AllFlowsOptions, type FlowsFilter } from './flows.js';
import type { Page } from './input.js';
import { readOptions, type CallOptions, type MerchantClientOptions } from './options.js';
import { allOrders, listOrders, type OrderOf, type OrdersFilter } from './orders.js';
import type { AllOf } from './pages.js';
import { listPairs } from './pairs.js';
import { readPendingFund, type PendingFundInput } from './pending-fund.js';
import { transferFunds, type TransferInput } from './transfer.js';
import { allVirtualAccounts, listVirtualAccounts, type VirtualAccountsFilter } from './virtual-accounts.js';

/**
 * The API's nine operations. Ids are strings of digits, amounts are decimal strings with the API's exact
 * digits, and times are milliseconds. A page's `record` is always a list. Statuses and enum values that the
 * specification does not list are kept; members it does not list are dropped. Calls reject with a
 * `ClientError` and nothing else.
 */
export interface MerchantClient {
  readonly cryptoTransfers: {
    /** Operation 1: `GET /v2/assets/internalTransferOrders`, one page. */
    list(filter?: CryptoTransfersFilter, options?: CallOptions): Promise<readonly CryptoTransfer[]>;
  };
  readonly accounts: {
    /** Operation 2: `POST /v2/merchant/accounts`. */
    activate(input: ActivationInput, options?: CallOptions): Promise<Activation>;
  };
  readonly funds: {
    /** Operation 3: `POST /v2/merchant/claimfunds`. */
    claim(input: ClaimInput, options?: CallOptions): Promise<Claim>;
    /** Operation 4: `POST /v2/merchant/transfer`. */
    transfer(input: TransferInput, options?: CallOptions): Promise<Transfer>;
  };
  readonly orders: {
    /** Operation 5: `GET /v2/orders`, one page. `orderType` determines the type of the records. */
    list<Type extends OrderType>(
      filter: OrdersFilter<Type>,
      options?: CallOptions,
    ): Promise<Page<OrderOf<Type>>>;
    /** Operation 5, page by page: every order, each once. */
    all<Type extends OrderType>(
      filter: AllOf<OrdersFilter<Type>>,
      options?: CallOptions,
    ): AsyncGenerator<OrderOf<Type>, void, undefined>;
  };
  readonly virtualAccounts: {
    /** Operation 6: `GET /v2/merchant/virtual/addfunds`, one page. */
    list(filter: VirtualAccountsFilter, options?: CallOptions): Promise<Page<VirtualAccount>>;
    /** Operation 6, page by page: every virtual account, each once. */
    all(
      filter: AllOf<VirtualAccountsFilter>,
      options?: CallOptions,
    ): AsyncGenerator<VirtualAccount, void, undefined>;
  };
  readonly flows: {
    /** Operation 7: `GET /v2/merchant/fiat/flows`, one page. */
    list(filter?: FlowsFilter, options?: CallOptions): Promise<Page<Flow>>;
    /** Operation 7, page by page: every flow, each once. */
    all(filter?: AllOf<FlowsFilter>, options?: AllFlowsOptions): AsyncGenerator<Flow, void, undefined>;
  };
  readonly pendingFund: {
    /** Operation 8: `GET /v2/merchant/addfunds`. For some methods every call creates a new funding id. */
    get<PaymentId extends number>(
      input: PendingFundInput<PaymentId>,
      options?: CallOptions,
    ): Promise<PendingFund>;
  };
  readonly pairs: {
    /** Operation 9: `GET /v2/base/sell/symbols`, without the token. */
    list(options?: CallOptions): Promise<readonly Pair[]>;
  };
}

/**
 * Creates an API client for the merchant's back end. It holds the access token, so it refuses to start in a
 * browser. Throws one Error that names every invalid option.
 */
export function createMerchantClient(options: MerchantClientOptions): MerchantClient {
  const call = createCaller(readOptions(options));
  return {
    cryptoTransfers: { list: (filter = {}, options) => listCryptoTransfers(call, filter, options) },
    accounts: { activate: (input, options) => activateAccount(call, input, options) },
    funds: {
      claim: (input, options) => claimFunds(call, input, options),
      transfer: (input, options) => transferFunds(call, input, options),
    },
    orders: {
      list: (filter, options) => listOrders(call, filter, options),
      all: (filter, options) => allOrders(call, filter, options),
    },
    virtualAccounts: {
      list: (filter, options) => listVirtualAccounts(call, filter, options),
      all: (filter, options) => allVirtualAccounts(call, filter, options),
    },
    flows: {
      list: (filter = {}, options) => listFlowPage(call, filter, options),
      all: (filter = {}, options) => allFlows(call, filter, options),
    },
    pendingFund: { get: (input, options) => readPendingFund(call, input, options) },
    pairs: { list: (options) => listPairs(call, options) },
  };
}
