import { z } from 'zod';
import { page } from './envelope.js';
import { fiatParameter, idParameter, pageParameters, timeParameter } from './query.js';
import { decimalValue, idValue, timeValue } from './wire.js';

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
  fiat: fiatParameter.optional(),
  txId: idParameter.optional(),
  flowType: flowTypeFilter.default('ALL'),
  ...pageParameters(FLOWS_MAX_PAGE_SIZE),
});

export type FlowsQuery = z.output<typeof flowsQuery>;

/** One balance change (spec: Fiat flow record). Decimals and ids become strings, `createTime` milliseconds. */
export const flow = z.object({
  id: idValue,
  merchantId: idValue,
  settingsId: idValue,
  txId: idValue,
  category: z.enum(FLOW_CATEGORIES),
  flowType: z.enum(FLOW_TYPES),
  fiat: z.string(),
  changed: decimalValue,
  total: decimalValue,
  extId: z.string(),
  createTime: timeValue,
});

export type Flow = z.output<typeof flow>;

const listed = page(flow);

/** `data` of operation 7. The structure names its list `record`, the sample `data` (spec: Fiat flow record). */
export const flowsPage = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, 'record')) return value;
  return Object.hasOwn(value, 'data') ? { ...value, record: Reflect.get(value, 'data') } : value;
}, listed);

export type FlowsPage = z.output<typeof listed>;
