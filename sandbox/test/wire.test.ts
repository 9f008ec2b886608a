import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ORDER_STATUSES, ORDER_TYPES } from 'deposit-slip/contract';
import { virtualAccount } from '../src/schemas/details.js';
import { operationAt } from './proofs/service/malformed.js';
import { mismatches, read } from './proofs/service/shape.js';
import { OPERATIONS } from './proofs/service/spec.js';
import { PATHS, type Example, EXAMPLES, type Params } from './requests.js';
import { assertHeaders, TestSandbox, type ApiResponse } from './test-sandbox.js';

const sandbox = new TestSandbox();

type Fields = Record<string, unknown>;

/** `data` of a successful response, which must have the shape of the specification. */
function dataOf(
  name: string,
  params: Params | object,
  { status, headers, text }: ApiResponse,
): Fields & Fields[] {
  assert.equal(status, 200, text);
  assertHeaders(headers);
  const data = OPERATIONS[name]!.data(params as Fields);
  assert.deepEqual(mismatches({ code: /^#200$/, msg: /^SUCCESS$/, data }, read(text), name), []);
  return (JSON.parse(text) as { data: Fields & Fields[] }).data;
}

/** The records of a response: a list, a page or a single one. */
async function recordsOf(example: Example): Promise<Fields[]> {
  const { path, query, body } = example;
  const data = dataOf(operationAt(path)!, query ?? body!, await sandbox.send(example));
  if (Array.isArray(data)) return data;
  return 'record' in data ? data['record'] : [data];
}

describe('a response has the shape of the specification', () => {
  for (const example of Object.values<readonly Example[]>(EXAMPLES).flat())
    test(`${example.path}: ${JSON.stringify(example.query ?? example.body)}`, async () =>
      assert.ok((await recordsOf(example)).length > 0));

  for (const orderType of ORDER_TYPES)
    test(`${orderType} orders in every status`, async () => {
      for (const orderStatus of Object.keys(ORDER_STATUSES[orderType])) {
        const orders = await recordsOf({ path: PATHS.orders, query: { orderType, orderStatus } });
        assert.equal(orders.length, 2, `${orderStatus}: one per merchant`);
        for (const order of orders) {
          assert.equal(order['orderStatus'], Number(orderStatus));
          assert.equal(order['completedTime'] === '', Number(orderStatus) < 60, 'empty while open');
        }
      }
    });

  for (const [paymentId, fiat] of [
    [105, 'MXN'],
    [63, 'ARS'],
    [68, 'COP'],
    [90, 'BRL'],
    [92, 'BRL'],
  ] as const)
    test(`virtual accounts of ${paymentId} in every status`, async () => {
      const accounts = await recordsOf({ path: PATHS.virtual, query: { merchantId: 1002, paymentId, fiat } });
      assert.deepEqual(new Set(accounts.map(({ status }) => status)), new Set([1, 2, 3]));
    });
});

test('a virtual account has only the currency of its method', async () => {
  for (const account of await recordsOf(EXAMPLES.virtualAccount[0]!)) {
    assert.ok(virtualAccount.safeParse(account).success);
    assert.equal(virtualAccount.safeParse({ ...account, fiat: 'EUR' }).success, false);
  }
});
