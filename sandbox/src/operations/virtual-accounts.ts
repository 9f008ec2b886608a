import {
  VIRTUAL_ACCOUNT_FIATS,
  VIRTUAL_ACCOUNTS_PATH,
  virtualAccountsQuery,
  type VirtualAccountsQuery,
} from 'deposit-slip/contract';
import type { Method } from 'deposit-slip/core';
import type { AppContext } from '../app-context.js';
import { ApiError } from '../http/api-error.js';
import { withBaseUrl } from '../issuing/index.js';
import { findIssued, issue, type Issuance } from '../issuing/issuance.js';
import { issuedMethod, listedKeys } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import {
  readVirtualAccounts,
  type VirtualAccount,
  type VirtualAccountFilter,
} from '../ledger/virtual-accounts.js';
import type { Merchant } from '../ledger/merchants.js';
import { virtualAccountsData, type virtualAccount } from '../schemas/details.js';
import type { WireValue } from '../schemas/wire.js';
import { findOwnMerchant, query, type AcceptedOnly, type OperationInput } from './operation.js';

/**
 * Operation 6: lists a merchant's virtual accounts of one payment id (spec: Get multiple virtual accounts).
 */
export const virtualAccounts = query({
  name: 'virtual-accounts',
  path: VIRTUAL_ACCOUNTS_PATH,
  query: virtualAccountsQuery,
  data: virtualAccountsData,
  errors: [404],
  isReadOnly: false,
  handle,
});

async function handle(
  input: OperationInput<VirtualAccountsQuery>,
): Promise<WireValue<typeof virtualAccountsData>> {
  const { params, context } = input;
  const { merchantId, fiat: _, depositAlias: alias, currentPage, pageSize, ...filter } = params;
  const method = readMethod(params);
  const merchant = await findOwnMerchant(input, merchantId);
  const { total, accounts } = await readVirtualAccounts(
    context.db,
    { ...(filter satisfies AcceptedOnly<typeof filter, VirtualAccountFilter>), merchant: merchant.id, alias },
    { current: currentPage, size: pageSize },
  );
  const record: WireValue<typeof virtualAccount>[] = [];
  const aliases = accounts.map(({ alias }) => alias);
  const issued = await findIssued(context.db, { merchant, method, aliases });
  for (const account of accounts) {
    const issuedFields = issued.get(account.alias);
    record.push(await toRecord(context, { merchant, method, account, issuedFields }));
  }
  return { currentPage, size: pageSize, total, record };
}

function readMethod({ paymentId, fiat }: VirtualAccountsQuery): Method {
  const listed: Readonly<Record<number, string>> = VIRTUAL_ACCOUNT_FIATS;
  const expectedFiat = Object.hasOwn(listed, paymentId) ? listed[paymentId] : undefined;
  const method = issuedMethod(paymentId);
  if (expectedFiat === undefined || !method)
    throw new ApiError(400, `Parameter paymentId must be one of ${Object.keys(listed).join(', ')}.`);
  if (expectedFiat !== fiat)
    throw new ApiError(400, `Parameter fiat must be ${expectedFiat} for paymentId ${paymentId}.`);
  return method;
}

interface Listed {
  readonly merchant: Merchant;
  readonly method: Method;
  readonly account: VirtualAccount;
  /** Its details, if they were issued before. */
  readonly issuedFields: Issuance['fieldList'] | undefined;
}

/**
 * A virtual account with its details, which are issued the first time it is listed and stay the same
 * afterwards.
 */
async function toRecord(
  context: AppContext,
  { merchant, method, account, issuedFields }: Listed,
): Promise<WireValue<typeof virtualAccount>> {
  const { alias, fiat, status } = account;
  const request = { merchant, method, alias, isPersistent: true, seed: context.seed };
  const fieldList = issuedFields ?? (await issue(context.db, request)).fieldList;
  const keys = listedKeys(method);
  return {
    fiat,
    depositAlias: alias,
    paymentMethodName: railName(method),
    status,
    fieldList: withBaseUrl(Object.fromEntries(keys.map((key) => [key, fieldList[key]!])), context.baseUrl()),
  };
}
