import { own } from 'deposit-slip/core';
import type { Queries } from '../db/db.js';
import { parametersOf } from '../http/request-parameters.js';
import { textOf } from '../http/response.js';
import { foldsOf, foldValue } from '../issuing/index.js';
import { findTargets, type DepositReferences } from '../ledger/reconcile.js';
import { scheduleDeposit } from '../scheduled-deposits.js';
import type { OperationCall } from './fault.js';
import { isJsonObject, parseEnvelope } from './shape.js';

/** Schedules a deposit of the requested amount to the details in a response. Other responses are not paid. */
export async function payLater(response: Response, call: OperationCall, milliseconds: number): Promise<void> {
  const data = own(parseEnvelope(await textOf(response)) ?? {}, 'data');
  const { amount } = await parametersOf(call.request);
  if (!isJsonObject(data) || !isJsonObject(data['fieldList']) || amount === undefined) return;
  const references = await referencesIn(call.context.db, data['txId'], data['fieldList']);
  const deposit = { ...references, fiat: String(data['fiat']), amount, senderName: 'Scheduled payer' };
  await scheduleDeposit(call.context, deposit, milliseconds);
}

/** What a payer's bank would send with the money, so that the deposit is reconciled like any other. */
async function referencesIn(db: Queries, txId: unknown, fieldList: object): Promise<DepositReferences> {
  if (typeof txId === 'string') return { txId };
  for (const value of Object.values(fieldList).map(String)) {
    const [linked] = await findTargets(db, 'link', [foldValue('link', value)]);
    if (linked && linked.txId !== null) return { txId: String(linked.txId) };
    for (const kind of ['account', 'reference'] as const)
      if ((await findTargets(db, kind, foldsOf(kind, value))).length > 0) return { [kind]: value };
  }
  return {};
}
