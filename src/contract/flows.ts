import { z } from 'zod';
import { page } from './envelope.js';
import { FLOW_TYPES } from './flow-types.js';
import { currencyParameter, idParameter, pageParameters, timeParameter } from './query.js';
import { decimalValue, idValue, nameValue, textValue, timeValue, wordValue } from './wire.js';

export { FLOW_TYPES } from './flow-types.js';

/** Maximum `pageSize` (spec: Limits). */
export const FLOWS_MAX_PAGE_SIZE = 1000;

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

/** The parsed query of operation 7: ids are bigints, times are numbers. */
export type FlowsQuery = z.output<typeof flowsQuery>;

/**
 * A balance change (spec: Fiat flow record). Decimals and ids become strings, `createTime` becomes
 * milliseconds. `changed` is signed. A `category` or `flowType` that the spec does not list is kept.
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

/** A parsed balance change: ids and amounts are strings, `createTime` is in milliseconds. */
export type Flow = z.output<typeof flow>;

/**
 * `data` of operation 7. The spec's structure calls the list `record`, its sample `data` (spec: Fiat flow
 * record).
 */
export const flowsPage = page(flow);

/** A parsed page of balance changes. */
export type FlowsPage = z.output<typeof flowsPage>;
