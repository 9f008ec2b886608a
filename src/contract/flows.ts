import { z } from 'zod';
import { isJsonObject } from '../core/reader/answer.js';
import { listIn, page } from './envelope.js';
import { currencyParameter, idParameter, pageParameters, timeParameter } from './query.js';
import { decimalValue, idValue, nameValue, numeral, textValue, timeValue, wordValue } from './wire.js';

/** Where operation 7 lives (spec: Get a list of merchant fiat flow). */
export const FLOWS_PATH = '/v2/merchant/fiat/flows';

/** Largest `pageSize` (spec: Limits). */
export const FLOWS_MAX_PAGE_SIZE = 1000;

/** `flowType` of a record (spec: Fiat flow record). */
export const FLOW_TYPES = [
  'BUY_CRYPTO',
  'BUY_CRYPTO_ROLLBACK',
  'REFUND',
  'REFUND_ROLLBACK',
  'DEPOSIT',
  'WITHDRAW',
  'WITHDRAW_ROLLBACK',
  'TRANSFER_IN',
  'TRANSFER_OUT',
] as const;

/** `category` of a record (spec: Fiat flow record). */
export const FLOW_CATEGORIES = ['TRADE', 'FEE', 'TRANSFER'] as const;

const flowTypeFilter = z.enum(['ALL', ...FLOW_TYPES], { error: `one of ALL, ${FLOW_TYPES.join(', ')}` });

/** Query parameters (spec: Get a list of merchant fiat flow). */
export const flowsQuery = z.strictObject({
  startTime: timeParameter.optional(),
  endTime: timeParameter.optional(),
  merchantId: idParameter.optional(),
  fiat: currencyParameter.optional(),
  txId: idParameter.optional(),
  flowType: flowTypeFilter.default('ALL'),
  ...pageParameters(FLOWS_MAX_PAGE_SIZE),
});

/** The query of operation 7 once read: ids and times as bigints. */
export type FlowsQuery = z.output<typeof flowsQuery>;

/**
 * One balance change (spec: Fiat flow record). Decimals and ids become strings, `createTime` milliseconds. `changed` is
 * signed; a `category` or `flowType` the spec does not name stays as it came.
 */
export const flow = z.object({
  id: idValue,
  merchantId: idValue,
  settingsId: idValue,
  txId: idValue,
  category: wordValue(FLOW_CATEGORIES),
  flowType: wordValue(FLOW_TYPES),
  fiat: nameValue,
  changed: decimalValue,
  total: decimalValue,
  extId: textValue,
  createTime: timeValue,
});

/** A balance change as it is read: ids and amounts as strings, `createTime` in milliseconds. */
export type Flow = z.output<typeof flow>;

/** `data` of operation 7. The structure names its list `record`, the sample `data` (spec: Fiat flow record). */
export const flowsPage = page(flow);

/** A page of balance changes as it is read. */
export type FlowsPage = z.output<typeof flowsPage>;

const seen = <Value extends z.ZodType>(value: Value) => value.optional().catch(undefined);
const word = seen(numeral.refine((text) => text !== ''));

/**
 * A flow as far as it can be read, for who must not stop at one that cannot: each member as in `flow` or absent. Its
 * words keep any form, so that a strange id is another id and never none.
 */
export const seenFlow = z.object({
  id: word,
  merchantId: word,
  txId: word,
  category: word,
  flowType: word,
  fiat: word,
  changed: seen(decimalValue),
  createTime: seen(timeValue),
});

/** A balance change as far as it can be read. */
export type SeenFlow = z.output<typeof seenFlow>;

/** The flows of a page as far as they can be read. It takes any value. */
export const seenFlows = z.preprocess(
  (value) => (listIn(value) ?? []).filter(isJsonObject),
  z.array(seenFlow),
);
