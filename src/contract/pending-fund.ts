import { isJsonObject, recordsOf } from '../core/reader/answer.js';
import { readFieldList } from '../core/reader/field-list.js';
import { methodOf } from '../core/methods.js';
import { z } from 'zod';
import { amountParameter, fiatParameter, idParameter, nameParameter, paymentIdParameter } from './query.js';
import { idValue, nameValue, optionalValue, textValue } from './wire.js';

/** Where operation 8 lives (spec: Get pending fund account). */
export const PENDING_FUND_PATH = '/v2/merchant/addfunds';

/**
 * Query parameters (spec: Get pending fund account). The table calls `depositAlias` optional and `amount` mandatory
 * for some payment ids; what it leaves unmarked is required here.
 */
export const pendingFundQuery = z
  .strictObject({
    merchantId: idParameter,
    paymentId: paymentIdParameter,
    fiat: fiatParameter,
    depositAlias: nameParameter.optional(),
    amount: amountParameter.optional(),
  })
  .superRefine(({ paymentId, amount }, context) => {
    if (methodOf(paymentId)?.amount === 'required' && amount === undefined)
      context.addIssue({ code: 'custom', message: `given for paymentId ${paymentId}`, path: ['amount'] });
  });

/** The query of operation 8 once read: `merchantId` a bigint, `amount` a decimal string. */
export type PendingFundQuery = z.output<typeof pendingFundQuery>;

/**
 * Deposit fields by their keys. The structure describes each value as an array of strings, the samples carry plain
 * strings (spec: Virtual account record): every value is read as a list of texts, and what is empty is absent.
 */
export const fieldList = z.preprocess(toTexts, z.record(z.string(), z.array(z.string()))).meta({
  propertyNames: undefined,
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  description: 'Deposit fields by their keys, which follow from the payment id.',
});

function toTexts(value: unknown): unknown {
  const { entries, exceeded } = readFieldList(value);
  if (exceeded || typeof value !== 'object' || value === null) return undefined;
  const texts = new Map<string, string[]>();
  for (const { key, raw } of entries) texts.set(key, [...(texts.get(key) ?? []), raw]);
  return Object.fromEntries(texts);
}

/** `data` of operation 8 (spec: Pending-fund account information). `txId` and `realName` come for some payment ids. */
export const pendingFund = z.object({
  fiat: nameValue,
  paymentMethodName: textValue,
  txId: optionalValue(idValue),
  realName: optionalValue(z.string()),
  fieldList,
});

/** The one record of an answer to operation 8, also where a page is put around it as the sample of operation 6 does. */
export const pendingFundData = z.preprocess((value) => {
  const records = isJsonObject(value) ? recordsOf(value) : [];
  return records.length === 1 ? records[0] : undefined;
}, pendingFund);

/** Deposit instructions as they are read: each field a list of texts. */
export type PendingFund = z.output<typeof pendingFund>;
