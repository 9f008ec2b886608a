import type { CallOptions, MerchantClient } from 'deposit-slip/client';
import { desk } from './desk.js';
import type { ListApi } from './list-api.js';

/** A record's id is the row's, written as its list writes it. */
type Ids = AsyncGenerator<number, void, undefined>;

/** Every list with pages: how all of it is asked for, in pages of ten. */
export interface List {
  readonly name: string;
  all(client: MerchantClient, options?: CallOptions): Ids;
  readonly hasWindow: boolean;
}

async function* mapped<Entry>(entries: AsyncIterable<Entry>, idOf: (entry: Entry) => string): Ids {
  for await (const entry of entries) yield Number(idOf(entry));
}

export const ACCOUNTS = { merchantId: '1001', paymentId: 105, fiat: 'MXN', pageSize: 10 } as const;

export const ORDERS: List = {
  name: 'orders.all',
  all: ({ orders }, options) =>
    mapped(orders.all({ orderType: 'crypto_to_fiat', pageSize: 10 }, options), ({ orderId }) => orderId),
  hasWindow: true,
};
/** Orders leave a list by status as they move on. */
export const PAID: List = {
  name: 'orders.all by status',
  all: ({ orders }, options) =>
    mapped(
      orders.all({ orderType: 'crypto_to_fiat', orderStatus: 50, pageSize: 10 }, options),
      ({ orderId }) => orderId,
    ),
  hasWindow: true,
};
export const ALIASES: List = {
  name: 'virtualAccounts.all',
  all: ({ virtualAccounts }, options) =>
    mapped(virtualAccounts.all(ACCOUNTS, options), ({ depositAlias }) => depositAlias!.slice(1)),
  hasWindow: false,
};
export const FLOWS: List = {
  name: 'flows.all',
  all: ({ flows }, options) =>
    mapped(flows.all({ merchantId: '1001', pageSize: 10 }, options), ({ id }) => id),
  hasWindow: true,
};

export async function allOf(list: List, api: ListApi, options?: CallOptions): Promise<number[]> {
  const ids: number[] = [];
  for await (const id of list.all(desk('', { fetch: api.fetch }).client, options)) ids.push(id);
  return ids;
}
