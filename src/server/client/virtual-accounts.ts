import {
  VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE,
  VIRTUAL_ACCOUNTS_PATH,
  virtualAccountsPage,
  virtualAccountsQuery,
  type VirtualAccount,
  type VirtualAccountFiat,
} from '../../contract/virtual-accounts.js';
import { readQuery, type Answered, type Caller } from './caller.js';
import type { Id, Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';
import { allOf, type AllOf } from './pages.js';

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
  return (await readPage(call, { operation: 'virtualAccounts.list', filter, options })).data;
}

/**
 * Operation 6, page by page: every virtual account of a merchant. It has no window of time; an account that is new may be
 * left out.
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
    canLeave: true,
    read: (page) => readPage(call, { operation, filter: { ...filter, ...page }, options }),
    idOf,
    // To ask on would make new details (spec: Virtual account record; for some methods each has its own funding id).
    isWhole: ({ record }) => record.some(isBare),
  });
}

/** The alias is what an account is listed by; its status may change while the list is read. */
function idOf({ depositAlias, fieldList }: VirtualAccount): string {
  return JSON.stringify(depositAlias ?? fieldList);
}

/** Deposit details alone, without a page around them. */
function isBare({ depositAlias, status }: VirtualAccount): boolean {
  return depositAlias === undefined && status === undefined;
}

interface Asked {
  readonly operation: string;
  readonly filter: VirtualAccountsFilter;
  readonly options: CallOptions | undefined;
}

async function readPage(
  call: Caller,
  { operation, filter, options }: Asked,
): Promise<Answered<Page<VirtualAccount>>> {
  const query = readQuery({ operation }, virtualAccountsQuery, filter);
  return call({
    operation,
    path: VIRTUAL_ACCOUNTS_PATH,
    query,
    answer: virtualAccountsPage,
    isRepeatable: true,
    options,
  });
}
