import {
  ORDERS_MAX_PAGE_SIZE,
  ORDERS_PATH,
  type ORDER_STATUSES,
  ordersPage,
  ordersQuery,
  type CryptoOrder,
  type FiatOrder,
  type OrderType,
} from '../../contract/orders.js';
import { readQuery, type Answered, type Call, type Caller } from './caller.js';
import type { Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';
import { allOf, type AllOf } from './pages.js';

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
  return (await readPage(call, { operation: 'orders.list', filter, options })).data;
}

/** Operation 5, page by page: every order of one kind. With `orderStatus`, orders can leave the list as it is read. */
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
    canLeave: filter?.orderStatus !== undefined,
    read: (page) => readPage(call, { operation, filter: { ...filter, ...page }, options }),
    idOf: ({ orderId }) => orderId,
    timeOf: ({ createTime }) => createTime,
  });
}

interface Asked<Type extends OrderType> {
  readonly operation: string;
  readonly filter: OrdersFilter<Type>;
  readonly options: CallOptions | undefined;
}

async function readPage<Type extends OrderType>(
  call: Caller,
  { operation, filter, options }: Asked<Type>,
): Promise<Answered<Page<OrderOf<Type>>>> {
  const query = readQuery({ operation }, ordersQuery, filter);
  // The contract's table of answers says by its keys what this type says by its condition.
  const answer = ordersPage[filter.orderType] as unknown as Call<Page<OrderOf<Type>>>['answer'];
  return call({ operation, path: ORDERS_PATH, query, answer, isRepeatable: true, options });
}
