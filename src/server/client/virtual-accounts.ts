import {
  VIRTUAL_ACCOUNTS_PATH,
  virtualAccountsPage,
  virtualAccountsQuery,
  type VirtualAccount,
  type VirtualAccountFiat,
} from '../../contract/virtual-accounts.js';
import { readQuery, type Caller } from './caller.js';
import type { Id, Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';

/** Which virtual accounts are asked for (spec: Get multiple virtual accounts). At most 50 on a page. */
export interface VirtualAccountsFilter extends PageFilter {
  readonly merchantId: Id;
  readonly paymentId: number;
  readonly fiat: VirtualAccountFiat;
  readonly depositAlias?: string | undefined;
}

/** Operation 6: one page of a merchant's virtual accounts. */
export async function listVirtualAccounts(
  call: Caller,
  filter: VirtualAccountsFilter,
  options?: CallOptions,
): Promise<Page<VirtualAccount>> {
  const operation = 'virtualAccounts.list';
  const query = readQuery({ operation }, virtualAccountsQuery, filter);
  return call({ operation, path: VIRTUAL_ACCOUNTS_PATH, query, answer: virtualAccountsPage, options });
}
