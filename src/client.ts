/**
 * Typed client for all nine API operations, for the merchant's back end. It holds the access token: keep it
 * out of browsers.
 */
export type { Activation, PenIdentification } from './contract/activation.js';
export type { Claim } from './contract/claim.js';
export type { CryptoTransfer } from './contract/crypto-transfers.js';
export type { Flow } from './contract/flows.js';
export type { CryptoOrder, FiatOrder, OrderType } from './contract/orders.js';
export type { Pair } from './contract/pairs.js';
export type { PendingFund } from './contract/pending-fund.js';
export type { Transfer, TransferFiat } from './contract/transfer.js';
export type { VirtualAccount, VirtualAccountFiat } from './contract/virtual-accounts.js';
export type { Fiat } from './contract/wire.js';
export type { AmountPaymentId, PendingFundFiats } from './core/methods.js';
export type * from './server/client/activation-input.js';
export type { ClaimInput } from './server/client/claim.js';
export {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  ClientError,
  RateLimitError,
  RefusedError,
  ServerError,
  TimeoutError,
  UnreadableResponseError,
  type ErrorDetail,
  type UnreadableDetail,
} from './server/client/client-error.js';
export type { FailureDetail, FailureKind } from './server/client/errors.js';
export { createMerchantClient, type MerchantClient } from './server/client/client.js';
export type { CryptoTransfersFilter } from './server/client/crypto-transfers.js';
export type { AllFlowsOptions, FlowsFilter, OnUnreadable, UnreadableFlow } from './server/client/flows.js';
export type { Id, Page, PageFilter } from './server/client/input.js';
export type { CallOptions, MerchantClientOptions } from './server/client/options.js';
export type { OrderOf, OrdersFilter } from './server/client/orders.js';
export type { AllOf } from './server/client/pages.js';
export type { PendingFundInput } from './server/client/pending-fund.js';
export type { TransferInput } from './server/client/transfer.js';
export type { VirtualAccountsFilter } from './server/client/virtual-accounts.js';
