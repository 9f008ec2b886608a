import { z } from 'zod';
import { fieldList } from './pending-fund.js';
import { aliasParameter, fiatParameter, idParameter, pageParameters, paymentIdParameter } from './query.js';
import { countValue } from './wire.js';

/** Where operation 6 lives (spec: Get multiple virtual accounts). */
export const VIRTUAL_ACCOUNTS_PATH = '/v2/merchant/virtual/addfunds';

/** Largest `pageSize` (spec: Limits). */
export const VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE = 50;

/** The payment ids of the listing and the currency of each (spec: Get multiple virtual accounts). */
export const VIRTUAL_ACCOUNT_FIATS = { 105: 'MXN', 63: 'ARS', 68: 'COP', 90: 'BRL', 92: 'BRL' } as const;

/** `status` of a virtual account (spec: Virtual account `status`). */
export const VIRTUAL_ACCOUNT_STATUSES = {
  1: 'authenticating',
  2: 'normal',
  3: 'authentication failed',
} as const;

/** Query parameters (spec: Get multiple virtual accounts). What its table leaves unmarked is required here. */
export const virtualAccountsQuery = z.strictObject({
  merchantId: idParameter,
  paymentId: paymentIdParameter,
  fiat: fiatParameter,
  depositAlias: aliasParameter.optional(),
  ...pageParameters(VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE),
});

export type VirtualAccountsQuery = z.output<typeof virtualAccountsQuery>;

/** One virtual account (spec: Virtual account record). Without alias and status where the data is the details alone. */
export const virtualAccount = z.object({
  fiat: z.string(),
  depositAlias: z.string().optional(),
  paymentMethodName: z.string(),
  status: countValue.optional(),
  fieldList,
});

export type VirtualAccount = z.output<typeof virtualAccount>;

const listed = z.object({
  currentPage: countValue,
  size: countValue,
  total: countValue,
  record: z.array(virtualAccount),
});

/**
 * `data` of operation 6. Samples show `record` as one object; for payment ids 81 to 84 and 92 the data is the details
 * themselves, without a page (spec: Virtual account record). Either is a page of one.
 */
export const virtualAccountsPage = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null) return value;
  if (Object.hasOwn(value, 'record')) {
    const record: unknown = Reflect.get(value, 'record');
    return Array.isArray(record) ? value : { ...value, record: record === null ? [] : [record] };
  }
  return Object.hasOwn(value, 'fieldList') ? { currentPage: 1, size: 1, total: 1, record: [value] } : value;
}, listed);

export type VirtualAccountsPage = z.output<typeof listed>;
