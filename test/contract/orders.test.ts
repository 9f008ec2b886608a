import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ORDER_STATUSES, ORDER_TYPES, ordersPage, ordersQuery, type OrderType } from 'deposit-slip/contract';
import { exact, faultOf, namedBy, withoutEach } from './judge.js';

/** As in the spec's types: ids int (the order's a string in the sample), amounts and times strings. */
const CRYPTO_ORDER = {
  orderId: '9007199254740993',
  clientId: 'order-1',
  merchantId: 1001,
  paymentId: 58,
  country: 'Mexico',
  crypto: 'USDT',
  fiat: 'MXN',
  orderType: 'fiat_to_crypto',
  orderPrice: '17.2500',
  cryptoAmount: '10.00000000',
  fiatAmount: '172.50',
  fiatFee: '0.86',
  orderStatus: 60,
  hasRefund: 0,
  createTime: '1700000000500',
  completedTime: '1700000009000',
};

const FIAT_ORDER = {
  orderId: '77',
  clientId: 'order-2',
  onRampMerchantId: 1001,
  onRampPaymentId: 58,
  onRampCountry: 'Mexico',
  onRampFiat: 'MXN',
  onRampFiatAmount: '100.00',
  onRampFiatFee: '1.00',
  offRampMerchantId: 1002,
  offRampPaymentId: 90,
  offRampCountry: 'Brazil',
  offRampFiat: 'BRL',
  offRampFiatAmount: '30.00',
  offRampFiatFee: '0.30',
  orderPrice: '0.30',
  orderStatus: 51,
  onRampPaymentInfo: { bank: 'x', digits: '007' },
  offRampPaymentInfo: {},
  createTime: '1700000000500',
  completedTime: '',
};

const pageOf = (...record: object[]): object => ({ size: 10, currentPage: 1, total: record.length, record });

/** What need not be there: it only describes, or its meaning is not shown. */
const DISPENSABLE: ReadonlySet<string> = new Set([
  'clientId',
  'country',
  'hasRefund',
  'completedTime',
  'onRampCountry',
  'offRampCountry',
  'onRampPaymentInfo',
  'offRampPaymentInfo',
]);

describe('the query of orders', () => {
  it('needs the kind of order, and takes what the specification lists', () => {
    for (const orderType of ORDER_TYPES)
      assert.deepEqual(ordersQuery.parse({ orderType }), { orderType, currentPage: 1, pageSize: 10 });
    const all = {
      orderType: 'fiat_to_fiat',
      orderStatus: '72',
      startTime: '0',
      endTime: '1700000000500',
      currentPage: '2',
      pageSize: '100',
    };
    assert.deepEqual(ordersQuery.parse(all), {
      ...all,
      orderStatus: 72,
      startTime: 0n,
      endTime: 1_700_000_000_500n,
      currentPage: 2,
      pageSize: 100,
    });
  });

  it('names the parameter that is missing, malformed or unknown', () => {
    const orderType = 'fiat_to_crypto';
    assert.equal(namedBy(ordersQuery, {}), 'orderType');
    const bad: Readonly<Record<string, readonly string[]>> = {
      orderType: ['', 'crypto_to_crypto', 'FIAT_TO_CRYPTO', 'toString'],
      orderStatus: ['', '0', '60.0', '060', 'released', '6', '600'],
      startTime: ['-1', 'now', '2023-11-14'],
      endTime: ['1e12'],
      currentPage: ['0', '-1', '1.5', ''],
      pageSize: ['0', '101', '10abc', '-1'],
    };
    for (const [name, values] of Object.entries(bad))
      for (const value of values)
        assert.equal(namedBy(ordersQuery, { orderType, [name]: value }), name, value);
    for (const name of ['merchantId', 'fiat'])
      assert.equal(faultOf(ordersQuery, { orderType, [name]: '1' }), `${name}: unknown`);
  });

  it('takes the statuses of the kind that is asked for, and no other', () => {
    const expected: Readonly<Record<OrderType, readonly number[]>> = {
      fiat_to_crypto: [10, 30, 31, 40, 50, 60, 70],
      crypto_to_fiat: [10, 30, 31, 40, 50, 60, 70],
      fiat_to_fiat: [10, 30, 31, 41, 51, 60, 71, 72],
    };
    for (const orderType of ORDER_TYPES) {
      assert.deepEqual(Object.keys(ORDER_STATUSES[orderType]).map(Number), expected[orderType]);
      const taken = Array.from({ length: 90 }, (_, n) => n + 10).filter(
        (status) => faultOf(ordersQuery, { orderType, orderStatus: String(status) }) === '',
      );
      assert.deepEqual(taken, expected[orderType], orderType);
    }
  });
});

describe('a page of orders', () => {
  it('holds orders with crypto on one side', () => {
    for (const orderType of ['fiat_to_crypto', 'crypto_to_fiat'] as const)
      assert.deepEqual(ordersPage[orderType].parse(pageOf({ ...CRYPTO_ORDER, orderType })).record, [
        {
          ...CRYPTO_ORDER,
          orderType,
          merchantId: '1001',
          paymentId: '58',
          createTime: 1_700_000_000_500,
          completedTime: 1_700_000_009_000,
        },
      ]);
  });

  it('holds orders between currencies, with the details of a payment as they came', () => {
    const [order] = ordersPage.fiat_to_fiat.parse(pageOf(FIAT_ORDER)).record;
    assert.deepEqual(order, {
      ...FIAT_ORDER,
      onRampMerchantId: '1001',
      onRampPaymentId: '58',
      offRampMerchantId: '1002',
      offRampPaymentId: '90',
      createTime: 1_700_000_000_500,
      completedTime: undefined,
    });
  });

  it('reads ids, amounts and times from numbers as from strings', () => {
    for (const [type, order] of [
      ['fiat_to_crypto', CRYPTO_ORDER],
      ['fiat_to_fiat', { ...FIAT_ORDER, onRampPaymentInfo: {} }],
    ] as const) {
      const text = JSON.stringify(pageOf(order));
      const numbers = text.replace(/"([0-9.]+)"/g, '$1');
      const strings = text.replace(/:([0-9.]+)/g, ':"$1"');
      const read = ordersPage[type].parse(exact(text));
      assert.deepEqual(ordersPage[type].parse(exact(numbers)), read);
      assert.deepEqual(ordersPage[type].parse(exact(strings)), read);
    }
  });

  it('keeps statuses and kinds nobody knows, and drops members nobody knows', () => {
    for (const orderStatus of [11, 12, 73, 99]) {
      const [order] = ordersPage.fiat_to_crypto.parse(
        pageOf({ ...CRYPTO_ORDER, orderStatus, orderType: 'fiat_to_gold', risk: 'low' }),
      ).record;
      assert.deepEqual([order?.orderStatus, order?.orderType], [orderStatus, 'fiat_to_gold']);
      assert.ok(!('risk' in order!));
    }
  });

  it('is none without what an order is, and names that', () => {
    for (const [type, order] of [
      ['crypto_to_fiat', CRYPTO_ORDER],
      ['fiat_to_fiat', FIAT_ORDER],
    ] as const)
      for (const [name, rest] of withoutEach(order))
        assert.equal(
          namedBy(ordersPage[type], pageOf(order, rest)),
          DISPENSABLE.has(name) ? '' : `record.1.${name}`,
        );
  });
});
