import { z } from 'zod';
import { page } from './envelope.js';
import { fieldList, pendingFund } from './pending-fund.js';
import { idParameter, nameParameter, pageParameters, paymentIdParameter } from './query.js';
import { nameValue, optionalValue, statusValue, textValue } from './wire.js';

/** Maximum `pageSize` (spec: Limits). */
export const VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE = 50;

/**
 * The payment ids that have virtual accounts, with their currencies (spec: Get multiple virtual accounts).
 * The spec leaves 81 to 84 out of that list, but describes their responses (spec: Virtual account record).
 */
export const VIRTUAL_ACCOUNT_FIATS = {
  ...({ 105: 'MXN', 63: 'ARS', 68: 'COP', 90: 'BRL', 92: 'BRL' } as const),
  ...({ 81: 'USD', 82: 'USD', 83: 'USD', 84: 'USD' } as const),
} as const;

/** Currencies that have virtual accounts (spec: Limits), and that of 81 to 84. */
export const LISTED_FIATS = ['MXN', 'ARS', 'COP', 'BRL', 'USD'] as const;

/** A currency that has virtual accounts. */
export type VirtualAccountFiat = (typeof LISTED_FIATS)[number];

/** `status` of a virtual account (spec: Virtual account `status`). */
export const VIRTUAL_ACCOUNT_STATUSES = {
  1: 'authenticating',
  2: 'normal',
  3: 'authentication failed',
} as const;

/** The payment ids of USD. */
const USD_IDS: readonly number[] = [81, 82, 83, 84];

/**
 * Query parameters (spec: Get multiple virtual accounts). Parameters that the spec does not mark optional are
 * required.
 */
export const virtualAccountsQuery = z
  .strictObject({
    merchantId: idParameter,
    paymentId: paymentIdParameter,
    fiat: z.enum(LISTED_FIATS, { error: `one of ${LISTED_FIATS.join(', ')}` }),
    depositAlias: nameParameter.optional(),
    ...pageParameters(VIRTUAL_ACCOUNTS_MAX_PAGE_SIZE),
  })
  .refine(({ paymentId, fiat }) => fiat !== 'USD' || USD_IDS.includes(paymentId), {
    error: `another currency than USD, which is that of ${USD_IDS.join(', ')}`,
    path: ['fiat'],
  });

/** The parsed query of operation 6: `merchantId` is a bigint. */
export type VirtualAccountsQuery = z.output<typeof virtualAccountsQuery>;

/** A virtual account (spec: Virtual account record). Bare deposit information has no alias and no status. */
export const virtualAccount = z.object({
  fiat: nameValue,
  depositAlias: optionalValue(z.string()),
  paymentMethodName: textValue,
  status: optionalValue(statusValue),
  fieldList,
});

/** A virtual account with the members it has if it is bare deposit information, such as the funding id. */
export const listedAccount = virtualAccount.extend({
  txId: pendingFund.shape.txId,
  realName: pendingFund.shape.realName,
});

/** A parsed virtual account: each field is a list of strings. */
export type VirtualAccount = z.output<typeof listedAccount>;

/**
 * `data` of operation 6. The samples show `record` as a single object, and for payment ids 81 to 84 and 92
 * the bare deposit information without a page (spec: Virtual account record). Both are parsed to a page with
 * a list of one.
 */
export const virtualAccountsPage = page(listedAccount);

/** A parsed page of virtual accounts. */
export type VirtualAccountsPage = z.output<typeof virtualAccountsPage>;
