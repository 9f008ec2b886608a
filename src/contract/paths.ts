// Apart from the schemas, so that the kit can use them without zod.

/** Path of operation 1 (spec: Query crypto transfers). */
export const CRYPTO_TRANSFERS_PATH = '/v2/assets/internalTransferOrders';

/** Path of operation 2 (spec: Activate merchant account). */
export const ACTIVATION_PATH = '/v2/merchant/accounts';

/** Path of operation 3 (spec: Claim pending fund). */
export const CLAIM_PATH = '/v2/merchant/claimfunds';

/** Path of operation 4 (spec: Transfer pending funds). */
export const TRANSFER_PATH = '/v2/merchant/transfer';

/** Path of operation 5 (spec: Retrieve a list of orders). */
export const ORDERS_PATH = '/v2/orders';

/** Path of operation 6 (spec: Get multiple virtual accounts). */
export const VIRTUAL_ACCOUNTS_PATH = '/v2/merchant/virtual/addfunds';

/** Path of operation 7 (spec: Get a list of merchant fiat flow). */
export const FLOWS_PATH = '/v2/merchant/fiat/flows';

/** Path of operation 8 (spec: Get pending fund account). */
export const PENDING_FUND_PATH = '/v2/merchant/addfunds';

/** Path of operation 9, the only endpoint without a token (spec: Get crypto/fiat pairs). */
export const PAIRS_PATH = '/v2/base/sell/symbols';
