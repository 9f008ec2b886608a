import { PENDING_FUND_PATH, pendingFundQuery, type PendingFundQuery } from 'deposit-slip/contract';
import type { Method } from 'deposit-slip/core';
import { notFound, Refusal } from '../http/refusal.js';
import { withAddress } from '../issuing/index.js';
import { issuedMethod } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import { isNewPerCall, issue, type Issuance } from '../issuing/issuance.js';
import { NORMAL } from '../ledger/accounts.js';
import { findPayee } from '../ledger/payees.js';
import { magicOf } from './magic-amounts.js';
import { query, type Asked } from './operation.js';

/** Operation 8: the deposit details of a merchant's pending-fund account (spec: Get pending fund account). */
export const pendingFund = query({
  name: 'pending-fund',
  path: PENDING_FUND_PATH,
  query: pendingFundQuery,
  answer,
});

async function answer(asked: Asked<PendingFundQuery>): Promise<unknown> {
  const { given, world } = asked;
  const method = readMethod(given);
  const { merchant, kept } = await payeeOf(asked, method);
  const magic = magicOf(given.amount);
  const broken = await magic?.before?.(asked);
  if (broken) return broken;
  const { amount, depositAlias: alias = '' } = given;
  const issuance = kept ?? (await issue(world.db, { merchant, method, alias, amount, seed: world.seed }));
  magic?.after?.(asked, issuance);
  return toData(method, issuance, world.baseUrl());
}

/** Who is paid, if deposits are taken there; and the details given out before, where they stay. */
async function payeeOf({ given, merchants, world }: Asked<PendingFundQuery>, method: Method) {
  const { merchantId, depositAlias: alias } = given;
  const payee = merchants.includes(merchantId)
    ? await findPayee(world.db, { merchant: merchantId, method, alias: alias ?? '' })
    : undefined;
  if (!payee) throw notFound('Merchant', merchantId);
  const { merchant, hasAccount, aliasStatus, kept } = payee;
  if (alias !== undefined && aliasStatus === null) throw notFound('Deposit alias', alias);
  if (alias !== undefined && aliasStatus !== NORMAL)
    throw new Refusal(422, `Deposit alias ${alias} has status ${aliasStatus}, which takes no deposits.`);
  if (!hasAccount) throw new Refusal(422, `Merchant ${merchant.id} has no active ${method.fiat} account.`);
  return { merchant, kept: isNewPerCall(method) ? undefined : kept };
}

/** What the parameters say together: a method known here, and its currency. */
function readMethod({ paymentId, fiat }: PendingFundQuery): Method {
  const method = issuedMethod(paymentId);
  if (!method) throw new Refusal(400, `Parameter paymentId ${paymentId} is not a deposit method here.`);
  if (method.fiat !== fiat)
    throw new Refusal(400, `Parameter fiat must be ${method.fiat} for paymentId ${paymentId}.`);
  return method;
}

/**
 * `data` (spec: Pending-fund account information). `txId`, a string of digits, where the method names its funding;
 * `realName`, empty as in the samples, for 81 to 85: the methods with a deposit message.
 */
function toData(method: Method, { txId, fieldList }: Issuance, baseUrl: string): object {
  const isMatchedByMessage = method.fields.some(({ role }) => role === 'message');
  return {
    fiat: method.fiat,
    paymentMethodName: railName(method),
    ...(method.hasTxId && { txId: String(txId) }),
    ...(isMatchedByMessage && { realName: '' }),
    fieldList: withAddress(fieldList, baseUrl),
  };
}
