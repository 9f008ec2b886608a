import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ORDER_STATUSES, ORDER_TYPES } from 'deposit-slip/contract';
import { virtualAccount } from '../src/schemas/details.js';
import { PATHS, type Example, EXAMPLES, type Params } from './requests.js';
import { assertHeaders, TestSandbox, type ApiResponse } from './test-sandbox.js';

const sandbox = new TestSandbox();

// The tables of the specification: every field and its type. `decimal` is a JSON number with two decimals.
const TABLES = {
  cryptoTransfer: {
    ...{ id: 'string', tokenId: 'string', amount: 'string', clientId: 'string' },
    ...{ merchantId: 'string', fromMerchantId: 'string', toMerchantId: 'string' },
  },
  activation: { fiat: 'string', status: 'number', failReason: 'string' },
  agreement: { fiat: 'string', status: 'number', verifyLink: 'string', failReason: 'string' },
  claim: {
    ...{ txId: 'number', merchantId: 'number', clientId: 'string', fiat: 'string', totalAmount: 'decimal' },
    ...{ amount: 'decimal', fee: 'decimal', userPaymentId: 'number', createTime: 'string' },
  },
  transfer: {
    ...{ clientId: 'string', fromId: 'number', toId: 'number', fiat: 'string', fiatAmount: 'string' },
    ...{ totalFiatAmount: 'string', fee: 'string', createTime: 'number' },
  },
  ordersPage: { size: 'number', currentPage: 'number', total: 'number', record: 'array' },
  cryptoOrder: {
    ...{ orderId: 'string', clientId: 'string', merchantId: 'number', paymentId: 'number' },
    ...{ country: 'string', crypto: 'string', fiat: 'string', orderType: 'string', orderPrice: 'string' },
    ...{ cryptoAmount: 'string', fiatAmount: 'string', fiatFee: 'string', orderStatus: 'number' },
    ...{ hasRefund: 'number', createTime: 'string', completedTime: 'string' },
  },
  fiatOrder: {
    ...{ orderId: 'string', clientId: 'string', onRampMerchantId: 'number', onRampPaymentId: 'number' },
    ...{ onRampCountry: 'string', onRampFiat: 'string', onRampFiatAmount: 'string', onRampFiatFee: 'string' },
    ...{ offRampMerchantId: 'number', offRampPaymentId: 'number', offRampCountry: 'string' },
    ...{ offRampFiat: 'string', offRampFiatAmount: 'string', offRampFiatFee: 'string', orderPrice: 'string' },
    ...{ orderStatus: 'number', onRampPaymentInfo: 'object', offRampPaymentInfo: 'object' },
    ...{ createTime: 'string', completedTime: 'string' },
  },
  page: { currentPage: 'number', size: 'number', total: 'number', record: 'array' },
  virtualAccount: {
    ...{ fiat: 'string', depositAlias: 'string', paymentMethodName: 'string', status: 'number' },
    fieldList: 'object',
  },
  flow: {
    ...{ id: 'number', merchantId: 'number', settingsId: 'number', txId: 'number', category: 'string' },
    ...{ flowType: 'string', fiat: 'string', changed: 'decimal', total: 'decimal', extId: 'string' },
    createTime: 'string',
  },
  pair: { country: 'string', fiat: 'string', crypto: 'string', accuracy: 'number' },
} as const satisfies Record<string, Record<string, string>>;

/** Asserts that a value has the fields of a table, in its order and of its types. */
function assertFields(value: unknown, table: keyof typeof TABLES): void {
  const fields: Record<string, string> = TABLES[table];
  assert.deepEqual(Object.keys(value as object), Object.keys(fields), table);
  for (const [name, type] of Object.entries(fields))
    assert.equal(typeOf((value as Record<string, unknown>)[name]), type, `${table}.${name}`);
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null && 'decimal' in value ? 'decimal' : typeof value;
}

type Fields = Record<string, unknown>;

/**
 * `data` of a success; a number with decimals becomes `{decimal}`, which distinguishes it from other numbers.
 */
function dataOf({ status, headers, text }: ApiResponse): Fields & Fields[] {
  assert.equal(status, 200, text);
  assertHeaders(headers);
  const marked = text.replace(/([:[,])(-?[0-9]+\.[0-9]{2})(?=[,}\]])/g, '$1{"decimal":"$2"}');
  const body = JSON.parse(marked) as Fields;
  assert.deepEqual(Object.keys(body), ['code', 'msg', 'data']);
  assert.deepEqual([body['code'], body['msg']], [200, 'SUCCESS']);
  return body['data'] as Fields & Fields[];
}

/** The records of a response: a list, a page or a single one. */
async function recordsOf(example: Example): Promise<Fields[]> {
  const data = dataOf(await sandbox.send(example));
  if (Array.isArray(data)) return data;
  if (!('record' in data)) return [data];
  assertFields(data, example.path === PATHS.orders ? 'ordersPage' : 'page');
  return data['record'];
}

// pending-fund.test.ts compares details with the samples of the specification.
const { details: _, ...RECORDS } = EXAMPLES;

describe('a response has the fields of its table', () => {
  for (const table of Object.keys(RECORDS) as (keyof typeof RECORDS)[])
    for (const example of RECORDS[table])
      test(`${table}: ${JSON.stringify(example)}`, async () => {
        const records = await recordsOf(example);
        assert.ok(records.length > 0);
        for (const record of records) assertFields(record, table);
      });

  for (const orderType of ORDER_TYPES)
    test(`${orderType} orders in every status`, async () => {
      for (const orderStatus of Object.keys(ORDER_STATUSES[orderType])) {
        const orders = await recordsOf({ path: PATHS.orders, query: { orderType, orderStatus } });
        assert.equal(orders.length, 2, `${orderStatus}: one per merchant`);
        for (const order of orders) {
          assertFields(order, orderType === 'fiat_to_fiat' ? 'fiatOrder' : 'cryptoOrder');
          assert.equal(order['orderStatus'], Number(orderStatus));
          assert.equal(order['completedTime'] === '', Number(orderStatus) < 60, 'empty while open');
        }
      }
    });

  for (const [paymentId, fiat, keys] of [
    [105, 'MXN', ['Cuenta CLABE']],
    [63, 'ARS', ['CVU number', 'CUIT']],
    [68, 'COP', ['alias', 'paymentLink']],
    [90, 'BRL', ['Pix copia e cola', 'Pix QR Code']],
    [92, 'BRL', ['pixKey', 'qrCode', 'qrCodeLink']],
  ] as const)
    test(`virtual accounts of ${paymentId} in every status`, async () => {
      const accounts = await recordsOf({ path: PATHS.virtual, query: { merchantId: 1002, paymentId, fiat } });
      for (const account of accounts) {
        assertFields(account, 'virtualAccount');
        assert.deepEqual(Object.keys(account['fieldList'] as object), keys);
      }
      assert.deepEqual(new Set(accounts.map(({ status }) => status)), new Set([1, 2, 3]));
    });
});

describe('a list', () => {
  test('of crypto transfers is filtered by token, clientId, merchant and time', async () => {
    const at = Date.UTC(2025, 0, 1);
    for (const [params, ids] of [
      [{ tokenId: 'BTC' }, ['4', '3']],
      [{ clientId: 'seed-1' }, ['2', '1']],
      [{ merchantId: 1001 }, ['5', '4', '1']],
      [{ pageSize: 1 }, ['5']],
      [{ startTime: at, endTime: at + 1 }, ['5', '4', '3', '2', '1']],
      [{ startTime: at + 1 }, []],
      [{ endTime: at }, []],
    ] as const) {
      const records = dataOf(await sandbox.get(PATHS.crypto, params));
      assert.deepEqual(
        records.map(({ id }) => id),
        ids,
        JSON.stringify(params),
      );
    }
  });

  test('of crypto transfers shows each merchant its own side', async () => {
    const [record, ...others] = dataOf(await sandbox.get(PATHS.crypto, {}, 'other-token'));
    assert.deepEqual([record!['merchantId'], record!['amount'], others], ['2001', '40.000000', []]);
  });

  test('of virtual accounts is filtered by alias, has pages, and keeps their details', async () => {
    const accounts = (filter: Params = {}) =>
      recordsOf({ path: PATHS.virtual, query: { merchantId: 1001, paymentId: 63, fiat: 'ARS', ...filter } });
    const all = await accounts();
    for (const [depositAlias, found] of [
      ['centro', all.filter((account) => account['depositAlias'] === 'centro')],
      ['nadie', []],
    ] as const)
      assert.deepEqual(await accounts({ depositAlias }), found);
    const paged = [1, 2].map((currentPage) => accounts({ pageSize: 2, currentPage }));
    assert.deepEqual((await Promise.all(paged)).flat(), all);
  });
});

test('a virtual account is of the currency of its method alone', async () => {
  for (const account of await recordsOf(EXAMPLES.virtualAccount[0]!)) {
    assert.ok(virtualAccount.safeParse(account).success);
    assert.equal(virtualAccount.safeParse({ ...account, fiat: 'EUR' }).success, false);
  }
});
