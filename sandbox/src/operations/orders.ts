import { ORDERS_PATH, ordersQuery, type OrdersQuery } from 'deposit-slip/contract';
import { fromMinor } from 'deposit-slip/core';
import { issuedMethod } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import {
  readOrders,
  type CryptoOrderRow,
  type FiatOrderRow,
  type OrderRow,
  type OrderSide,
} from '../ledger/orders.js';
import {
  ordersData,
  type order as orderRecord,
  type cryptoOrder,
  type fiatOrder,
} from '../schemas/orders.js';
import type { Sent } from '../schemas/wire.js';
import { checkTimeRange, query, type OperationInput } from './operation.js';

/** Operation 5: lists the orders of one kind (spec: Retrieve a list of orders). */
export const orders = query({
  name: 'orders',
  path: ORDERS_PATH,
  query: ordersQuery,
  data: ordersData,
  handle,
});

async function handle({
  params,
  merchants,
  context,
}: OperationInput<OrdersQuery>): Promise<Sent<typeof ordersData>> {
  const { currentPage, pageSize, ...filter } = params;
  checkTimeRange(filter);
  const page = { current: currentPage, size: pageSize };
  const { total, orders: found } = await readOrders(context.db, { ...filter, merchants }, page);
  return { size: pageSize, currentPage, total, record: found.map(toRecord) };
}

/** The wire form of an order: order ids, amounts and times are strings (spec: Order). */
export function toRecord(order: OrderRow): Sent<typeof orderRecord> {
  return order.kind === 'fiat_to_fiat' ? toFiatOrder(order) : toCryptoOrder(order);
}

function toCryptoOrder(order: CryptoOrderRow): Sent<typeof cryptoOrder> {
  return {
    orderId: String(order.id),
    clientId: order.clientId,
    merchantId: order.merchant,
    paymentId: order.paymentId,
    country: order.country,
    crypto: order.crypto,
    fiat: order.fiat,
    orderType: order.kind,
    orderPrice: order.price,
    cryptoAmount: order.cryptoAmount,
    fiatAmount: fromMinor(order.amount),
    fiatFee: fromMinor(order.fee),
    orderStatus: order.status,
    hasRefund: order.hasRefund ? 1 : 0,
    ...timesOf(order),
  };
}

function toFiatOrder(order: FiatOrderRow): Sent<typeof fiatOrder> {
  return {
    orderId: String(order.id),
    clientId: order.clientId,
    ...toSide('onRamp', order.payIn),
    ...toSide('offRamp', order.payOut),
    orderPrice: order.price,
    orderStatus: order.status,
    onRampPaymentInfo: infoOf(order.payIn),
    offRampPaymentInfo: infoOf(order.payOut),
    ...timesOf(order),
  };
}

/** One side of an order. `MerchantId` is the settings id: the id of the merchant's account in the side's currency. */
function toSide<Name extends 'onRamp' | 'offRamp'>(name: Name, side: OrderSide): Side<Name> {
  return {
    [`${name}MerchantId`]: side.account,
    [`${name}PaymentId`]: side.paymentId,
    [`${name}Country`]: side.country,
    [`${name}Fiat`]: side.fiat,
    [`${name}FiatAmount`]: fromMinor(side.amount),
    [`${name}FiatFee`]: fromMinor(side.fee),
  } as Side<Name>;
}

type Side<Name extends string> = Readonly<
  Record<`${Name}MerchantId`, bigint> &
    Record<`${Name}PaymentId`, number> &
    Record<`${Name}${'Country' | 'Fiat' | 'FiatAmount' | 'FiatFee'}`, string>
>;

/** Payment info of a side: the specification shows the field, but leaves its content out of the sample. */
function infoOf({ paymentId }: OrderSide) {
  return { paymentMethodName: railName(issuedMethod(paymentId)) };
}

function timesOf({ at, completedAt }: OrderRow) {
  return { createTime: String(at), completedTime: completedAt === null ? '' : String(completedAt) };
}
