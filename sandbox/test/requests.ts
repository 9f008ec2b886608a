import { once } from 'node:events';
import { connect } from 'node:net';
import type { Sandbox } from '../src/index.js';

/** The paths of the operations. */
export const PATHS = {
  crypto: '/v2/assets/internalTransferOrders',
  activate: '/v2/merchant/accounts',
  claim: '/v2/merchant/claimfunds',
  transfer: '/v2/merchant/transfer',
  orders: '/v2/orders',
  virtual: '/v2/merchant/virtual/addfunds',
  flows: '/v2/merchant/fiat/flows',
  details: '/v2/merchant/addfunds',
  pairs: '/v2/base/sell/symbols',
} as const;

const ENDS = { fromMerchantId: 1001, toMerchantId: 1002 };
const CRYPTO_SIDE = { crypto: 'USDT', cryptoAmount: '1', orderPrice: '1.00' };
const FIAT_SIDE = { paymentId: 105, fiat: 'MXN', fiatAmount: '1.00' };

/** Bodies the seeded sandbox accepts. */
export const BODIES = {
  claim: { merchantId: 1001, clientId: 'c', fiat: 'MXN', amount: '1.00', userPaymentId: 501 },
  transfer: { ...ENDS, clientId: 'c', fiat: 'MXN', paymentId: 58, fiatAmount: '1.00' },
  crypto: { ...ENDS, clientId: 'c', tokenId: 'BTC', amount: '1' },
  order: { ...CRYPTO_SIDE, ...FIAT_SIDE, merchantId: 1001, clientId: 'c', orderType: 'fiat_to_crypto' },
  clabe: { merchantId: 1001, fiat: 'MXN', trench: 'CLABE - PROVIDER_A', fieldList: { alias: 'new' } },
  penAccount: {
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
  },
  /** This activation needs an agreement. */
  agreement: {
    merchantId: 1001,
    fiat: 'EUR',
    trench: 'BANK_NAME_B',
    callbackUri: 'https://shop.example/back?x=1',
    fieldList: { email: 'ana@shop.example', firstName: 'Ana', lastName: 'Sol' },
  },
} as const;

/** A valid body for each path. */
export const VALID_BODIES: Readonly<Record<string, object>> = {
  [PATHS.claim]: BODIES.claim,
  [PATHS.transfer]: { ...BODIES.transfer, fiat: 'BRL', paymentId: 90 },
  [PATHS.activate]: BODIES.penAccount,
  '/sandbox/deposits': {
    merchantId: 1001,
    fiat: 'MXN',
    amount: '1.00',
    account: 'x',
    reference: 'y',
    senderName: 'z',
  },
  '/sandbox/deposits/1/return': { amount: '1.00', at: 1 },
  '/sandbox/orders': BODIES.order,
  '/sandbox/orders/500001': { orderStatus: 30 },
  '/sandbox/crypto-transfers': BODIES.crypto,
  '/sandbox/activations/1': { decision: 'accepted' },
  '/sandbox/channels': { merchantId: 1001, fiat: 'BRL', channel: 'BANK_NAME_A', status: 'active' },
  '/sandbox/virtual-accounts': { merchantId: 1001, paymentId: 105, depositAlias: 'norte', status: 1 },
  '/sandbox/claims/1/reject': { at: 1 },
  '/sandbox/fees': { claim: { basisPoints: 0, fixed: '2.00' } },
  '/sandbox/merchants': { merchantId: 9001, type: 'business', balances: { MXN: '1.00' } },
  '/sandbox/payment-methods': { userPaymentId: 901, merchantId: 1001, fiat: 'MXN' },
  '/sandbox/tokens': { token: 'other', merchantIds: [1001] },
  '/sandbox/clock': { freeze: false },
  '/sandbox/faults': { faults: [{ route: 'pairs', shape: { code: 0 }, count: 1 }] },
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
  cryptoTransfer: [{ path: PATHS.crypto, query: { pageSize: 3 } }],
  activation: [
    { path: PATHS.activate, body: BODIES.clabe },
    { path: PATHS.activate, body: { merchantId: 1001, fiat: 'BRL', trench: 'BANK_NAME_A' } },
  ],
  agreement: [{ path: PATHS.activate, body: BODIES.agreement }],
  claim: [
    { path: PATHS.claim, body: { ...BODIES.claim, amount: 22.5 } },
    { path: PATHS.claim, body: { ...BODIES.claim, clientId: undefined } },
  ],
  transfer: [{ path: PATHS.transfer, body: { ...BODIES.transfer, fiatAmount: 1 } }],
  cryptoOrder: [{ path: PATHS.orders, query: { orderType: 'crypto_to_fiat', pageSize: 100 } }],
  fiatOrder: [{ path: PATHS.orders, query: { orderType: 'fiat_to_fiat' } }],
  virtualAccount: [{ path: PATHS.virtual, query: { merchantId: 1001, paymentId: 105, fiat: 'MXN' } }],
  flow: [
    { path: PATHS.flows, query: { pageSize: 1000 } },
    { path: PATHS.flows, query: { flowType: 'DEPOSIT' } },
  ],
  details: [
    { path: PATHS.details, query: { merchantId: 1001, paymentId: 95, fiat: 'PEN', amount: '12.50' } },
    { path: PATHS.details, query: { merchantId: 1001, paymentId: 81, fiat: 'USD' } },
  ],
  pair: [{ path: PATHS.pairs, query: {} }],
} satisfies Readonly<Record<string, readonly Example[]>>;

/** A request the seeded sandbox accepts for each operation, by the operation's name. */
export const OPERATION_EXAMPLES: Readonly<Record<string, Example>> = {
  'crypto-transfers': { path: PATHS.crypto, query: {} },
  activation: { path: PATHS.activate, body: BODIES.clabe },
  claim: { path: PATHS.claim, body: BODIES.claim },
  transfer: { path: PATHS.transfer, body: BODIES.transfer },
  orders: { path: PATHS.orders, query: { orderType: 'fiat_to_fiat' } },
  'virtual-accounts': { path: PATHS.virtual, query: { merchantId: 1001, paymentId: 105, fiat: 'MXN' } },
  flows: { path: PATHS.flows, query: {} },
  'pending-fund': { path: PATHS.details, query: { merchantId: 1001, paymentId: 105, fiat: 'MXN' } },
  pairs: { path: PATHS.pairs, query: {} },
};

/** A response, with its body byte for byte. */
export interface RawResponse {
  readonly status: number;
  readonly text: string;
}

/** Posts JSON, or raw bytes instead, with the seeded token and the control token. */
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

/**
 * Sends bytes, ends the writing side of the connection, and returns everything received until the connection
 * is closed. With `staysOpen`, only the server ends it, because Node drops the request of a client that has
 * ended its side.
 */
export async function exchange(url: string, bytes: string, staysOpen = false): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (part) => (received += String(part)));
  socket.on('error', () => undefined);
  socket.write(Buffer.from(bytes, 'latin1'));
  if (!staysOpen) socket.end();
  await once(socket, 'close');
  return received;
}

/** The key in a one-time URL of the console. */
export function keyOf(url: string): string {
  return new URL(url).hash.replace('#key=', '');
}

/** The status of exchanging this key for the control token: 200 the first time. */
export async function keyStatus(url: string): Promise<number> {
  const response = await fetch(new URL('/sandbox/console-token', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: keyOf(url) }),
  });
  return response.status;
}
