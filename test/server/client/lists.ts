import type { CallOptions, MerchantClient } from 'deposit-slip/client';
import type { ListApi } from './list-api.js';
import { scriptedClient } from './scripted-client.js';

/** The ids of the rows behind a list's records. */
type Ids = AsyncGenerator<number, void, undefined>;

/** A list with pages, read in pages of ten. */
export interface List {
  readonly name: string;
  all(client: MerchantClient, options?: CallOptions): Ids;
}

async function* mapIds<Entry>(entries: AsyncIterable<Entry>, idOf: (entry: Entry) => string): Ids {
  for await (const entry of entries) yield Number(idOf(entry));
}

export const ACCOUNTS = { merchantId: '1001', paymentId: 105, fiat: 'MXN', pageSize: 10 } as const;

export const ORDERS: List = {
  name: 'orders.all',
  all: ({ orders }, options) =>
    mapIds(orders.all({ orderType: 'crypto_to_fiat', pageSize: 10 }, options), ({ orderId }) => orderId),
};
/** Orders leave a list of one status when their status changes. */
export const PAID: List = {
  name: 'orders.all by status',
  all: ({ orders }, options) =>
    mapIds(
      orders.all({ orderType: 'crypto_to_fiat', orderStatus: 50, pageSize: 10 }, options),
      ({ orderId }) => orderId,
    ),
};
export const ALIASES: List = {
  name: 'virtualAccounts.all',
  all: ({ virtualAccounts }, options) =>
    mapIds(virtualAccounts.all(ACCOUNTS, options), ({ depositAlias }) => depositAlias!.slice(1)),
};
export const FLOWS: List = {
  name: 'flows.all',
  all: ({ flows }, options) =>
    mapIds(flows.all({ merchantId: '1001', pageSize: 10 }, options), ({ id }) => id),
};

/** Reads a whole list. `onId` is called for each id as it is yielded. */
export async function readAll(
  list: List,
  { fetch }: Pick<ListApi, 'fetch'>,
  { signal, onId }: { signal?: AbortSignal; onId?: (ids: readonly number[]) => void } = {},
): Promise<number[]> {
  const ids: number[] = [];
  for await (const id of list.all(scriptedClient('', { fetch }).client, { signal })) {
    ids.push(id);
    onId?.(ids);
  }
  return ids;
}
