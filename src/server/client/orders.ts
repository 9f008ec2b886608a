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
import { readQuery, type CallResult, type Call, type Caller } from './caller.js';
import type { Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';
import { allOf, type AllOf, type ListCall } from './pages.js';

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
  const { data } = await readPage(call, listCall);
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
    read: (page) => readPage(call, { operation, filter: { ...filter, ...page }, options }),
    idOf: ({ orderId }) => orderId,
    timeOf: ({ createTime }) => createTime,
  });
}

async function readPage<Type extends OrderType>(
  call: Caller,
  { operation, filter, options }: ListCall<OrdersFilter<Type>>,
): Promise<CallResult<Page<OrderOf<Type>>>> {
  const query = readQuery({ operation }, ordersQuery, filter);
  // The keys of `ordersPage` express what the conditional type `OrderOf` does, but TypeScript cannot relate
  // them.
  const schema = ordersPage[filter.orderType] as unknown as Call<Page<OrderOf<Type>>>['schema'];
  return call({
    operation,
    path: ORDERS_PATH,
    query,
    schema,
    isIdempotent: true,
    options,
  });
}
