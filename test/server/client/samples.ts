import { parse } from 'lossless-json';
import type { MerchantClient } from 'deposit-slip/client';

/** The headers of every request with a token. */
const HEADERS = { accept: 'application/json', 'x-bh-token': 'canary-token-5f2c9d' };
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' };

/** The input of an operation, the request it must send, and a response of the spec's shape. */
interface Exchange {
  readonly name: string;
  readonly input?: object;
  readonly line: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `data` as JSON text, with the spec's types. */
  readonly data: string;
}

/** An exchange with the result the operation must return. */
export interface Sample extends Exchange {
  /** `orders.list`. */
  readonly operation: string;
  call(client: MerchantClient, options?: unknown): Promise<unknown>;
  readonly result: unknown;
}

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** Calls an operation by its name, with untyped arguments as JavaScript callers may pass them. */
export function callByName(client: MerchantClient, operation: string, ...args: readonly unknown[]) {
  const [group, method] = operation.split('.') as [keyof MerchantClient, string];
  return (client[group] as unknown as Readonly<Record<string, Method>>)[method]!(...args);
}

/** The members that the client returns as numbers. */
const NUMBERS = new Set(['status', 'orderStatus', 'hasRefund', 'accuracy', 'createTime', 'completedTime']);

/**
 * The client's result for `data`: a page has a list, a field has a list, and ids and amounts keep every
 * digit.
 */
function resultOf(data: string): unknown {
  const revive = (name: string, value: unknown): unknown => {
    if (NUMBERS.has(name)) return Number(value);
    if (name !== 'fieldList') return value;
    return Object.fromEntries(Object.entries(value as object).map(([key, field]) => [key, [field].flat()]));
  };
  const value = parse(data, revive, String) as Record<string, unknown>;
  if (!Object.hasOwn(value, 'currentPage')) return value;
  const [currentPage, size, total] = [value['currentPage'], value['size'], value['total']].map(Number);
  return { currentPage, size, total, record: [value['record'] ?? value['data']].flat() };
}

const EXCHANGES: readonly Exchange[] = [
  {
    name: 'cryptoTransfers.list',
    input: { tokenId: 'USDT', merchantId: 9007199254740993n, startTime: 0, pageSize: 500 },
    line: 'GET /v2/assets/internalTransferOrders',
    query: { tokenId: 'USDT', merchantId: '9007199254740993', startTime: '0', pageSize: '500' },
    headers: JSON_HEADERS,
    data: '[{"id":"t-1","tokenId":"USDT","amount":"-1.500","clientId":"c","merchantId":"9007199254740993","fromMerchantId":"9007199254740993","toMerchantId":"1002"}]',
  },
  {
    name: 'accounts.activate',
    input: {
      merchantId: '1001',
      channel: 'eur-usd',
      fiat: 'EUR',
      trench: 'Example Bank',
      callbackUri: 'https://shop.example/back',
      fieldList: { firstName: 'Ana', lastName: 'Gómez', email: undefined },
    },
    line: 'POST /v2/merchant/accounts',
    body: '{"merchantId":1001,"fiat":"EUR","trench":"Example Bank","callbackUri":"https://shop.example/back","fieldList":{"firstName":"Ana","lastName":"Gómez"}}',
    headers: JSON_HEADERS,
    data: '{"fiat":"EUR","status":4,"verifyLink":"https://verify.example/1","failReason":""}',
  },
  {
    name: 'funds.claim',
    input: {
      merchantId: '9007199254740993',
      clientId: 'claim-1',
      fiat: 'MXN',
      amount: '22.00',
      userPaymentId: 501n,
    },
    line: 'POST /v2/merchant/claimfunds',
    body: '{"merchantId":9007199254740993,"clientId":"claim-1","fiat":"MXN","amount":22.00,"userPaymentId":501}',
    headers: JSON_HEADERS,
    data: '{"txId":9007199254740993,"merchantId":9007199254740993,"clientId":"claim-1","fiat":"MXN","totalAmount":24.00,"amount":22.00,"fee":2.00,"userPaymentId":501,"createTime":"1700000000500"}',
  },
  {
    name: 'funds.transfer',
    input: {
      clientId: 'transfer-1',
      fromMerchantId: '1001',
      toMerchantId: '1002',
      fiat: 'PEN',
      fiatAmount: '999999999999999.90',
    },
    line: 'POST /v2/merchant/transfer',
    body: '{"clientId":"transfer-1","fromMerchantId":1001,"toMerchantId":1002,"fiat":"PEN","paymentId":95,"fiatAmount":999999999999999.90}',
    headers: JSON_HEADERS,
    data: '{"clientId":"transfer-1","fromId":7,"toId":8,"fiat":"PEN","fiatAmount":"999999999999999.90","totalFiatAmount":"1000000000000000.00","fee":"0.10","createTime":1700000000500}',
  },
  {
    name: 'orders.list, crypto on one side',
    input: { orderType: 'crypto_to_fiat', currentPage: 2, pageSize: 100, endTime: 1_700_000_000_501 },
    line: 'GET /v2/orders',
    query: {
      orderType: 'crypto_to_fiat',
      currentPage: '2',
      pageSize: '100',
      endTime: '1700000000501',
    },
    headers: HEADERS,
    data: '{"size":10,"currentPage":2,"total":11,"record":[{"orderId":"9","clientId":"o","merchantId":1001,"paymentId":58,"country":"Mexico","crypto":"USDT","fiat":"MXN","orderType":"crypto_to_fiat","orderPrice":"17.25","cryptoAmount":"10","fiatAmount":"172.50","fiatFee":"0.86","orderStatus":73,"hasRefund":0,"createTime":"1700000000500","completedTime":"1700000000501"}]}',
  },
  {
    name: 'orders.list, between currencies',
    input: { orderType: 'fiat_to_fiat', orderStatus: 72 },
    line: 'GET /v2/orders',
    query: { orderType: 'fiat_to_fiat', orderStatus: '72' },
    headers: HEADERS,
    data: '{"size":10,"currentPage":1,"total":1,"record":[{"orderId":"9","clientId":"o","onRampMerchantId":1,"onRampPaymentId":58,"onRampCountry":"Mexico","onRampFiat":"MXN","onRampFiatAmount":"1.00","onRampFiatFee":"0.01","offRampMerchantId":2,"offRampPaymentId":90,"offRampCountry":"Brazil","offRampFiat":"BRL","offRampFiatAmount":"0.30","offRampFiatFee":"0.00","orderPrice":"0.3","orderStatus":72,"onRampPaymentInfo":{"account":12345678901234567890},"offRampPaymentInfo":{},"createTime":"1700000000500","completedTime":"1700000000501"}]}',
  },
  {
    name: 'virtualAccounts.list',
    input: { merchantId: '1001', paymentId: 105, fiat: 'MXN', depositAlias: 'peña & 1' },
    line: 'GET /v2/merchant/virtual/addfunds',
    query: { merchantId: '1001', paymentId: '105', fiat: 'MXN', depositAlias: 'peña & 1' },
    headers: HEADERS,
    data: '{"currentPage":1,"size":10,"total":1,"record":{"fiat":"MXN","depositAlias":"peña & 1","paymentMethodName":"SPEI","status":2,"fieldList":{"Cuenta CLABE":"706180304649761358"}}}',
  },
  {
    name: 'flows.list',
    input: { merchantId: '1001', txId: 9007199254740993n },
    line: 'GET /v2/merchant/fiat/flows',
    query: { merchantId: '1001', txId: '9007199254740993' },
    headers: HEADERS,
    // JavaScript reads 2^53 and 2^53 + 1 as the same number.
    data: '{"currentPage":1,"size":10,"total":1,"data":[{"id":9007199254740992,"merchantId":1001,"settingsId":3,"txId":"9007199254740993","category":"TRANSFER","flowType":"ESCROW_HOLD","fiat":"CNY","changed":150.00,"total":90071992547409920,"extId":"","createTime":"1700000000500"}]}',
  },
  {
    name: 'pendingFund.get',
    input: { merchantId: '1001', paymentId: 92, fiat: 'BRL', amount: '187.40' },
    line: 'GET /v2/merchant/addfunds',
    query: { merchantId: '1001', paymentId: '92', fiat: 'BRL', amount: '187.40' },
    headers: HEADERS,
    data: '{"fiat":"BRL","paymentMethodName":"Pix","txId":"1123123123","realName":"Ana","fieldList":{"pixKey":["k"],"qrCode":"https://pay.example.com/1.png"}}',
  },
  {
    name: 'pairs.list',
    line: 'GET /v2/base/sell/symbols',
    headers: { accept: 'application/json' },
    data: '[{"country":"Mexico","fiat":"MXN","crypto":"USDT","accuracy":2}]',
  },
];

/** One sample per operation, and two of orders, whose records have two shapes. */
export const SAMPLES: readonly Sample[] = EXCHANGES.map((exchange) => {
  const operation = exchange.name.replace(/,.*/, '');
  const args = exchange.input ? [exchange.input] : [];
  return {
    ...exchange,
    operation,
    call: (client, options) => callByName(client, operation, ...args, options),
    result: resultOf(exchange.data),
  };
});

/** Operations that are never retried. */
export const ONCE: readonly string[] = ['accounts.activate', 'pendingFund.get'];

/** The sample of an operation. */
export function sampleOf(operation: string): Sample {
  return SAMPLES.find(({ name }) => name === operation)!;
}
