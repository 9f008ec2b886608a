import type { Change } from './lies.js';

/**
 * The ways in which members may differ, and the members, without list indexes. A value of a `fieldList` is
 * `*`.
 */
type Believed = readonly [changes: readonly Change[], ...members: readonly string[]];

const OTHER = ['another', 'large'] as const;
const ABSENT = ['removed', 'null', 'empty'] as const;
/**
 * Every lie that may be believed, by method, because neither the request nor the rest of the response reveals
 * it; docs/client.md says why ("What cannot be checked"). None is about a member that the request names.
 */
const TEXT = [...OTHER, ...ABSENT] as const;

/**
 * Every lie that may be believed, by method, because neither the request nor the rest of the response reveals
 * it; docs/client.md says why ("What cannot be checked"). None is about a member that the request determines.
 */
export const UNVERIFIABLE: Readonly<Record<string, readonly Believed[]>> = {
  'funds.claim': [[OTHER, 'txId', 'createTime']],
  'funds.transfer': [[OTHER, 'fromId', 'toId', 'createTime']],
  'pendingFund.get': [
    [[...TEXT, 'added'], 'txId', 'realName'],
    [[...ABSENT, 'another', 'added', 'other type'], 'fieldList.*'],
    [TEXT, 'paymentMethodName'],
  ],
  'accounts.activate': [
    [[...OTHER, 'negative'], 'status'],
    [OTHER, 'failReason'],
    [[...OTHER, 'added'], 'verifyLink'],
  ],
  'cryptoTransfers.list': [
    [OTHER, 'id', 'tokenId', 'fromMerchantId', 'toMerchantId'],
    [TEXT, 'clientId'],
    [[...OTHER, 'decimals', 'negative'], 'amount'],
    [['added', 'removed'], 'data'],
  ],
  'pairs.list': [
    [['added', 'removed'], 'data'],
    [TEXT, 'country'],
    [['another'], 'fiat'],
    [OTHER, 'crypto', 'accuracy'],
  ],
  'orders.list': [
    [
      OTHER,
      'total',
      'record.orderId',
      'record.merchantId',
      'record.onRampMerchantId',
      'record.offRampMerchantId',
    ],
    [OTHER, 'record.paymentId', 'record.onRampPaymentId', 'record.offRampPaymentId', 'record.crypto'],
    [['added', 'removed'], 'record'],
    [['another'], 'size', 'record.createTime'],
    [
      [...OTHER, 'decimals'],
      'record.orderPrice',
      'record.cryptoAmount',
      'record.fiatAmount',
      'record.fiatFee',
    ],
    [[...OTHER, 'decimals'], 'record.onRampFiatAmount', 'record.onRampFiatFee'],
    [[...OTHER, 'decimals'], 'record.offRampFiatAmount', 'record.offRampFiatFee'],
    [[...OTHER, 'negative'], 'record.orderStatus'],
    [[...TEXT, 'negative'], 'record.hasRefund'],
    [[...TEXT, 'added'], 'record.completedTime'],
    [TEXT, 'record.clientId', 'record.country', 'record.onRampCountry', 'record.offRampCountry'],
    [[...ABSENT, 'another', 'other type'], 'record.onRampPaymentInfo'],
    [[...ABSENT, 'another'], 'record.offRampPaymentInfo'],
  ],
  'flows.list': [
    [OTHER, 'total', 'record.id', 'record.settingsId', 'record.merchantId', 'record.txId', 'record.flowType'],
    [OTHER, 'record.category', 'record.createTime'],
    [['added', 'removed'], 'record'],
    [['another'], 'size', 'record.fiat'],
    [[...OTHER, 'decimals', 'negative'], 'record.changed', 'record.total'],
    [TEXT, 'record.extId'],
  ],
  'virtualAccounts.list': [
    [OTHER, 'total'],
    [['removed'], 'record'],
    [['another'], 'size'],
    [TEXT, 'record.depositAlias', 'record.paymentMethodName', 'paymentMethodName', 'realName'],
    [['added'], 'record.txId', 'record.realName', 'txId'],
    [[...OTHER, 'negative'], 'record.status'],
    [['other type'], 'record.fieldList'],
    [[...ABSENT, 'another', 'added', 'other type'], 'record.fieldList.*', 'fieldList.*'],
  ],
};
