import { ORDER_STATUSES, ORDERS_MAX_PAGE_SIZE, type OrderType } from 'deposit-slip/contract';
import { z } from 'zod';
import { pageSchema } from './page.js';
import {
  amountText,
  currency,
  decimalText,
  idNumber,
  idText,
  integer,
  oneOf,
  symbol,
  timeText,
} from './wire.js';

const statusOf = (kind: OrderType) => oneOf(...Object.keys(ORDER_STATUSES[kind]).map(Number));

const completedTime = z
  .union([timeText, z.literal('')])
  .meta({ description: 'Empty while the order is open.' });

/** An order with crypto on one side (spec: Order, kinds `fiat_to_crypto` and `crypto_to_fiat`). */
export const cryptoOrder = z.strictObject({
  orderId: idText,
  clientId: z.string(),
  merchantId: idNumber,
  paymentId: integer(1),
  country: z.string(),
  crypto: symbol,
  fiat: currency,
  orderType: z.enum(['fiat_to_crypto', 'crypto_to_fiat']),
  orderPrice: decimalText,
  cryptoAmount: decimalText,
  fiatAmount: amountText,
  fiatFee: amountText,
  orderStatus: statusOf('fiat_to_crypto'),
  hasRefund: oneOf(0, 1).describe('1 if the order is refunded.'),
  createTime: timeText,
  completedTime,
});

/** Payment info of a side: the specification shows the field, but leaves its content out of the sample. */
const paymentInfo = z.strictObject({ paymentMethodName: z.string() });

/** An order from one currency to another (spec: Order, kind `fiat_to_fiat`). */
export const fiatOrder = z.strictObject({
  orderId: idText,
  clientId: z.string(),
  onRampMerchantId: idNumber,
  onRampPaymentId: integer(1),
  onRampCountry: z.string(),
  onRampFiat: currency,
  onRampFiatAmount: amountText,
  onRampFiatFee: amountText,
  offRampMerchantId: idNumber,
  offRampPaymentId: integer(1),
  offRampCountry: z.string(),
  offRampFiat: currency,
  offRampFiatAmount: amountText,
  offRampFiatFee: amountText,
  orderPrice: decimalText,
  orderStatus: statusOf('fiat_to_fiat'),
  onRampPaymentInfo: paymentInfo,
  offRampPaymentInfo: paymentInfo,
  createTime: timeText,
  completedTime,
});

/** An order of any kind. */
export const order = z.union([cryptoOrder, fiatOrder]);

/** `data` of operation 5. */
export const ordersData = pageSchema(order, ORDERS_MAX_PAGE_SIZE);
