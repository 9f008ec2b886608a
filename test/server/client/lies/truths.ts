import {
  activation,
  claim,
  cryptoTransfers,
  flowsPage,
  FLOW_TYPES,
  ORDER_STATUSES,
  ordersPage,
  ORDER_TYPES,
  pairs,
  pendingFund,
  transfer,
  TRANSFER_PAYMENT_IDS,
  VIRTUAL_ACCOUNT_FIATS,
  virtualAccountsPage,
  type ChannelName,
} from 'deposit-slip/contract';
import { METHODS } from 'deposit-slip/core';
import type { z } from 'zod';
import { appendEmvCrc } from '../../../../src/core/schemes/emv.js';

/** A call and its truthful response. */
export interface Truth {
  /** The method of the client: `orders.list`. */
  readonly operation: string;
  /** What distinguishes it from the other calls of the operation. */
  readonly variant: string;
  readonly input?: object;
  readonly schema: z.ZodType;
  readonly data: object;
  /** The only member that differs from another variant, which has all other lies. */
  readonly differsIn?: string;
}

const MERCHANT = '1001';
const NOW = 1_700_000_000_500;
const window = { startTime: NOW - 1_000, endTime: NOW + 1_000 };

const cryptoTransfer = (id: string, isCredit: boolean) => ({
  id,
  tokenId: 'USDT',
  amount: isCredit ? '1.5' : '-1.5',
  clientId: 'c-1',
  merchantId: MERCHANT,
  fromMerchantId: isCredit ? '1002' : MERCHANT,
  toMerchantId: isCredit ? MERCHANT : '1002',
});

const CRYPTO_TRANSFERS: Truth[] = [
  ['without a filter', undefined],
  ['filtered', { tokenId: 'USDT', clientId: 'c-1', merchantId: MERCHANT, ...window, pageSize: 2 }],
].map(([variant, input]) => ({
  operation: 'cryptoTransfers.list',
  variant: variant as string,
  ...(input !== undefined && { input: input as object }),
  schema: cryptoTransfers,
  data: [cryptoTransfer('t-1', true), cryptoTransfer('t-2', false)],
}));

const PERSON = { firstName: 'Ana', lastName: 'Gómez' };
const PEN_PERSON = {
  ...{ customerIdentificationType: '00', customerIdentification: '12345678', customerName: 'Ana' },
  ...{ customerEmail: 'ana@shop.example', customerPhone: '+51 1' },
};
const CROSS_BORDER = {
  ...{ accountName: 'Ana', nationality: 'SG', idNumber: '7', countryStateCode: 'SG-01', city: 'Singapore' },
  ...{ street: 'A 1', postalCode: '1', dateOfBirth: '2000-01-31', phoneNumber: '+65 1' },
};
const callbackUri = 'https://shop.example/back';

const activationOf = (channel: string, fiat: string, fieldList?: object, more: object = {}): Truth => {
  const verifies = 'callbackUri' in more;
  return {
    operation: 'accounts.activate',
    variant: `${channel}, ${fiat}${verifies ? ', to be verified' : ''}`,
    input: { merchantId: MERCHANT, channel, fiat, ...(fieldList && { fieldList }), ...more },
    schema: activation,
    data: {
      fiat,
      status: verifies ? 4 : 1,
      ...(verifies && { verifyLink: 'https://verify.example/1' }),
      failReason: '',
    },
  };
};

/** The currencies and the members of an activation. */
type Call = readonly [fiats: readonly string[], fieldList?: object | undefined, more?: object];
const ACTIVATION_CALLS: Readonly<Record<ChannelName, readonly Call[]>> = {
  clabe: [[['MXN'], { alias: 'a' }, { trench: 'CLABE - X' }]],
  cvu: [[['ARS'], { cuit: '20339698695', name: 'Ana' }, { trench: 'CVU - X' }]],
  'qr-argentina': [[['ARS']]],
  'cop-account': [[['COP'], { alias: 'a' }]],
  pix: [[['BRL'], undefined, { trench: 'Bank' }]],
  'pen-account': [[['PEN'], PEN_PERSON]],
  'eur-usd': [[['EUR', 'USD'], PERSON, { trench: 'Bank', callbackUri }]],
  'cross-border': [
    [['EUR', 'USD'], CROSS_BORDER, { trench: 'Network', callbackUri }],
    [['USD', 'CNY', 'HKD', 'EUR', 'SGD', 'NGN', 'PHP'], CROSS_BORDER, { trench: 'Network' }],
  ],
};
const ACTIVATIONS = Object.entries(ACTIVATION_CALLS).flatMap(([channel, calls]) =>
  calls.flatMap(([fiats, ...members]) => fiats.map((fiat) => activationOf(channel, fiat, ...members))),
);

const claimOf = (fiat: string, variant: string, amounts: object): Truth => ({
  operation: 'funds.claim',
  variant: `${fiat}, ${variant}`,
  input: { merchantId: MERCHANT, clientId: 'claim-1', fiat, amount: '22.50', userPaymentId: '501' },
  schema: claim,
  data: {
    ...{ txId: 7001, merchantId: 1001, clientId: 'claim-1', fiat },
    ...amounts,
    ...{ userPaymentId: 501, createTime: String(NOW) },
  },
});

const CLAIMS: Truth[] = ['MXN', 'ARS'].flatMap((fiat) => [
  claimOf(fiat, 'with a fee', { totalAmount: 24.75, amount: 22.5, fee: 2.25 }),
  claimOf(fiat, 'without a fee', { totalAmount: 22.5, amount: 22.5, fee: 0 }),
  claimOf(fiat, 'with the fee in its amount', { totalAmount: 22.5, amount: 20.25, fee: 2.25 }),
]);

const TRANSFERS: Truth[] = Object.keys(TRANSFER_PAYMENT_IDS).map((fiat) => ({
  operation: 'funds.transfer',
  variant: fiat,
  input: { clientId: 't-1', fromMerchantId: MERCHANT, toMerchantId: '1002', fiat, fiatAmount: '22.50' },
  schema: transfer,
  data: {
    ...{ clientId: 't-1', fromId: 7, toId: 8, fiat },
    ...{ fiatAmount: '22.50', totalFiatAmount: '22.60', fee: '0.10', createTime: NOW },
  },
}));

const cryptoOrder = (orderId: number, orderType: string, orderStatus: number) => ({
  ...{ orderId: String(orderId), clientId: `o-${orderId}`, merchantId: 1001, paymentId: 58 },
  ...{ country: 'Mexico', crypto: 'USDT', fiat: 'MXN', orderType, orderPrice: '17.25' },
  ...{ cryptoAmount: '10', fiatAmount: '172.50', fiatFee: '0.86', orderStatus, hasRefund: 0 },
  ...{ createTime: String(NOW), completedTime: String(NOW + 1) },
});

const fiatOrder = (orderId: number, _: string, orderStatus: number) => ({
  ...{ orderId: String(orderId), clientId: `o-${orderId}` },
  ...{ onRampMerchantId: 1001, onRampPaymentId: 58, onRampCountry: 'Mexico', onRampFiat: 'MXN' },
  ...{ onRampFiatAmount: '100.00', onRampFiatFee: '0.50', offRampMerchantId: 1002, offRampPaymentId: 90 },
  ...{ offRampCountry: 'Brazil', offRampFiat: 'BRL', offRampFiatAmount: '30.00', offRampFiatFee: '0.15' },
  ...{ orderPrice: '0.3', orderStatus, onRampPaymentInfo: { account: '7' }, offRampPaymentInfo: {} },
  ...{ createTime: String(NOW), completedTime: String(NOW + 1) },
});

const pageOf = (record: readonly object[], currentPage = 1, size = 10) => ({
  ...{ size, currentPage, total: (currentPage - 1) * size + record.length },
  record,
});

function withoutCompletion(order: { completedTime: string }): object {
  const { completedTime: _, ...others } = order;
  return others;
}

const ORDERS: Truth[] = ORDER_TYPES.flatMap((orderType) => {
  const order = orderType === 'fiat_to_fiat' ? fiatOrder : cryptoOrder;
  const statuses = Object.keys(ORDER_STATUSES[orderType]).map(Number);
  const schema = ordersPage[orderType];
  const some = statuses.slice(0, 3).map((status, at) => order(900 + at, orderType, status));
  return [
    { variant: orderType, input: { orderType }, data: pageOf(some) },
    {
      variant: `${orderType}, page 2 in a window`,
      input: { orderType, ...window, currentPage: 2, pageSize: 3 },
      data: pageOf([...some.slice(0, 2), withoutCompletion(some[2]!)], 2, 3),
    },
    ...statuses.map((orderStatus, at) => ({
      ...(at > 0 && { differsIn: 'record.orderStatus' }),
      variant: `${orderType}, ${orderStatus}`,
      input: { orderType, orderStatus },
      data: pageOf([order(9, orderType, orderStatus)]),
    })),
  ].map((truth) => ({ operation: 'orders.list', schema, ...truth }));
});

const sampleOf = (paymentId: number): object => METHODS.find(({ id }) => id === paymentId)!.sample;

const account = (paymentId: number, fiat: string, depositAlias: string, status: number) => ({
  ...{ fiat, depositAlias, paymentMethodName: 'Transfer', status, fieldList: sampleOf(paymentId) },
});

const LISTED: Truth[] = Object.entries(VIRTUAL_ACCOUNT_FIATS).flatMap(([id, fiat]) => {
  const paymentId = Number(id);
  const filter = { merchantId: MERCHANT, paymentId, fiat };
  return [
    {
      variant: `${id}, every alias`,
      input: { ...filter, pageSize: 3 },
      data: pageOf(
        [1, 2, 3].map((status) => account(paymentId, fiat, `a${status}`, status)),
        1,
        3,
      ),
    },
    {
      variant: `${id}, by alias`,
      input: { ...filter, depositAlias: 'shop' },
      data: pageOf([account(paymentId, fiat, 'shop', 2)]),
    },
  ].map((truth) => ({ operation: 'virtualAccounts.list', schema: virtualAccountsPage, ...truth }));
});

const BARE: Truth[] = [81, 82, 83, 84, 92].map((paymentId) => {
  const fiat = paymentId === 92 ? 'BRL' : 'USD';
  return {
    operation: 'virtualAccounts.list',
    variant: `${paymentId}, without a page`,
    input: { merchantId: MERCHANT, paymentId, fiat },
    schema: pendingFund,
    data: { fiat, paymentMethodName: 'Transfer', realName: 'Ana', fieldList: sampleOf(paymentId) },
  };
});

const flow = (id: number, flowType: string, fiat = 'MXN') => ({
  ...{ id, merchantId: 1001, settingsId: 3, txId: '7001', category: 'TRANSFER', flowType, fiat },
  ...{ changed: 150.25, total: 1150.25, extId: 'x', createTime: String(NOW) },
});

const FLOWS: Truth[] = [
  {
    variant: 'without a filter',
    input: {},
    data: pageOf(FLOW_TYPES.slice(0, 3).map((type, at) => flow(9 + at, type))),
  },
  {
    variant: 'in a window, page 2',
    input: { ...window, currentPage: 2, pageSize: 3 },
    data: pageOf(
      FLOW_TYPES.slice(0, 3).map((type, at) => flow(9 + at, type)),
      2,
      3,
    ),
  },
  ...FLOW_TYPES.map((flowType) => ({
    variant: flowType,
    input: { merchantId: MERCHANT, fiat: 'MXN', txId: '7001', flowType, ...window },
    data: pageOf([flow(9, flowType)]),
  })),
].map((truth) => ({ operation: 'flows.list', schema: flowsPage, ...truth }));

/** A code with the requested amount. */
const priced = (sample: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(sample).map(([key, value]) => [
      key,
      value.startsWith('000201')
        ? appendEmvCrc(value.slice(0, -8).replace('53039865802', '53039865406187.405802'))
        : value,
    ]),
  );

const PENDING_FUNDS: Truth[] = METHODS.map(({ id: paymentId, fiat, amount, hasTxId, sample }) => ({
  operation: 'pendingFund.get',
  variant: `${paymentId}`,
  input: { merchantId: MERCHANT, paymentId, fiat, ...(amount !== 'none' && { amount: '187.40' }) },
  schema: pendingFund,
  data: {
    ...{ fiat, paymentMethodName: 'Transfer' },
    ...(hasTxId && { txId: '1123' }),
    ...(paymentId >= 81 && paymentId <= 85 && { realName: 'Ana' }),
    fieldList: amount === 'none' ? sample : priced(sample),
  },
}));

const PAIRS: Truth[] = [
  {
    operation: 'pairs.list',
    variant: 'all',
    schema: pairs,
    data: [
      { country: 'Mexico', fiat: 'MXN', crypto: 'USDT', accuracy: 2 },
      { country: 'Mexico', fiat: 'MXN', crypto: 'BTC', accuracy: 8 },
      { country: 'Brazil', fiat: 'BRL', crypto: 'USDT', accuracy: 2 },
    ],
  },
];

/**
 * A truthful response for every operation, and for each kind, status, channel and currency that changes the
 * response.
 */
export const TRUTHS: readonly Truth[] = [
  ...CRYPTO_TRANSFERS,
  ...ACTIVATIONS,
  ...CLAIMS,
  ...TRANSFERS,
  ...ORDERS,
  ...LISTED,
  ...BARE,
  ...FLOWS,
  ...PENDING_FUNDS,
  ...PAIRS,
];
