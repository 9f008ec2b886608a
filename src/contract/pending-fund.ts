import { recordsOf } from '../core/reader/envelope.js';
import { isJsonObject } from '../core/reader/members.js';
import { readFieldList } from '../core/reader/field-list.js';
import { methodOf } from '../core/methods.js';
import { z } from 'zod';
import { amountParameter, fiatParameter, idParameter, nameParameter, paymentIdParameter } from './query.js';
import { idValue, nameValue, optionalValue, textValue } from './wire.js';

/**
 * Query parameters (spec: Get pending fund account). `depositAlias` is optional and `amount` is required for
 * some payment ids. The spec does not say which of the others are required; this contract requires all of
 * them.
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

/** The parsed query of operation 8: `merchantId` is a bigint, `amount` is a decimal string. */
export type PendingFundQuery = z.output<typeof pendingFundQuery>;

/**
 * Deposit fields by key. The spec describes each value as an array of strings, but its samples carry plain
 * strings (spec: Virtual account record). Every value is parsed to a list of strings, and empty values are
 * dropped. Other values are refused.
 */
export const fieldList = z.preprocess(toTexts, z.record(z.string(), z.array(z.string()))).meta({
  propertyNames: undefined,
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
  description: 'The deposit details by key. The keys depend on the payment id.',
});

function toTexts(value: unknown): unknown {
  const { entries, dropped, exceeded } = readFieldList(value);
  // A number may have lost leading zeros (docs/reading-policy.md R16).
  const isText = dropped.length === 0 && entries.every(({ lossy }) => !lossy);
  if (exceeded || !isText || typeof value !== 'object' || value === null) return undefined;
  const texts = new Map<string, string[]>();
  for (const { key, raw } of entries) texts.set(key, [...(texts.get(key) ?? []), raw]);
  return Object.fromEntries(texts);
}

/**
 * `data` of operation 8 (spec: Pending-fund account information). Only some payment ids have `txId` and
 * `realName`.
 */
export const pendingFund = z.object({
  fiat: nameValue,
  paymentMethodName: textValue,
  txId: optionalValue(idValue),
  realName: optionalValue(z.string()),
  fieldList,
});

/** The single record of operation 8, even if it is wrapped in a page, as in the sample of operation 6. */
export const pendingFundData = z.preprocess((value) => {
  const records = isJsonObject(value) ? recordsOf(value) : [];
  return records.length === 1 ? records[0] : undefined;
}, pendingFund);

/** Parsed deposit instructions: each field is a list of strings. */
export type PendingFund = z.output<typeof pendingFund>;
