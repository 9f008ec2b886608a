import { z } from 'zod';
import { page } from './envelope.js';
import { pageParameters, timeParameter } from './query.js';
import {
  decimalValue,
  idValue,
  nameValue,
  optionalValue,
  statusValue,
  textValue,
  timeValue,
  wordValue,
} from './wire.js';

/** Maximum `pageSize` (spec: Limits). */
export const ORDERS_MAX_PAGE_SIZE = 100;

const CRYPTO_ORDER_STATUSES = {
  10: 'pending',
  30: 'approved',
  31: 'support documents pending',
  40: 'pending payment',
  50: 'paid',
  60: 'released',
  70: 'canceled',
} as const;

/** `orderStatus` by kind of order, with its meaning (spec: States and transitions). */
export const ORDER_STATUSES = {
  fiat_to_crypto: CRYPTO_ORDER_STATUSES,
  crypto_to_fiat: CRYPTO_ORDER_STATUSES,
  fiat_to_fiat: {
    10: 'pending',
    30: 'approved',
    31: 'support documents pending',
    41: 'payin pending',
    51: 'payout pending',
    60: 'released',
    71: 'payin canceled',
    72: 'payout canceled',
  },
} as const satisfies Record<string, Readonly<Record<number, string>>>;

/** The three kinds of order. */
export type OrderType = keyof typeof ORDER_STATUSES;

/** The three kinds of order, in the spec's order. */
export const ORDER_TYPES = Object.keys(ORDER_STATUSES) as OrderType[];

const STATUS_RULE = 'a status of this order type';

/**
 * Query parameters (spec: Retrieve a list of orders). `orderType` is required, because it determines the
 * shape of the records.
 */
export const ordersQuery = z
  .strictObject({
    startTime: timeParameter.optional(),
    endTime: timeParameter.optional(),
    orderType: z.enum(ORDER_TYPES, { error: `one of ${ORDER_TYPES.join(', ')}` }),
    orderStatus: z
      .string()
      .regex(/^[1-9][0-9]$/, { error: STATUS_RULE })
      .transform(Number)
      .meta({ type: 'integer', pattern: undefined, minimum: 10, maximum: 99 })
      .optional(),
    ...pageParameters(ORDERS_MAX_PAGE_SIZE),
  })
  .refine(
    ({ orderType, orderStatus }) =>
      orderStatus === undefined || Object.hasOwn(ORDER_STATUSES[orderType], orderStatus),
    { error: STATUS_RULE, path: ['orderStatus'] },
  );

/** The parsed query of operation 5: times are numbers. */
export type OrdersQuery = z.output<typeof ordersQuery>;

/** An order with crypto on one side (spec: Order, kinds `fiat_to_crypto` and `crypto_to_fiat`). */
export const cryptoOrder = z.object({
  orderId: idValue,
  clientId: textValue,
  merchantId: idValue,
  paymentId: idValue,
  country: textValue,
  crypto: nameValue,
  fiat: nameValue,
  orderType: wordValue(['fiat_to_crypto', 'crypto_to_fiat']),
  orderPrice: decimalValue,
  cryptoAmount: decimalValue,
  fiatAmount: decimalValue,
  fiatFee: decimalValue,
  orderStatus: statusValue,
  hasRefund: optionalValue(statusValue),
  createTime: timeValue,
  completedTime: optionalValue(timeValue),
});

/** A parsed order with crypto on one side: ids and amounts are strings, times are in milliseconds. */
export type CryptoOrder = z.output<typeof cryptoOrder>;

/** Payment details, unchanged. The sample omits its fields, and a response may omit the member. */
const paymentInfo = optionalValue(z.record(z.string(), z.unknown()));

/** An order from one currency to another (spec: Order, kind `fiat_to_fiat`). */
export const fiatOrder = z.object({
  orderId: idValue,
  clientId: textValue,
  onRampMerchantId: idValue,
  onRampPaymentId: idValue,
  onRampCountry: textValue,
  onRampFiat: nameValue,
  onRampFiatAmount: decimalValue,
  onRampFiatFee: decimalValue,
  offRampMerchantId: idValue,
  offRampPaymentId: idValue,
  offRampCountry: textValue,
  offRampFiat: nameValue,
  offRampFiatAmount: decimalValue,
  offRampFiatFee: decimalValue,
  orderPrice: decimalValue,
  orderStatus: statusValue,
  onRampPaymentInfo: paymentInfo,
  offRampPaymentInfo: paymentInfo,
  createTime: timeValue,
  completedTime: optionalValue(timeValue),
});

/** A parsed order from one currency to another: ids and amounts are strings, times are in milliseconds. */
export type FiatOrder = z.output<typeof fiatOrder>;

/** `data` of operation 5 by the requested `orderType` (spec: Order list page). */
export const ordersPage = {
  fiat_to_crypto: page(cryptoOrder),
  crypto_to_fiat: page(cryptoOrder),
  fiat_to_fiat: page(fiatOrder),
} as const satisfies Record<OrderType, z.ZodType>;
