import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import { METHODS } from 'deposit-slip/core';
import {
  claimBody,
  cryptoTransfersQuery,
  FLOW_TYPES,
  flowsQuery,
  ORDER_STATUSES,
  ORDER_TYPES,
  ordersQuery,
  pendingFundQuery,
  TRANSFER_PAYMENT_IDS,
  transferBody,
  virtualAccountsQuery,
  type OrderType,
} from 'deposit-slip/contract';
import { invalidPath, issueOf, parseExact, withoutEach } from './schema-issues.js';

interface RequestCase {
  readonly schema: z.ZodType;
  /**
   * Every member that the specification lists, in its parsed form: an id is a bigint, since it may exceed the
   * range of a number.
   */
  readonly all: object;
  /** Optional members. */
  readonly optional: readonly string[];
  readonly invalid: Readonly<Record<string, readonly unknown[]>>;
  /** A member of another operation. */
  readonly unknown: string;
}

const CURRENCIES = ['MXN', 'ARS', 'COP', 'BRL', 'PEN', 'USD', 'EUR', 'CNY', 'mxn', 'toString', ''];
const allBut = (...accepted: readonly string[]): string[] =>
  CURRENCIES.filter((fiat) => !accepted.includes(fiat));

const CLAIM = { merchantId: 1001n, clientId: 'claim-1', fiat: 'MXN', amount: '22.00', userPaymentId: 501n };
const TRANSFER = {
  clientId: 'transfer-1',
  fromMerchantId: 1001n,
  toMerchantId: 1002n,
  fiat: 'MXN',
  paymentId: 58,
  fiatAmount: '100.00',
};
/** The members of a query that select records by time and by page. */
const PERIOD = { startTime: 0, endTime: 1_700_000_000_500 };
const paged = (pageSize: number) => ({ currentPage: 2, pageSize });
const PENDING_FUND = { merchantId: 1001n, paymentId: 90, fiat: 'BRL' };

const CASES: Readonly<Record<string, RequestCase>> = {
  'the query of crypto transfers': {
    schema: cryptoTransfersQuery,
    all: {
      ...{ tokenId: 'USDT', clientId: 'order 1 / é', merchantId: 9007199254740993n },
      ...PERIOD,
      pageSize: 100,
    },
    optional: ['tokenId', 'clientId', 'startTime', 'endTime', 'pageSize', 'merchantId'],
    invalid: {
      tokenId: ['', ' ', 'a\nb', 7],
      clientId: ['', null],
      startTime: ['-1', '1.5', '1e12', 'now', '', 1_700_000_000_500],
      endTime: ['tomorrow', '01'],
      pageSize: ['0', '-1', '101', '10abc', '1.0', '', '9'.repeat(12)],
      merchantId: ['0', 'abc', '01001', '1001.0', '', '9223372036854775808', 1001],
    },
    unknown: 'currentPage',
  },
  'the body of a claim': {
    schema: claimBody,
    all: CLAIM,
    optional: ['clientId'],
    invalid: { fiat: allBut('MXN', 'ARS') },
    unknown: 'fee',
  },
  'the body of a transfer': {
    schema: transferBody,
    all: TRANSFER,
    optional: [],
    invalid: { fiat: allBut('MXN', 'ARS', 'COP', 'BRL', 'PEN'), fiatAmount: ['0'] },
    unknown: 'memo',
  },
  'the query of orders': {
    schema: ordersQuery,
    all: { orderType: 'fiat_to_fiat', orderStatus: 72, ...PERIOD, ...paged(100) },
    optional: ['orderStatus', 'startTime', 'endTime', 'currentPage', 'pageSize'],
    invalid: {
      orderType: ['', 'crypto_to_crypto', 'FIAT_TO_CRYPTO', 'toString'],
      orderStatus: ['', '0', '60.0', '060', 'released', '6', '600'],
      startTime: ['-1', 'now', '2023-11-14'],
      endTime: ['1e12'],
      currentPage: ['0', '-1', '1.5', ''],
      pageSize: ['0', '101', '10abc', '-1'],
    },
    unknown: 'merchantId',
  },
  'the query of virtual accounts': {
    schema: virtualAccountsQuery,
    all: { merchantId: 1001n, paymentId: 105, fiat: 'MXN', depositAlias: 'peña 1', ...paged(50) },
    optional: ['depositAlias', 'currentPage', 'pageSize'],
    invalid: {
      merchantId: ['1e3'],
      paymentId: ['105x'],
      fiat: allBut('MXN', 'ARS', 'COP', 'BRL', 'USD'),
      depositAlias: [''],
      currentPage: ['0'],
      pageSize: ['51', '0'],
    },
    unknown: 'amount',
  },
  'the query of flows': {
    schema: flowsQuery,
    // Accounts can be activated in more currencies than the queries list.
    all: {
      ...{ merchantId: 1001n, fiat: 'CNY', txId: 9223372036854775807n, flowType: 'TRANSFER_OUT' },
      ...PERIOD,
      ...paged(1000),
    },
    optional: ['startTime', 'endTime', 'merchantId', 'fiat', 'txId', 'flowType', 'currentPage', 'pageSize'],
    invalid: {
      fiat: ['mxn', 'USDT', ''],
      txId: ['9223372036854775808', 'x'],
      flowType: ['deposit'],
      currentPage: ['0'],
      pageSize: ['1001'],
    },
    unknown: 'depositAlias',
  },
  'the query of deposit details': {
    schema: pendingFundQuery,
    all: { ...PENDING_FUND, depositAlias: 'one', amount: '150.00' },
    optional: ['depositAlias', 'amount'],
    invalid: { paymentId: ['0'], fiat: ['CNY'], depositAlias: [''], amount: ['0', '1.005', 150] },
    unknown: 'pageSize',
  },
};

/** A query as it is sent: all values are strings. */
const texts = (query: object) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
/** A body as it is sent: ids are numbers. */
const json = (body: object) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );

for (const [name, { schema, all: parsed, optional, invalid, unknown }] of Object.entries(CASES))
  describe(name, () => {
    const all = name.startsWith('the body') ? json(parsed) : texts(parsed);

    it('accepts everything that the specification lists', () => {
      assert.deepEqual(schema.parse(all), parsed);
    });

    it('names the member that is missing, malformed or unknown', () => {
      for (const [member, rest] of withoutEach(all))
        assert.equal(invalidPath(schema, rest), optional.includes(member) ? '' : member);
      for (const [member, values] of Object.entries(invalid))
        for (const value of values)
          assert.equal(invalidPath(schema, { ...all, [member]: value }), member, String(value));
      assert.equal(issueOf(schema, { ...all, [unknown]: '1' }), `${unknown}: unknown`);
    });
  });

describe('the query of a list', () => {
  it('defaults to the first page of ten records', () => {
    assert.deepEqual(cryptoTransfersQuery.parse({}), { pageSize: 10 });
    assert.deepEqual(flowsQuery.parse({}), { flowType: 'ALL', currentPage: 1, pageSize: 10 });
    for (const orderType of ORDER_TYPES)
      assert.deepEqual(ordersQuery.parse({ orderType }), { orderType, currentPage: 1, pageSize: 10 });
  });

  it('accepts every type of flow', () => {
    for (const flowType of ['ALL', ...FLOW_TYPES]) assert.equal(issueOf(flowsQuery, { flowType }), '');
  });

  it('accepts exactly the statuses of the requested order type', () => {
    const expected: Readonly<Record<OrderType, readonly number[]>> = {
      fiat_to_crypto: [10, 30, 31, 40, 50, 60, 70],
      crypto_to_fiat: [10, 30, 31, 40, 50, 60, 70],
      fiat_to_fiat: [10, 30, 31, 41, 51, 60, 71, 72],
    };
    for (const orderType of ORDER_TYPES) {
      assert.deepEqual(Object.keys(ORDER_STATUSES[orderType]).map(Number), expected[orderType]);
      const accepted = Array.from({ length: 90 }, (_, n) => n + 10).filter(
        (status) => issueOf(ordersQuery, { orderType, orderStatus: String(status) }) === '',
      );
      assert.deepEqual(accepted, expected[orderType], orderType);
    }
  });
});

describe('an amount', () => {
  it('is required in the query of deposit details for 95 and 137 only', () => {
    for (const { id, fiat } of METHODS) {
      const query = { ...texts(PENDING_FUND), paymentId: String(id), fiat };
      const isRequired = id === 95 || id === 137;
      assert.equal(invalidPath(pendingFundQuery, query), isRequired ? 'amount' : '', String(id));
      assert.equal(invalidPath(pendingFundQuery, { ...query, amount: '150.00' }), '');
    }
    assert.equal(issueOf(pendingFundQuery, { ...texts(PENDING_FUND), paymentId: '135', fiat: 'ARS' }), '');
  });

  it('is a JSON number or a decimal string in a body', () => {
    for (const written of ['100.00', '"100.00"']) {
      const body = parseExact(JSON.stringify(json(TRANSFER)).replace('"100.00"', written));
      assert.equal(transferBody.parse(body).fiatAmount, '100.00');
    }
  });
});

describe('the payment id of a transfer', () => {
  it('is that of its currency', () => {
    assert.deepEqual(TRANSFER_PAYMENT_IDS, { MXN: 58, ARS: 63, COP: 68, BRL: 90, PEN: 95 });
    for (const [fiat, expected] of Object.entries(TRANSFER_PAYMENT_IDS))
      for (const paymentId of Object.values(TRANSFER_PAYMENT_IDS))
        assert.equal(
          issueOf(transferBody, { ...json(TRANSFER), fiat, paymentId }),
          paymentId === expected ? '' : `paymentId: ${expected} for ${fiat}`,
        );
  });
});

describe('virtual accounts in USD', () => {
  it('can be requested with the payment ids of the sample, 81 to 84, and no others', () => {
    for (const { id } of METHODS) {
      const query = { merchantId: '1001', paymentId: String(id), fiat: 'USD' };
      assert.equal(invalidPath(virtualAccountsQuery, query), id >= 81 && id <= 84 ? '' : 'fiat', String(id));
    }
  });
});
