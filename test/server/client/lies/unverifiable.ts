import type { Change } from './lies.js';

/**
 * Members of a response of which a lie is believed, because nothing that was asked for and nothing else in it
 * shows one.
 */
export interface Unverifiable {
  /** The methods. */
  readonly operations: readonly string[];
  /** Without the places in lists. A value of a `fieldList` is `*`. */
  readonly members: readonly string[];
  readonly changes: readonly Change[];
  /** The row of docs/client.md, "What cannot be checked". */
  readonly why: string;
}

/** Another text, or none: the client reads an absent descriptive text as an empty one. */
const TEXT = ['another', 'large', 'removed', 'null', 'empty'] as const;
const ABSENT = ['removed', 'null', 'empty'] as const;
const AMOUNT = ['another', 'decimals', 'large'] as const;

/** Every lie that may be believed. None is about a member that was asked for. */
export const UNVERIFIABLE: readonly Unverifiable[] = [
  {
    operations: ['funds.claim'],
    members: ['txId'],
    changes: ['another', 'large'],
    why: 'The API creates it in this response.',
  },
  {
    operations: ['funds.transfer'],
    members: ['fromId', 'toId'],
    changes: ['another', 'large'],
    why: 'The API creates it in this response.',
  },
  {
    operations: ['pendingFund.get'],
    members: ['txId'],
    changes: ['another', 'large', 'added', ...ABSENT],
    why: 'The API creates it in this response. It is required for 90, 135 and 137; elsewhere the specification shows it with and without.',
  },
  {
    operations: ['funds.claim', 'funds.transfer'],
    members: ['createTime'],
    changes: ['another', 'large'],
    why: 'It is a time of the API’s clock, and a repeated `clientId` returns that of the first request.',
  },
  {
    operations: ['accounts.activate'],
    members: ['status'],
    changes: ['another', 'negative', 'large'],
    why: 'The specification does not say what a status means. Only 4 is tied to a currency and a link.',
  },
  {
    operations: ['accounts.activate'],
    members: ['failReason'],
    changes: ['another', 'large'],
    why: 'It is a text, and nothing else in the response says whether the activation failed.',
  },
  {
    operations: ['accounts.activate'],
    members: ['verifyLink'],
    changes: ['another', 'large', 'added'],
    why: 'The specification names no host. On the channel `cross-border`, USD and EUR may have a link or none.',
  },
  {
    operations: ['cryptoTransfers.list'],
    members: ['id', 'tokenId', 'clientId'],
    changes: ['another', 'large'],
    why: 'Without a filter nothing was asked about it. An `id` is any text.',
  },
  {
    operations: ['cryptoTransfers.list'],
    members: ['clientId'],
    changes: ABSENT,
    why: 'Without a filter nothing was asked about it: a transfer may have none.',
  },
  {
    operations: ['cryptoTransfers.list'],
    members: ['amount'],
    changes: [...AMOUNT, 'negative'],
    why: 'No other member depends on it but for its sign, and the record of the other side may be missing.',
  },
  {
    operations: ['cryptoTransfers.list'],
    members: ['fromMerchantId', 'toMerchantId'],
    changes: ['another', 'large'],
    why: 'It is the other merchant, who was not asked about. The side of `merchantId` is checked.',
  },
  {
    operations: ['cryptoTransfers.list', 'pairs.list'],
    members: ['data'],
    changes: ['removed', 'added'],
    why: 'The list has no total.',
  },
  {
    operations: ['orders.list', 'flows.list'],
    members: ['total'],
    changes: ['another', 'large'],
    why: 'A list can change between its count and its records.',
  },
  {
    operations: ['virtualAccounts.list'],
    members: ['total'],
    changes: ['another', 'large'],
    why: 'A list can change between its count and its records.',
  },
  {
    operations: ['orders.list', 'flows.list'],
    members: ['record'],
    changes: ['removed', 'added'],
    why: 'A list can change between its count and its records.',
  },
  {
    operations: ['virtualAccounts.list'],
    members: ['record'],
    changes: ['removed'],
    why: 'A list can change between its count and its records.',
  },
  {
    operations: ['orders.list', 'flows.list', 'virtualAccounts.list'],
    members: ['size'],
    changes: ['another'],
    why: 'The API may use smaller pages than requested.',
  },
  {
    operations: ['orders.list'],
    members: ['record.orderId', 'record.merchantId', 'record.onRampMerchantId', 'record.offRampMerchantId'],
    changes: ['another', 'large'],
    why: 'The query takes no order and no merchant. An `orderId` is checked to be on the page once.',
  },
  {
    operations: ['orders.list'],
    members: ['record.paymentId', 'record.onRampPaymentId', 'record.offRampPaymentId'],
    changes: ['another', 'large'],
    why: 'It is checked against the currency, which several payment ids share, and the specification does not list them all.',
  },
  {
    operations: ['orders.list'],
    members: [
      'record.orderPrice',
      'record.cryptoAmount',
      'record.fiatAmount',
      'record.fiatFee',
      'record.onRampFiatAmount',
      'record.onRampFiatFee',
      'record.offRampFiatAmount',
      'record.offRampFiatFee',
    ],
    changes: AMOUNT,
    why: 'The specification relates an order’s amounts by no sum: not the direction of the price, not the rounding, and not which amount contains the fee.',
  },
  {
    operations: ['orders.list'],
    members: ['record.crypto'],
    changes: ['another', 'large'],
    why: 'Nothing was asked about it, and the specification does not list the symbols.',
  },
  {
    operations: ['orders.list'],
    members: ['record.orderStatus'],
    changes: ['another', 'negative', 'large'],
    why: 'Without a filter any status is possible, and unknown ones are kept.',
  },
  {
    operations: ['orders.list'],
    members: ['record.hasRefund'],
    changes: [...ABSENT, 'another', 'negative', 'large'],
    why: 'The specification does not say what it means.',
  },
  {
    operations: ['orders.list'],
    members: ['record.createTime'],
    changes: ['another'],
    why: 'It is checked to be before `completedTime`; the specification does not say which of the two the window limits.',
  },
  {
    operations: ['orders.list'],
    members: ['record.completedTime'],
    changes: [...ABSENT, 'another', 'large', 'added'],
    why: 'An order may not be completed; the specification does not say in which status it is.',
  },
  {
    operations: ['orders.list'],
    members: ['record.clientId', 'record.country', 'record.onRampCountry', 'record.offRampCountry'],
    changes: TEXT,
    why: 'It is a text that nothing was asked about.',
  },
  {
    operations: ['orders.list'],
    members: ['record.onRampPaymentInfo', 'record.offRampPaymentInfo'],
    changes: [...ABSENT, 'another'],
    why: 'The specification omits its fields.',
  },
  {
    operations: ['orders.list'],
    members: ['record.onRampPaymentInfo'],
    changes: ['other type'],
    why: 'The specification omits its fields.',
  },
  {
    operations: ['virtualAccounts.list'],
    members: ['record.depositAlias'],
    changes: TEXT,
    why: 'Without a filter nothing was asked about it. It is checked to be on the page once.',
  },
  {
    operations: ['virtualAccounts.list'],
    members: ['record.paymentMethodName', 'paymentMethodName', 'realName'],
    changes: TEXT,
    why: 'It is a text that nothing was asked about.',
  },
  {
    operations: ['virtualAccounts.list'],
    members: ['record.txId', 'record.realName', 'txId'],
    changes: ['added'],
    why: 'Details without a page may have it, and the specification does not say for which payment ids.',
  },
  {
    operations: ['virtualAccounts.list'],
    members: ['record.status'],
    changes: ['another', 'negative', 'large'],
    why: 'It cannot be asked for, and unknown ones are kept.',
  },
  {
    operations: ['virtualAccounts.list'],
    members: ['record.fieldList'],
    changes: ['other type'],
    why: 'An account that is not in status 2 may have no details yet.',
  },
  {
    operations: ['virtualAccounts.list'],
    members: ['record.fieldList.*', 'fieldList.*'],
    changes: [...ABSENT, 'another', 'other type', 'added'],
    why: 'No one else knows the account. Links, lengths of numbers, codes and the essential values are checked; check digits and IBANs are not, because the specification’s own samples fail.',
  },
  {
    operations: ['pendingFund.get'],
    members: ['fieldList.*'],
    changes: [...ABSENT, 'another', 'other type', 'added'],
    why: 'No one else knows the account. Links, lengths of numbers, codes and the essential values are checked; check digits and IBANs are not, because the specification’s own samples fail.',
  },
  {
    operations: ['pendingFund.get'],
    members: ['paymentMethodName', 'realName'],
    changes: TEXT,
    why: 'It is a text that nothing was asked about.',
  },
  {
    operations: ['pendingFund.get'],
    members: ['realName'],
    changes: ['added'],
    why: 'It is a text that nothing was asked about.',
  },
  {
    operations: ['flows.list'],
    members: ['record.id', 'record.settingsId'],
    changes: ['another', 'large'],
    why: 'The query takes neither. An `id` is checked to be on the page once.',
  },
  {
    operations: ['flows.list'],
    members: ['record.merchantId', 'record.txId', 'record.flowType'],
    changes: ['another', 'large'],
    why: 'Without a filter nothing was asked about it.',
  },
  {
    operations: ['flows.list'],
    members: ['record.fiat'],
    changes: ['another'],
    why: 'Without a filter any currency is possible, in three capital letters.',
  },
  {
    operations: ['flows.list'],
    members: ['record.category'],
    changes: ['another', 'large'],
    why: 'The specification does not relate it to `flowType`.',
  },
  {
    operations: ['flows.list'],
    members: ['record.changed', 'record.total'],
    changes: [...AMOUNT, 'negative'],
    why: 'The specification says neither whether `changed` has a sign, nor which account `total` is of, nor how a list is sorted: so no flow is known to follow another.',
  },
  {
    operations: ['flows.list'],
    members: ['record.createTime'],
    changes: ['another', 'large'],
    why: 'It is checked against the window. Within it, or without one, it is a time of the API’s clock.',
  },
  {
    operations: ['flows.list'],
    members: ['record.extId'],
    changes: TEXT,
    why: 'It is a text that nothing was asked about.',
  },
  {
    operations: ['pairs.list'],
    members: ['country'],
    changes: TEXT,
    why: 'Nothing is asked. A pair is checked to be in the list once.',
  },
  {
    operations: ['pairs.list'],
    members: ['fiat', 'crypto', 'accuracy'],
    changes: ['another'],
    why: 'Nothing is asked. A pair is checked to be in the list once, with a currency in three capital letters.',
  },
  {
    operations: ['pairs.list'],
    members: ['crypto', 'accuracy'],
    changes: ['large'],
    why: 'Nothing is asked. A pair is checked to be in the list once, with a currency in three capital letters.',
  },
];
