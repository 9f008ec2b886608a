import { PENDING_FUND_PATH, pendingFundQuery, type PendingFundQuery } from 'deposit-slip/contract';
import type { Method } from 'deposit-slip/core';
import { trenchOf } from '../channels.js';
import { ApiError, notFound } from '../http/api-error.js';
import { withBaseUrl } from '../issuing/index.js';
import { issuedMethod } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import { isNewPerCall, issue, type Issuance, type IssueRequest } from '../issuing/issuance.js';
import type { Merchant } from '../ledger/merchants.js';
import { findPayee, type Payee } from '../ledger/payees.js';
import { NORMAL } from '../ledger/virtual-accounts.js';
import { details, hasRealName } from '../schemas/details.js';
import type { WireValue } from '../schemas/wire.js';
import { ownMerchantId, query, type AcceptedOnly, type OperationInput } from './operation.js';

/**
 * Operation 8: returns the deposit details of a merchant's pending-fund account (spec: Get pending fund
 * account).
 */
export const pendingFund = query({
  name: 'pending-fund',
  path: PENDING_FUND_PATH,
  query: pendingFundQuery,
  data: details,
  errors: [404, 422],
  isReadOnly: false,
  handle,
});

async function handle(input: OperationInput<PendingFundQuery>): Promise<WireValue<typeof details>> {
  const { params, context } = input;
  const { merchantId, paymentId: _, fiat: __, depositAlias: alias = '', ...passed } = params;
  const method = readMethod(params);
  await ownMerchantId(input, merchantId);
  const { keptFields, ...merchant } = await requirePayee(input, method);
  if (keptFields && !isNewPerCall(method))
    return toData(method, { txId: null, fieldList: keptFields }, context.baseUrl());
  const issuance = await issue(context.db, {
    ...(passed satisfies AcceptedOnly<typeof passed, IssueRequest>),
    ...{ merchant, method, alias, seed: context.seed },
  });
  return toData(method, issuance, context.baseUrl());
}

/**
 * Loads the merchant to pay. Throws a 404 or 422 if its channel, or the virtual account, takes no deposits.
 */
async function requirePayee(
  { params, context }: OperationInput<PendingFundQuery>,
  method: Method,
): Promise<Merchant & Pick<Payee, 'keptFields'>> {
  const { merchantId, depositAlias: alias } = params;
  const payee = await findPayee(context.db, { merchant: merchantId, method, alias: alias ?? '' });
  if (!payee) throw notFound('Merchant', merchantId);
  const { channel, isActive, aliasStatus, ...merchant } = payee;
  if (alias !== undefined && aliasStatus === null) throw notFound('Deposit alias', alias);
  if (alias !== undefined && aliasStatus !== NORMAL)
    throw new ApiError(422, `Deposit alias ${alias} has status ${aliasStatus} and takes no deposits.`);
  if (!isActive)
    throw new ApiError(
      422,
      `Merchant ${merchantId} has no active ${method.fiat} account on channel ${trenchOf(context.channels, channel)}.`,
    );
  return merchant;
}

/**
 * Returns the method of `paymentId`. Throws a 400 if the sandbox has none, or if `fiat` is not its currency.
 */
function readMethod({ paymentId, fiat }: PendingFundQuery): Method {
  const method = issuedMethod(paymentId);
  if (!method)
    throw new ApiError(400, `Parameter paymentId ${paymentId} is not a deposit method of the sandbox.`);
  if (method.fiat !== fiat)
    throw new ApiError(400, `Parameter fiat must be ${method.fiat} for paymentId ${paymentId}.`);
  return method;
}

/**
 * `data` (spec: Pending-fund account information). `txId` is a string of digits, present if the method's
 * details carry one. `realName` is empty as in the samples, and present for 81 to 85: the methods with a
 * deposit message.
 */
export function toData(
  method: Method,
  { txId, fieldList }: Pick<Issuance, 'txId' | 'fieldList'>,
  baseUrl: string,
): WireValue<typeof details> {
  return {
    fiat: method.fiat,
    paymentMethodName: railName(method),
    ...(method.hasTxId && { txId: String(txId) }),
    ...(hasRealName(method) && { realName: '' }),
    fieldList: withBaseUrl(fieldList, baseUrl),
  };
}
