import { ORDERS_PATH, ordersQuery, type OrdersQuery } from 'deposit-slip/contract';
import { fromMinor } from 'deposit-slip/core';
import { issuedMethod } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import { readOrders, type Order, type OrderFilter, type OrderSide } from '../ledger/orders.js';
import { ordersData, type order as orderRecord } from '../schemas/orders.js';
import type { WireValue } from '../schemas/wire.js';
import { checkTimeRange, query, type AcceptedOnly, type OperationInput } from './operation.js';

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
  access,
  context,
}: OperationInput<OrdersQuery>): Promise<WireValue<typeof ordersData>> {
  const { currentPage, pageSize, ...filter } = params;
  checkTimeRange(filter);
  const { total, orders: found } = await readOrders(
    context.db,
    { ...(filter satisfies AcceptedOnly<typeof filter, OrderFilter>), merchants: await access.all() },
    { current: currentPage, size: pageSize },
  );
  return { size: pageSize, currentPage, total, record: found.map(toOrderRecord) };
}

/** The wire form of an order: order ids, amounts and times are strings (spec: Order). */
export function toOrderRecord(order: Order): WireValue<typeof orderRecord> {
  const { id, clientId, payOut, price, status } = order;
  const times = {
    createTime: String(order.at),
    completedTime: order.completedAt === null ? '' : String(order.completedAt),
  };
  if (!payOut) return { orderId: String(id), clientId, ...cryptoFields(order), ...times };
  return {
    ...{ orderId: String(id), clientId },
    ...toSide('onRamp', order.side),
    ...toSide('offRamp', payOut),
    ...{ orderPrice: price, orderStatus: status },
    ...{ onRampPaymentInfo: infoOf(order.side), offRampPaymentInfo: infoOf(payOut) },
    ...times,
  };
}

/** The fields of a purchase or sale of crypto. */
function cryptoFields({ kind, merchant, side, crypto, price, status, hasRefund }: Order) {
  return {
    merchantId: merchant,
    paymentId: side.paymentId,
    country: side.country,
    crypto: crypto!.token,
    fiat: side.fiat,
    orderType: kind as 'fiat_to_crypto' | 'crypto_to_fiat',
    orderPrice: price,
    cryptoAmount: crypto!.amount,
    fiatAmount: fromMinor(side.amount),
    fiatFee: fromMinor(side.fee),
    orderStatus: status,
    hasRefund: hasRefund ? (1 as const) : (0 as const),
  };
}

/**
 * One side of an order. `MerchantId` is the settings id: the id of the merchant's account in the side's
 * currency.
 */
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
