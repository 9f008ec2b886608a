/**
 * The wire format of the nine operations according to the specification's tables: the contents of a request,
 * and the shape of `data`. Where the specification is silent, the readings of sandbox/README.md apply, and a
 * comment names their topic.
 */
import type {
  ActivationBody,
  ClaimBody,
  CryptoTransfersQuery,
  FlowsQuery,
  OrdersQuery,
  PendingFundQuery,
  TransferBody,
  VirtualAccountsQuery,
} from 'deposit-slip/contract';
import type { Shape } from './shape.js';

/**
 * The readings by which responses are judged: the topics of "Where the specification is silent" in
 * sandbox/README.md.
 */
export const READINGS = [
  ...[
    'Errors',
    'Order of checks',
    'Parameters',
    'Bodies',
    '`clientId`',
    'Lists',
    'Flows',
    'Fees',
    'Transfers',
  ],
  ...[
    'Activation',
    '`callbackUri`',
    '`trench` strings',
    'Orders',
    'Details',
    'Virtual accounts',
    'Methods',
    'Amounts',
  ],
];

/** The types of parameters and members. */
export type Type =
  | 'id'
  | 'size'
  | 'time'
  | 'amount'
  | 'text'
  | 'clientId'
  | 'fiat'
  | 'word'
  | 'url'
  | 'object';

/** The types of parameters by their names. `?` marks an optional one. */
type Parameters<Name extends PropertyKey> = Readonly<Record<Name, Type | `${Type}?`>>;

export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly parameters: Parameters<string>;
  /** The largest `pageSize` (spec: Limits; README: Lists, for operation 1). */
  readonly maxPageSize?: number;
  readonly data: (params: Readonly<Record<string, unknown>>) => Shape;
}

// `#` marks a number (shape.ts).
const NUMBER = /^#[0-9]+$/;
const COUNT = /^#[0-9]{1,15}$/;
const ID_TEXT = /^[0-9]+$/;
const TIME = /^[0-9]{13}$/;
const MONEY = /^[0-9]+\.[0-9]{2}$/;
const MONEY_NUMBER = /^#[0-9]+\.[0-9]{2}$/;
const TEXT = /^(?!#)\S/;
const ANY_TEXT = /^(?!#)/;
const FIAT = /^[A-Z]{3}$/;

const flow = {
  ...{
    id: NUMBER,
    merchantId: NUMBER,
    settingsId: NUMBER,
    txId: NUMBER,
    category: /^(?:TRADE|FEE|TRANSFER)$/,
  },
  flowType: /^(?:(?:BUY_CRYPTO|REFUND|WITHDRAW)(?:_ROLLBACK)?|DEPOSIT|TRANSFER_IN|TRANSFER_OUT)$/,
  ...{ fiat: FIAT, changed: /^#-?[0-9]+\.[0-9]{2}$/, total: MONEY_NUMBER, extId: ANY_TEXT, createTime: TIME },
};

const orderTimes = { createTime: TIME, completedTime: /^(?:[0-9]{13})?$/ };
const PRICE = /^[0-9]+(?:\.[0-9]+)?$/;

const cryptoOrder = {
  ...{ orderId: ID_TEXT, clientId: TEXT, merchantId: NUMBER, paymentId: NUMBER, country: TEXT, crypto: TEXT },
  ...{ fiat: FIAT, orderType: /^(?:fiat_to_crypto|crypto_to_fiat)$/, orderPrice: PRICE, cryptoAmount: PRICE },
  ...{ fiatAmount: MONEY, fiatFee: MONEY, orderStatus: /^#(?:10|30|31|40|50|60|70)$/, hasRefund: /^#[01]$/ },
  ...orderTimes,
};

const side = (name: string): Readonly<Record<string, Shape>> => ({
  ...{
    [`${name}MerchantId`]: NUMBER,
    [`${name}PaymentId`]: NUMBER,
    [`${name}Country`]: TEXT,
    [`${name}Fiat`]: FIAT,
  },
  // README: the fields of the payment info are open.
  ...{ [`${name}FiatAmount`]: MONEY, [`${name}FiatFee`]: MONEY, [`${name}PaymentInfo`]: 'object' },
});

const fiatOrder = {
  ...{ orderId: ID_TEXT, clientId: TEXT, ...side('onRamp'), ...side('offRamp'), orderPrice: PRICE },
  ...{ orderStatus: /^#(?:10|30|31|41|51|60|71|72)$/, ...orderTimes },
};

const page = (record: Shape): Shape => ({ currentPage: COUNT, size: COUNT, total: COUNT, record: [record] });

const CLABE = /^[0-9]{18}$/;
const LINK = /^https?:\/\/\S+$/;
const BANK = {
  'Deposit Message': TEXT,
  'Bank Beneficiary Name': TEXT,
  'Bank Name': TEXT,
  'Bank Address': TEXT,
};
const USD = { ...BANK, 'Bank Account Number': /^[0-9]+$/, 'Bank Routing Number': /^[0-9]{9}$/ };
const PIX = { 'Pix copia e cola': /^000201.*6304[0-9A-F]{4}$/, 'Pix QR Code': LINK };

/** The fields of each payment id (spec: `fieldList` keys by payment id; README: Methods, for 135). */
const FIELDS: Readonly<Record<string, Shape>> = {
  58: { 'Cuenta CLABE': CLABE, 'Beneficiary Name': TEXT },
  105: { 'Cuenta CLABE': CLABE },
  72: { 'Cuenta CLABE': CLABE },
  63: { 'CVU number': /^[0-9]{22}$/, CUIT: /^[0-9]{11}$/ },
  135: { 'Transfer code': TEXT, Branch: TEXT },
  137: { qrCodeLink: LINK },
  68: { alias: TEXT, paymentLink: LINK },
  ...{ 81: USD, 82: USD, 83: USD, 84: USD },
  85: { ...BANK, 'BIC/Swift Code': /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/, IBAN: /^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/ },
  90: { 'Chave Pix - Random Pix': /^[0-9a-f-]{36}$/, ...PIX },
  92: { pixKey: /^[0-9a-f-]{36}$/, qrCode: PIX['Pix copia e cola'], qrCodeLink: LINK },
  95: { paymentLink: LINK },
};

/** Operation 6 lists two of the three fields of 90. */
const listedFields = (paymentId: string): Shape => (paymentId === '90' ? PIX : FIELDS[paymentId]!);

/** The names that the specification gives to methods (Get pending fund account). */
const NAMES: Readonly<Record<string, RegExp>> = {
  ...{
    105: /^SPEI$/,
    63: /^CBU\/CVU$/,
    68: /^PSE$/,
    90: /^Pix$/,
    92: /^Pix$/,
    85: /^SEPA$/,
    95: /^Bank Transfer$/,
  },
  ...{ 81: /^ACH_push$/, 82: /^ACH_Virtual Account$/, 83: /^WIRE$/, 84: /^WIRE_Virtual Account$/ },
};
const nameOf = (paymentId: string): RegExp => NAMES[paymentId] ?? TEXT;

const details = (paymentId: string): Shape => ({
  ...{ fiat: FIAT, paymentMethodName: nameOf(paymentId), fieldList: FIELDS[paymentId]! },
  ...(['90', '92', '135', '137'].includes(paymentId) && { txId: ID_TEXT }),
  ...(/^8[1-5]$/.test(paymentId) && { realName: ANY_TEXT }),
});

const period = { startTime: 'time?', endTime: 'time?' } as const;
const pages = { currentPage: 'size?', pageSize: 'size?' } as const;

/** Their types ask for each parameter of the contract. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'crypto-transfers': {
    ...{ method: 'GET', path: '/v2/assets/internalTransferOrders', maxPageSize: 100 },
    parameters: {
      tokenId: 'text?',
      clientId: 'text?',
      ...period,
      pageSize: 'size?',
      merchantId: 'id?',
    } satisfies Parameters<keyof CryptoTransfersQuery>,
    data: () => [
      {
        ...{ id: TEXT, tokenId: TEXT, amount: /^-?[0-9]+(?:\.[0-9]+)?$/, clientId: TEXT },
        ...{ merchantId: ID_TEXT, fromMerchantId: ID_TEXT, toMerchantId: ID_TEXT },
      },
    ],
  },
  activation: {
    ...{ method: 'POST', path: '/v2/merchant/accounts' },
    parameters: {
      merchantId: 'id',
      fiat: 'fiat',
      trench: 'word',
      callbackUri: 'url?',
      fieldList: 'object?',
    } satisfies Parameters<Exclude<keyof ActivationBody, 'channel'>>,
    // Present for USD/EUR activation (README: callbackUri).
    data: ({ callbackUri }) => ({
      ...{ fiat: FIAT, status: /^#[14]$/, failReason: ANY_TEXT },
      ...(callbackUri !== undefined && { verifyLink: LINK }),
    }),
  },
  claim: {
    ...{ method: 'POST', path: '/v2/merchant/claimfunds' },
    parameters: {
      merchantId: 'id',
      clientId: 'clientId?',
      fiat: 'fiat',
      amount: 'amount',
      userPaymentId: 'id',
    } satisfies Parameters<keyof ClaimBody>,
    data: () => ({
      ...{
        txId: NUMBER,
        merchantId: NUMBER,
        clientId: ANY_TEXT,
        fiat: /^(?:MXN|ARS)$/,
        totalAmount: MONEY_NUMBER,
      },
      ...{ amount: MONEY_NUMBER, fee: MONEY_NUMBER, userPaymentId: NUMBER, createTime: TIME },
    }),
  },
  transfer: {
    ...{ method: 'POST', path: '/v2/merchant/transfer' },
    parameters: {
      ...{ clientId: 'clientId', fromMerchantId: 'id', toMerchantId: 'id' },
      ...{ fiat: 'fiat', paymentId: 'id', fiatAmount: 'amount' },
    } satisfies Parameters<keyof TransferBody>,
    data: () => ({
      ...{
        clientId: TEXT,
        fromId: NUMBER,
        toId: NUMBER,
        fiat: FIAT,
        fiatAmount: MONEY,
        totalFiatAmount: MONEY,
      },
      ...{ fee: MONEY, createTime: /^#[0-9]{13}$/ },
    }),
  },
  orders: {
    ...{ method: 'GET', path: '/v2/orders', maxPageSize: 100 },
    parameters: { orderType: 'word', orderStatus: 'id?', ...period, ...pages } satisfies Parameters<
      keyof OrdersQuery
    >,
    data: ({ orderType }) => page(orderType === 'fiat_to_fiat' ? fiatOrder : cryptoOrder),
  },
  'virtual-accounts': {
    ...{ method: 'GET', path: '/v2/merchant/virtual/addfunds', maxPageSize: 50 },
    parameters: {
      merchantId: 'id',
      paymentId: 'id',
      fiat: 'fiat',
      depositAlias: 'text?',
      ...pages,
    } satisfies Parameters<keyof VirtualAccountsQuery>,
    data: ({ paymentId }) =>
      page({
        ...{
          fiat: FIAT,
          depositAlias: TEXT,
          paymentMethodName: nameOf(String(paymentId)),
          status: /^#[123]$/,
        },
        fieldList: listedFields(String(paymentId)),
      }),
  },
  flows: {
    ...{ method: 'GET', path: '/v2/merchant/fiat/flows', maxPageSize: 1000 },
    parameters: {
      merchantId: 'id?',
      fiat: 'fiat?',
      txId: 'id?',
      flowType: 'word?',
      ...period,
      ...pages,
    } satisfies Parameters<keyof FlowsQuery>,
    data: () => page(flow),
  },
  'pending-fund': {
    ...{ method: 'GET', path: '/v2/merchant/addfunds' },
    parameters: {
      merchantId: 'id',
      paymentId: 'id',
      fiat: 'fiat',
      depositAlias: 'text?',
      amount: 'amount?',
    } satisfies Parameters<keyof PendingFundQuery>,
    data: ({ paymentId }) => details(String(paymentId)),
  },
  pairs: {
    ...{ method: 'GET', path: '/v2/base/sell/symbols', parameters: {} },
    data: () => [{ country: TEXT, fiat: FIAT, crypto: TEXT, accuracy: COUNT }],
  },
};
