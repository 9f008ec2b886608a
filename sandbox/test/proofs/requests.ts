import type { Sandbox } from '../../src/index.js';

/** Bodies the seeded sandbox accepts. */
export const CLAIM_BODY = {
  merchantId: 1001,
  clientId: 'c',
  fiat: 'MXN',
  amount: '1.00',
  userPaymentId: 501,
};
export const TRANSFER_BODY = {
  clientId: 'c',
  fromMerchantId: 1001,
  toMerchantId: 1002,
  fiat: 'MXN',
  paymentId: 58,
  fiatAmount: '1.00',
};
export const ORDER_BODY = {
  merchantId: 1001,
  clientId: 'c',
  orderType: 'fiat_to_crypto',
  orderPrice: '1.00',
  paymentId: 105,
  crypto: 'USDT',
  fiat: 'MXN',
  cryptoAmount: '1',
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
