import { VIRTUAL_ACCOUNTS_PATH } from '../../contract/paths.js';
import {
  VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE,
  virtualAccountsPage,
  virtualAccountsQuery,
  type VirtualAccount,
  type VirtualAccountFiat,
} from '../../contract/virtual-accounts.js';
import { readQuery, type CallResult, type Caller } from './caller.js';
import type { Id, Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';
import { allOf, type AllOf, type ListCall } from './pages.js';

/** Filters virtual accounts (spec: Get multiple virtual accounts). `pageSize` is at most 50. */
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
  return (await readPage(call, { operation: 'virtualAccounts.list', filter, options })).data;
}

/**
 * Operation 6, page by page: every virtual account of a merchant. The operation has no time window, so an account
 * created during the iteration may be left out.
 */
export function allVirtualAccounts(
  call: Caller,
  filter: AllOf<VirtualAccountsFilter>,
  options?: CallOptions,
): AsyncGenerator<VirtualAccount, void, undefined> {
  const operation = 'virtualAccounts.all';
  return allOf<VirtualAccount>({
    operation,
    filter,
    options,
    pageSize: filter?.pageSize ?? VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE,
    canShrink: true,
    read: (page) => readPage(call, { operation, filter: { ...filter, ...page }, options }),
    idOf,
    // Another request would create new deposit details (spec: Virtual account record).
    isComplete: ({ record }) => record.some(isUnpaged),
  });
}

/** Identifies an account by its alias; its status may change while the list is read. */
function idOf({ depositAlias, fieldList }: VirtualAccount): string {
  return JSON.stringify(depositAlias ?? fieldList);
}

/** Whether a record is bare deposit information, without a page around it. */
function isUnpaged({ depositAlias, status }: VirtualAccount): boolean {
  return depositAlias === undefined && status === undefined;
}

async function readPage(
  call: Caller,
  { operation, filter, options }: ListCall<VirtualAccountsFilter>,
): Promise<CallResult<Page<VirtualAccount>>> {
  const query = readQuery({ operation }, virtualAccountsQuery, filter);
  return call({
    operation,
    path: VIRTUAL_ACCOUNTS_PATH,
    query,
    schema: virtualAccountsPage,
    isIdempotent: true,
    options,
  });
}
