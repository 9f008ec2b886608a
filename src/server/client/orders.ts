import {
  ORDERS_PATH,
  type ORDER_STATUSES,
  ordersPage,
  ordersQuery,
  type CryptoOrder,
  type FiatOrder,
  type OrderType,
} from '../../contract/orders.js';
import { readQuery, type Call, type Caller } from './caller.js';
import type { Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';

/** Which orders are asked for (spec: Retrieve a list of orders). At most 100 on a page; times in milliseconds. */
export interface OrdersFilter<Type extends OrderType> extends PageFilter {
  readonly orderType: Type;
  /** A status of that kind of order (spec: States and transitions). */
  readonly orderStatus?: keyof (typeof ORDER_STATUSES)[Type] | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** What a record of a kind of order is. */
export type OrderOf<Type extends OrderType> = Type extends 'fiat_to_fiat' ? FiatOrder : CryptoOrder;

/** Operation 5: one page of the orders of one kind. */
export async function listOrders<Type extends OrderType>(
  call: Caller,
  filter: OrdersFilter<Type>,
  options?: CallOptions,
): Promise<Page<OrderOf<Type>>> {
  const operation = 'orders.list';
  const query = readQuery({ operation }, ordersQuery, filter);
  // The contract's table of answers says by its keys what this type says by its condition.
  const answer = ordersPage[filter.orderType] as unknown as Call<Page<OrderOf<Type>>>['answer'];
  return call({ operation, path: ORDERS_PATH, query, answer, options });
}
