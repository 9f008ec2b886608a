import { isJsonObject, own } from 'deposit-slip/core';
import { parametersOf } from '../http/request-parameters.js';
import { bodyText } from '../http/response.js';
import { referencesTo } from '../ledger/reconcile.js';
import { scheduleDeposit } from '../scheduled-deposits.js';
import type { OperationCall } from './fault.js';
import { parseEnvelope } from './shape.js';

/** Schedules a deposit of the requested amount to the details in a response. Other responses are not paid. */
export async function payLater(response: Response, call: OperationCall, milliseconds: number): Promise<void> {
  const data = own(parseEnvelope(await bodyText(response)) ?? {}, 'data');
  const { amount } = await parametersOf(call.request);
  if (!isJsonObject(data) || !isJsonObject(data['fieldList']) || amount === undefined) return;
  const { txId, fieldList } = data;
  const references = await referencesTo(call.context.db, { txId, fieldList });
  const deposit = { ...references, fiat: String(data['fiat']), amount, senderName: 'Scheduled payer' };
  await scheduleDeposit(call.context, deposit, milliseconds);
}
