import { VIRTUAL_ACCOUNTS_PATH } from '../../contract/paths.js';
import {
  VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE,
  virtualAccountsPage,
  virtualAccountsQuery,
  type VirtualAccount,
  type VirtualAccountFiat,
} from '../../contract/virtual-accounts.js';
import { withAgreement, echoes, type Agreement } from './agreement.js';
import { readQuery, type CallResult, type Caller } from './caller.js';
import { codesAgreement, isComplete } from './details.js';
import type { Id, Page, PageFilter } from './input.js';
import type { CallOptions } from './options.js';
import { allOf, type AllOf, type ListCall } from './pages.js';
import type { Query } from './transport.js';

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
  const listCall = { operation: 'virtualAccounts.list', filter, options };
  const { data } = await readPage(call, listCall);
  return data;
}

/**
 * Operation 6, page by page: every virtual account of a merchant. The operation has no time window, so an
 * account created during the iteration may be missed.
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
    idOf: accountKey,
    // Another request would create new deposit details (spec: Virtual account record).
    isComplete: ({ record }) => record.some(isUnpaged),
  });
}

/** Identifies an account by its alias; its status may change while the list is read. */
function accountKey({ depositAlias, fieldList }: VirtualAccount): string {
  return JSON.stringify(depositAlias ?? fieldList);
}

/** The `status` of an account that can be paid into (spec: Virtual account `status`). */
const NORMAL = 2;

/** Whether a record is deposit information without a page around it. */
function isUnpaged({ depositAlias, status }: VirtualAccount): boolean {
  return depositAlias === undefined && status === undefined;
}

/** The payment ids whose details can come without a page (spec: Virtual account record). */
const UNPAGED: ReadonlySet<number> = new Set([81, 82, 83, 84, 92]);

/** An account that is authenticating or has failed may have no details yet. */
function accountAgreement(account: VirtualAccount, query: Query): Agreement {
  const paymentId = Number(query['paymentId']);
  const { status, fieldList } = account;
  const isBare = isUnpaged(account) && UNPAGED.has(paymentId);
  const isPayable = isBare || status === NORMAL;
  return {
    ...echoes(query, account, 'fiat'),
    ...(!isBare && echoes(query, account, 'depositAlias')),
    status: isBare || status !== undefined,
    fieldList: (!isPayable || isComplete(fieldList, paymentId)) && codesAgreement(fieldList, query),
  };
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
    schema: withAgreement(virtualAccountsPage, ({ record }) => ({
      record: record.map((account) => accountAgreement(account, query)),
    })),
    isIdempotent: true,
    options,
  });
}
