import { ORDERS_PATH } from '../../contract/paths.js';
import {
  ORDERS_MAX_PAGE_SIZE,
  type ORDER_STATUSES,
  ordersPage,
  ordersQuery,
  type CryptoOrder,
  type FiatOrder,
  type OrderType,
} from '../../contract/orders.js';
import { methodOf } from '../../core/methods.js';
import { isFiat } from '../../core/money.js';
import { answering, echoes, type Agreement } from './agreement.js';
import { readQuery, type CallResult, type Call, type Caller } from './caller.js';
import { isUnsigned } from './decimals.js';
import type { Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';
import {
  entriesAgreement,
  isWithin,
  pageAgreement,
  type PageRule,
  type RecordRules,
} from './page-agreement.js';
import { allOf, type AllOf, type ListCall } from './pages.js';
import { textsOf, type Query } from './transport.js';

/** Filters orders (spec: Retrieve a list of orders). `pageSize` is at most 100; times are in milliseconds. */
export interface OrdersFilter<Type extends OrderType> extends PageFilter {
  readonly orderType: Type;
  /** A status that this kind of order can have (spec: States and transitions). */
  readonly orderStatus?: keyof (typeof ORDER_STATUSES)[Type] | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** The record of each kind of order. */
export type OrderOf<Type extends OrderType> = Type extends 'fiat_to_fiat' ? FiatOrder : CryptoOrder;

/** Operation 5: one page of orders of one kind. */
export async function listOrders<Type extends OrderType>(
  call: Caller,
  filter: OrdersFilter<Type>,
  options?: CallOptions,
): Promise<Page<OrderOf<Type>>> {
  const listCall = { operation: 'orders.list', filter, options };
  const { data } = await readPage(call, listCall, (page, query, raw) =>
    pageAgreement(query, page, raw, rulesOf(query)),
  );
  return data;
}

/**
 * Operation 5, page by page: every order of one kind. With `orderStatus`, orders may leave the list while it
 * is being read.
 */
export function allOrders<Type extends OrderType>(
  call: Caller,
  filter: AllOf<OrdersFilter<Type>>,
  options?: CallOptions,
): AsyncGenerator<OrderOf<Type>, void, undefined> {
  const operation = 'orders.all';
  return allOf<OrderOf<Type>>({
    operation,
    filter,
    options,
    pageSize: filter?.pageSize ?? ORDERS_MAX_PAGE_SIZE,
    canShrink: filter?.orderStatus !== undefined,
    read: (page) =>
      readPage(call, { operation, filter: { ...filter, ...page }, options }, (orders) =>
        // The filter's own window is used: the query's `endTime` may come from the iterator, not from the
        // caller.
        entriesAgreement(orders, rulesOf(textsOf(filter) as Query)),
      ),
    idOf: ({ orderId }) => orderId,
    timeOf: ({ createTime }) => createTime,
  });
}

async function readPage<Type extends OrderType>(
  call: Caller,
  { operation, filter, options }: ListCall<OrdersFilter<Type>>,
  agreementOf: PageRule<OrderOf<Type>>,
): Promise<CallResult<Page<OrderOf<Type>>>> {
  const query = readQuery({ operation }, ordersQuery, filter);
  // The keys of `ordersPage` express what the conditional type `OrderOf` does, but TypeScript cannot relate
  // them.
  const schema = ordersPage[filter.orderType] as unknown as Call<Page<OrderOf<Type>>>['schema'];
  return call({
    operation,
    path: ORDERS_PATH,
    query,
    schema: answering(schema, (page, raw) => agreementOf(page, query, raw)),
    isIdempotent: true,
    options,
  });
}

function rulesOf(query: Query): RecordRules<CryptoOrder | FiatOrder> {
  return {
    agreementOf: (order) => ({
      ...echoes(query, order, 'orderStatus'),
      ...('crypto' in order ? cryptoAgreement(order, query) : fiatAgreement(order)),
      orderPrice: isUnsigned(order.orderPrice),
      ...timesAgreement(order, query),
    }),
    keyOf: ({ orderId }) => orderId,
    key: 'orderId',
  };
}

function cryptoAgreement(order: CryptoOrder, query: Query): Agreement & object {
  return {
    ...echoes(query, order, 'orderType'),
    crypto: order.crypto !== order.fiat,
    fiat: isFiatOf(order.paymentId, order.fiat),
    cryptoAmount: isUnsigned(order.cryptoAmount),
    fiatAmount: isUnsigned(order.fiatAmount),
    fiatFee: isUnsigned(order.fiatFee),
  };
}

function fiatAgreement(order: FiatOrder): Agreement & object {
  return {
    onRampFiat: isFiatOf(order.onRampPaymentId, order.onRampFiat),
    onRampFiatAmount: isUnsigned(order.onRampFiatAmount),
    onRampFiatFee: isUnsigned(order.onRampFiatFee),
    offRampFiat: isFiatOf(order.offRampPaymentId, order.offRampFiat),
    offRampFiatAmount: isUnsigned(order.offRampFiatAmount),
    offRampFiatFee: isUnsigned(order.offRampFiatFee),
  };
}

/** Whether a payment id belongs to this currency. An unknown one may belong to any. */
function isFiatOf(paymentId: string, fiat: string): boolean {
  return fiat === methodOf(Number(paymentId))?.fiat || (isFiat(fiat) && !methodOf(Number(paymentId)));
}

/** The specification does not say which of an order's two times the window applies to. */
function timesAgreement({ createTime, completedTime = createTime }: CryptoOrder | FiatOrder, query: Query) {
  return {
    createTime: [createTime, completedTime].some((time) => isWithin(query, time)),
    completedTime: completedTime >= createTime,
  };
}
