import type { Sandbox } from '../src/index.js';

/** The paths of the operations. */
export const CRYPTO = '/v2/assets/internalTransferOrders';
export const ACTIVATE = '/v2/merchant/accounts';
export const CLAIM = '/v2/merchant/claimfunds';
export const TRANSFER = '/v2/merchant/transfer';
export const ORDERS = '/v2/orders';
export const LISTED = '/v2/merchant/virtual/addfunds';
export const FLOWS = '/v2/merchant/fiat/flows';
export const ADD_FUNDS = '/v2/merchant/addfunds';
export const PAIRS = '/v2/base/sell/symbols';

/** Bodies the seeded sandbox accepts. */
export const CLAIM_BODY = {
  merchantId: 1001,
  clientId: 'c',
  fiat: 'MXN',
  amount: '1.00',
  userPaymentId: 501,
};
const ENDS = { fromMerchantId: 1001, toMerchantId: 1002 };
export const TRANSFER_BODY = { ...ENDS, clientId: 'c', fiat: 'MXN', paymentId: 58, fiatAmount: '1.00' };
export const CRYPTO_BODY = { ...ENDS, clientId: 'c', tokenId: 'BTC', amount: '1' };
const CRYPTO_SIDE = { crypto: 'USDT', cryptoAmount: '1', orderPrice: '1.00' };
export const ORDER_BODY = {
  ...CRYPTO_SIDE,
  merchantId: 1001,
  clientId: 'c',
  orderType: 'fiat_to_crypto',
  paymentId: 105,
  fiat: 'MXN',
  fiatAmount: '1.00',
} as const;
export const PEN_ACTIVATION_BODY = {
  merchantId: 1001,
  fiat: 'PEN',
  trench: 'PEN Account',
  fieldList: {
    customerIdentificationType: '00',
    customerIdentification: '12345678',
    customerName: 'Ana',
    customerEmail: 'ana@shop.example',
    customerPhone: '999999999',
  },
};
/** An activation that needs an agreement. */
export const AGREEMENT_BODY = {
  merchantId: 1001,
  fiat: 'EUR',
  trench: 'BANK_NAME_B',
  callbackUri: 'https://shop.example/back?x=1',
  fieldList: { email: 'ana@shop.example', firstName: 'Ana', lastName: 'Sol' },
};
export const CLABE_BODY = {
  merchantId: 1001,
  fiat: 'MXN',
  trench: 'CLABE - PROVIDER_A',
  fieldList: { alias: 'new' },
};

export type Params = Readonly<Record<string, string | number>>;

/** A GET request with a query, or a POST request with a body. */
export interface Example {
  readonly path: string;
  readonly query?: Params;
  readonly body?: object;
}

/** Requests the seeded sandbox accepts, by the record of the specification that they return. */
export const EXAMPLES = {
  cryptoTransfer: [{ path: CRYPTO, query: { pageSize: 3 } }],
  activation: [
    { path: ACTIVATE, body: CLABE_BODY },
    { path: ACTIVATE, body: { merchantId: 1001, fiat: 'BRL', trench: 'BANK_NAME_A' } },
  ],
  agreement: [{ path: ACTIVATE, body: AGREEMENT_BODY }],
  claim: [
    { path: CLAIM, body: { ...CLAIM_BODY, amount: 22.5 } },
    { path: CLAIM, body: { ...CLAIM_BODY, clientId: undefined } },
  ],
  transfer: [{ path: TRANSFER, body: { ...TRANSFER_BODY, fiatAmount: 1 } }],
  cryptoOrder: [{ path: ORDERS, query: { orderType: 'crypto_to_fiat', pageSize: 100 } }],
  fiatOrder: [{ path: ORDERS, query: { orderType: 'fiat_to_fiat' } }],
  virtualAccount: [{ path: LISTED, query: { merchantId: 1001, paymentId: 105, fiat: 'MXN' } }],
  flow: [
    { path: FLOWS, query: { pageSize: 1000 } },
    { path: FLOWS, query: { flowType: 'DEPOSIT' } },
  ],
  details: [
    { path: ADD_FUNDS, query: { merchantId: 1001, paymentId: 95, fiat: 'PEN', amount: '12.50' } },
    { path: ADD_FUNDS, query: { merchantId: 1001, paymentId: 81, fiat: 'USD' } },
  ],
  pair: [{ path: PAIRS, query: {} }],
} satisfies Readonly<Record<string, readonly Example[]>>;

/** A response, with its body byte for byte. */
export interface RawResponse {
  readonly status: number;
  readonly text: string;
}

/** Posts JSON, or bytes in place of it, with the seeded token and the control token. */
export async function post(
  { url, token, controlToken }: Pick<Sandbox, 'url' | 'token' | 'controlToken'>,
  path: string,
  body: object | Uint8Array<ArrayBuffer>,
): Promise<RawResponse> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-bh-token': token,
      authorization: `Bearer ${controlToken}`,
    },
    body: body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
