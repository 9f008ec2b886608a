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
import { issue } from '../issuing/issuance.js';
import { issuedMethod } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import { readVirtualAccounts, type VirtualAccount } from '../ledger/virtual-accounts.js';
import type { Merchant } from '../ledger/merchants.js';
import { findOwnMerchant, query, type OperationInput } from './operation.js';

/** Operation 6: lists a merchant's virtual accounts of one payment id (spec: Get multiple virtual accounts). */
export const virtualAccounts = query({
  name: 'virtual-accounts',
  path: VIRTUAL_ACCOUNTS_PATH,
  query: virtualAccountsQuery,
  isReadOnly: false,
  handle,
});

/** Payment ids whose list shows fewer keys than the pending-fund query (spec: `fieldList` keys by payment id, 90). */
const LISTED_KEYS: ReadonlyMap<number, readonly string[]> = new Map([
  [90, ['Pix copia e cola', 'Pix QR Code']],
]);

async function handle(input: OperationInput<VirtualAccountsQuery>): Promise<object> {
  const { params, context } = input;
  const { paymentId, depositAlias, currentPage, pageSize } = params;
  const method = readMethod(params);
  const merchant = await findOwnMerchant(input, params.merchantId);
  const { total, accounts } = await readVirtualAccounts(
    context.db,
    { merchant: merchant.id, paymentId, alias: depositAlias },
    { current: currentPage, size: pageSize },
  );
  const record: object[] = [];
  for (const account of accounts) record.push(await toRecord(context, { merchant, method, account }));
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

/** A virtual account with its details, which are issued the first time it is listed and stay the same afterwards. */
async function toRecord(
  context: AppContext,
  { merchant, method, account }: { merchant: Merchant; method: Method; account: VirtualAccount },
): Promise<object> {
  const { alias, fiat, status } = account;
  const { fieldList } = await issue(context.db, {
    merchant,
    method,
    alias,
    isPersistent: true,
    seed: context.seed,
  });
  const keys = LISTED_KEYS.get(method.id) ?? Object.keys(fieldList);
  return {
    fiat,
    depositAlias: alias,
    paymentMethodName: railName(method),
    status,
    fieldList: withBaseUrl(Object.fromEntries(keys.map((key) => [key, fieldList[key]!])), context.baseUrl()),
  };
}
