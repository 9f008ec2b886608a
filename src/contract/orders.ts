import { z } from 'zod';
import { page } from './envelope.js';
import { pageParameters, timeParameter } from './query.js';
import { countValue, decimalValue, idValue, timeValue } from './wire.js';

/** Where operation 5 lives (spec: Retrieve a list of orders). */
export const ORDERS_PATH = '/v2/orders';

/** Largest `pageSize` (spec: Limits). */
export const ORDERS_MAX_PAGE_SIZE = 100;

const ONE_SIDED = {
  10: 'pending',
  30: 'approved',
  31: 'support documents pending',
  40: 'pending payment',
  50: 'paid',
  60: 'released',
  70: 'canceled',
} as const;

/** `orderStatus` by kind of order, with the spec's word for each (spec: States and transitions). */
export const ORDER_STATUSES = {
  fiat_to_crypto: ONE_SIDED,
  crypto_to_fiat: ONE_SIDED,
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

/** Every kind of order, in the spec's order. */
export const ORDER_TYPES = Object.keys(ORDER_STATUSES) as OrderType[];

/** Query parameters (spec: Retrieve a list of orders). `orderType` decides what a record looks like: without it none can be read. */
export const ordersQuery = z
  .strictObject({
    startTime: timeParameter.optional(),
    endTime: timeParameter.optional(),
    orderType: z.enum(ORDER_TYPES, { error: `one of ${ORDER_TYPES.join(', ')}` }),
    orderStatus: z
      .string()
      .regex(/^[1-9][0-9]$/, { error: 'a status of its kind of order' })
      .transform(Number)
      .optional(),
    ...pageParameters(ORDERS_MAX_PAGE_SIZE),
  })
  .refine(
    ({ orderType, orderStatus }) =>
      orderStatus === undefined || Object.hasOwn(ORDER_STATUSES[orderType], orderStatus),
    { error: 'a status of its kind of order', path: ['orderStatus'] },
  );

export type OrdersQuery = z.output<typeof ordersQuery>;

/** A time that is not known yet is an empty string; milliseconds, else undefined. */
const laterTime = z.union([z.literal('').transform(() => undefined), timeValue]);

/** An order with crypto on one side (spec: Order, kinds `fiat_to_crypto` and `crypto_to_fiat`). */
export const cryptoOrder = z.object({
  orderId: idValue,
  clientId: z.string(),
  merchantId: idValue,
  paymentId: idValue,
  country: z.string(),
  crypto: z.string(),
  fiat: z.string(),
  orderType: z.enum(['fiat_to_crypto', 'crypto_to_fiat']),
  orderPrice: decimalValue,
  cryptoAmount: decimalValue,
  fiatAmount: decimalValue,
  fiatFee: decimalValue,
  // More exist than the spec names (reading.md): the number stays.
  orderStatus: countValue,
  hasRefund: countValue.optional(),
  createTime: timeValue,
  completedTime: laterTime,
});

export type CryptoOrder = z.output<typeof cryptoOrder>;

/** Details of a payment: the sample leaves its fields out. */
const paymentInfo = z.record(z.string(), z.unknown());

/** An order from one currency to another (spec: Order, kind `fiat_to_fiat`). */
export const fiatOrder = z.object({
  orderId: idValue,
  clientId: z.string(),
  onRampMerchantId: idValue,
  onRampPaymentId: idValue,
  onRampCountry: z.string(),
  onRampFiat: z.string(),
  onRampFiatAmount: decimalValue,
  onRampFiatFee: decimalValue,
  offRampMerchantId: idValue,
  offRampPaymentId: idValue,
  offRampCountry: z.string(),
  offRampFiat: z.string(),
  offRampFiatAmount: decimalValue,
  offRampFiatFee: decimalValue,
  orderPrice: decimalValue,
  orderStatus: countValue,
  onRampPaymentInfo: paymentInfo,
  offRampPaymentInfo: paymentInfo,
  createTime: timeValue,
  completedTime: laterTime,
});

export type FiatOrder = z.output<typeof fiatOrder>;

/** `data` of operation 5 by the kind asked for (spec: Order list page). */
export const ordersPage = {
  fiat_to_crypto: page(cryptoOrder),
  crypto_to_fiat: page(cryptoOrder),
  fiat_to_fiat: page(fiatOrder),
} as const satisfies Record<OrderType, z.ZodType>;
