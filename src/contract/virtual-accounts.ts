import { z } from 'zod';
import { page } from './envelope.js';
import { fieldList, pendingFund } from './pending-fund.js';
import { idParameter, nameParameter, pageParameters, paymentIdParameter } from './query.js';
import { nameValue, optionalValue, statusValue, textValue } from './wire.js';

/** Where operation 6 lives (spec: Get multiple virtual accounts). */
export const VIRTUAL_ACCOUNTS_PATH = '/v2/merchant/virtual/addfunds';

/** Largest `pageSize` (spec: Limits). */
export const VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE = 50;

/** The payment ids of the listing and the currency of each (spec: Get multiple virtual accounts). */
export const VIRTUAL_ACCOUNT_FIATS = { 105: 'MXN', 63: 'ARS', 68: 'COP', 90: 'BRL', 92: 'BRL' } as const;

/** Currencies of the listing (spec: Limits). */
export const LISTED_FIATS = ['MXN', 'ARS', 'COP', 'BRL'] as const;

/** A currency of the listing. */
export type VirtualAccountFiat = (typeof LISTED_FIATS)[number];

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
  fiat: z.enum(LISTED_FIATS, { error: `one of ${LISTED_FIATS.join(', ')}` }),
  depositAlias: nameParameter.optional(),
  ...pageParameters(VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE),
});

/** The query of operation 6 once read: `merchantId` a bigint. */
export type VirtualAccountsQuery = z.output<typeof virtualAccountsQuery>;

/** One virtual account (spec: Virtual account record). Without alias and status where the data is the details alone. */
export const virtualAccount = z.object({
  fiat: nameValue,
  depositAlias: optionalValue(z.string()),
  paymentMethodName: textValue,
  status: optionalValue(statusValue),
  fieldList,
});

/** A record with what it has where it is the deposit information itself: the funding's id among it. */
export const listedAccount = virtualAccount.extend({
  txId: pendingFund.shape.txId,
  realName: pendingFund.shape.realName,
});

/** A virtual account as it is read: each field a list of texts. */
export type VirtualAccount = z.output<typeof listedAccount>;

/**
 * `data` of operation 6. Samples show `record` as one object; for payment ids 81 to 84 and 92 the data is the details
 * themselves, without a page (spec: Virtual account record). Either is a page with a list of one.
 */
export const virtualAccountsPage = page(listedAccount);

/** A page of virtual accounts as it is read. */
export type VirtualAccountsPage = z.output<typeof virtualAccountsPage>;
