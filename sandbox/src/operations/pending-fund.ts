import { PENDING_FUND_PATH, pendingFundQuery, type PendingFundQuery } from 'deposit-slip/contract';
import type { Method } from 'deposit-slip/core';
import { notFound, Refusal } from '../http/refusal.js';
import { withAddress } from '../issuing/index.js';
import { issuedMethod } from '../issuing/methods.js';
import { railName } from '../issuing/rails.js';
import { findKept, isNewPerCall, issue, type Issuance } from '../issuing/issuance.js';
import { NORMAL } from '../ledger/accounts.js';
import type { Merchant } from '../ledger/merchants.js';
import { findPayee } from '../ledger/payees.js';
import { magicOf } from './magic-amounts.js';
import { ownMerchant, query, type Asked } from './operation.js';

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
  ownMerchant(asked, given.merchantId);
  const kept = await keptBy(asked, method);
  const payee = kept ? undefined : await payeeOf(asked, method);
  const magic = magicOf(given.amount);
  const broken = await magic?.before?.(asked);
  if (broken) return broken;
  const { amount, depositAlias: alias = '' } = given;
  const ask = { method, alias, amount, seed: world.seed };
  const issuance = kept ?? (await issue(world.db, { ...ask, merchant: payee! }));
  magic?.after?.(asked, issuance);
  return toData(method, issuance, world.baseUrl());
}

/**
 * Details the merchant was given before, where they stay: then it has the account too, since none is ever closed. Those
 * of a virtual account are not looked for here, because its status may have changed.
 */
function keptBy({ given, world }: Asked<PendingFundQuery>, method: Method): Promise<Issuance | undefined> {
  if (given.depositAlias !== undefined || isNewPerCall(method)) return Promise.resolve(undefined);
  return findKept(world.db, { merchant: { id: given.merchantId }, method });
}

/** Who is paid, if deposits are taken there. */
async function payeeOf({ given, world }: Asked<PendingFundQuery>, method: Method): Promise<Merchant> {
  const { merchantId, depositAlias: alias } = given;
  const payee = await findPayee(world.db, { merchant: merchantId, method, alias: alias ?? '' });
  if (!payee) throw notFound('Merchant', merchantId);
  const { hasAccount, aliasStatus, ...merchant } = payee;
  if (alias !== undefined && aliasStatus === null) throw notFound('Deposit alias', alias);
  if (alias !== undefined && aliasStatus !== NORMAL)
    throw new Refusal(422, `Deposit alias ${alias} has status ${aliasStatus}, which takes no deposits.`);
  if (!hasAccount) throw new Refusal(422, `Merchant ${merchantId} has no active ${method.fiat} account.`);
  return merchant;
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
