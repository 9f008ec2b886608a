import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FIATS, ORDER_STATUSES, ORDER_TYPES } from 'deposit-slip/contract';
import {
  ACTIVATE,
  ADD_FUNDS,
  TestSandbox,
  CLAIM,
  CRYPTO,
  FLOWS,
  LISTED,
  ORDERS,
  PAIRS,
  TRANSFER,
  type ApiResponse,
  type Params,
} from './test-sandbox.js';

const sandbox = new TestSandbox();

// The tables of the specification: each field and how it is written. `decimal`: a JSON number with two decimals.
const FIELDS = {
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
    ...{
      orderId: 'string',
      clientId: 'string',
      merchantId: 'number',
      paymentId: 'number',
      country: 'string',
    },
    ...{
      crypto: 'string',
      fiat: 'string',
      orderType: 'string',
      orderPrice: 'string',
      cryptoAmount: 'string',
    },
    ...{ fiatAmount: 'string', fiatFee: 'string', orderStatus: 'number', hasRefund: 'number' },
    ...{ createTime: 'string', completedTime: 'string' },
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
  pendingFund: { fiat: 'string', paymentMethodName: 'string', fieldList: 'object' },
  pair: { country: 'string', fiat: 'string', crypto: 'string', accuracy: 'number' },
} as const satisfies Record<string, Record<string, string>>;

/** A value has the fields of a table, in its order, each written as the table says. */
function assertFields(value: unknown, table: keyof typeof FIELDS): void {
  const fields: Record<string, string> = FIELDS[table];
  assert.deepEqual(Object.keys(value as object), Object.keys(fields), table);
  for (const [name, kind] of Object.entries(fields))
    assert.equal(kindOf((value as Record<string, unknown>)[name]), kind, `${table}.${name}`);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null && 'decimal' in value ? 'decimal' : typeof value;
}

/** `data` of a success, its numbers with decimals told apart from others. */
function dataOf({ status, text }: ApiResponse): Record<string, unknown> & unknown[] {
  assert.equal(status, 200, text);
  const marked = text.replace(/([:[,])(-?[0-9]+\.[0-9]{2})(?=[,}\]])/g, '$1{"decimal":"$2"}');
  const body = JSON.parse(marked) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), ['code', 'msg', 'data']);
  assert.deepEqual([body['code'], body['msg']], [200, 'SUCCESS']);
  return body['data'] as Record<string, unknown> & unknown[];
}

async function records(path: string, params: Params | string, page: 'page' | 'ordersPage' = 'page') {
  const data = dataOf(await sandbox.get(path, params));
  assertFields(data, page);
  return data['record'] as Record<string, unknown>[];
}

describe('an answer has the fields of its table', () => {
  test('1, crypto transfers', async () => {
    const data = dataOf(await sandbox.get(CRYPTO));
    assert.ok(data.length >= 5);
    for (const record of data) assertFields(record, 'cryptoTransfer');
  });

  test('2, activation, with and without an agreement', async () => {
    const one = { merchantId: 1001, fiat: 'MXN', trench: 'CLABE - PROVIDER_A', fieldList: { alias: 'wire' } };
    assertFields(dataOf(await sandbox.post(ACTIVATE, one)), 'activation');
    const other = {
      ...{ merchantId: 1001, fiat: 'EUR', trench: 'BANK_NAME_B', callbackUri: 'https://shop.example/back' },
      fieldList: { firstName: 'Ana', lastName: 'Sol' },
    };
    assertFields(dataOf(await sandbox.post(ACTIVATE, other)), 'agreement');
  });

  test('3, claim, with and without a clientId', async () => {
    const body = { merchantId: 1001, fiat: 'MXN', amount: 12.5, userPaymentId: 501 };
    for (const each of [body, { ...body, clientId: 'wire' }])
      assertFields(dataOf(await sandbox.post(CLAIM, each)), 'claim');
  });

  test('4, transfer', async () => {
    const ids = { fromMerchantId: 1001, toMerchantId: 1002, paymentId: 68 };
    const body = { ...ids, clientId: 'wire', fiat: 'COP', fiatAmount: '7.00' };
    assertFields(dataOf(await sandbox.post(TRANSFER, body)), 'transfer');
  });

  for (const orderType of ORDER_TYPES)
    test(`5, orders ${orderType} in every status`, async () => {
      for (const orderStatus of Object.keys(ORDER_STATUSES[orderType])) {
        const found = await records(ORDERS, { orderType, orderStatus }, 'ordersPage');
        assert.equal(found.length, 2, `${orderStatus}: one for each merchant`);
        for (const order of found) {
          assertFields(order, orderType === 'fiat_to_fiat' ? 'fiatOrder' : 'cryptoOrder');
          assert.equal(order['orderStatus'], Number(orderStatus));
          assert.equal(order['completedTime'] === '', Number(orderStatus) < 60, 'empty while open');
        }
      }
    });

  const listed = [
    [105, 'MXN', ['Cuenta CLABE']],
    [63, 'ARS', ['CVU number', 'CUIT']],
    [68, 'COP', ['alias', 'paymentLink']],
    [90, 'BRL', ['Pix copia e cola', 'Pix QR Code']],
    [92, 'BRL', ['pixKey', 'qrCode', 'qrCodeLink']],
  ] as const;
  for (const [paymentId, fiat, keys] of listed)
    test(`6, virtual accounts of ${paymentId} in every status`, async () => {
      const found = await records(LISTED, { merchantId: 1002, paymentId, fiat });
      for (const record of found) {
        assertFields(record, 'virtualAccount');
        assert.deepEqual(Object.keys(record['fieldList'] as object), keys);
      }
      assert.deepEqual(new Set(found.map(({ status }) => status)), new Set([1, 2, 3]));
    });

  test('7, flows', async () => {
    for (const record of await records(FLOWS, { pageSize: 1000 })) assertFields(record, 'flow');
  });

  test('8, pending fund, for each currency', async () => {
    const ids = { MXN: 105, ARS: 63, COP: 68, BRL: 90, PEN: 95, USD: 81, EUR: 85 };
    for (const fiat of FIATS) {
      const { txId, realName, ...rest } = dataOf(
        await sandbox.get(ADD_FUNDS, { merchantId: 1001, paymentId: ids[fiat], fiat, amount: '10.00' }),
      );
      assertFields(rest, 'pendingFund');
      assert.equal(typeof txId, fiat === 'BRL' ? 'string' : 'undefined', fiat);
      assert.equal(realName, ['USD', 'EUR'].includes(fiat) ? '' : undefined, fiat);
    }
  });

  test('9, pairs', async () => {
    for (const record of dataOf(await sandbox.get(PAIRS, {}, null))) assertFields(record, 'pair');
  });
});

describe('a list', () => {
  test('of crypto transfers is filtered by token, clientId, merchant and time', async () => {
    const ids = async (params: Params) =>
      (dataOf(await sandbox.get(CRYPTO, params)) as { id: string }[]).map(({ id }) => id);
    assert.deepEqual(await ids({ tokenId: 'BTC' }), ['4', '3']);
    assert.deepEqual(await ids({ clientId: 'seed-1' }), ['2', '1']);
    assert.deepEqual(await ids({ merchantId: 1001 }), ['5', '4', '1']);
    assert.deepEqual(await ids({ pageSize: 1 }), ['5']);
    const at = Date.UTC(2025, 0, 1);
    assert.deepEqual(await ids({ startTime: at, endTime: at + 1 }), ['5', '4', '3', '2', '1']);
    assert.deepEqual(await ids({ startTime: at + 1 }), []);
    assert.deepEqual(await ids({ endTime: at }), []);
  });

  test('of crypto transfers shows each merchant its own side', async () => {
    const other = dataOf(await sandbox.get(CRYPTO, {}, 'other-token')) as {
      merchantId: string;
      amount: string;
    }[];
    assert.deepEqual(
      other.map(({ merchantId, amount }) => [merchantId, amount]),
      [['2001', '40.000000']],
    );
  });

  test('of orders goes page by page without repeating or losing one', async () => {
    const all = await records(ORDERS, { orderType: 'fiat_to_fiat', pageSize: 100 }, 'ordersPage');
    const paged: unknown[] = [];
    for (let currentPage = 1; currentPage <= 6; currentPage++)
      paged.push(
        ...(await records(ORDERS, { orderType: 'fiat_to_fiat', pageSize: 3, currentPage }, 'ordersPage')),
      );
    assert.equal(all.length, 16);
    assert.deepEqual(paged, all);
  });

  test('of orders is empty for a merchant without any', async () => {
    const page = dataOf(await sandbox.get(ORDERS, { orderType: 'crypto_to_fiat' }, 'other-token'));
    assert.deepEqual([page['total'], page['record']], [0, []]);
  });

  test('of virtual accounts is filtered by alias and paged', async () => {
    const ask = { merchantId: 1001, paymentId: 63, fiat: 'ARS' };
    const aliases = async (more: Params) =>
      (await records(LISTED, { ...ask, ...more })).map(({ depositAlias }) => depositAlias);
    assert.deepEqual(await aliases({ depositAlias: 'centro' }), ['centro']);
    assert.deepEqual(await aliases({ depositAlias: 'nadie' }), []);
    const paged = [...(await aliases({ pageSize: 2 })), ...(await aliases({ pageSize: 2, currentPage: 2 }))];
    assert.deepEqual(paged, await aliases({}));
    assert.deepEqual(await records(LISTED, ask), await records(LISTED, ask), 'details stay');
  });
});
