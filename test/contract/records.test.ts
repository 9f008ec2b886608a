import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import {
  activation,
  claim,
  cryptoOrder,
  cryptoTransfer,
  fiatOrder,
  flow,
  pair,
  transfer,
} from 'deposit-slip/contract';
import { sampleOf } from '../server/client/samples.js';
import { invalidPath, parseExact, withoutEach } from './schema-issues.js';

/** The record of each operation's sample, its schema, and the members it may lack. */
const RECORDS: readonly (readonly [sample: string, schema: z.ZodType, optional: readonly string[]])[] = [
  ['cryptoTransfers.list', cryptoTransfer, ['clientId']],
  ['accounts.activate', activation, ['verifyLink', 'failReason']],
  ['funds.claim', claim, ['clientId']],
  ['funds.transfer', transfer, ['clientId']],
  ['orders.list, crypto on one side', cryptoOrder, ['clientId', 'country', 'hasRefund', 'completedTime']],
  [
    'orders.list, between currencies',
    fiatOrder,
    [
      ...['clientId', 'onRampCountry', 'offRampCountry', 'completedTime'],
      ...['onRampPaymentInfo', 'offRampPaymentInfo'],
    ],
  ],
  ['flows.list', flow, ['extId']],
  ['pairs.list', pair, ['country']],
];

/** The JSON text of a sample's record without the payment details, which are opaque. */
function recordOf(sample: string): string {
  const text = sampleOf(sample)
    .data.replace(/^\{"currentPage".*?\[|^\{"size".*?\[|^\[/, '')
    .replace(/\]\}?$/, '');
  return text.replace(/"onRampPaymentInfo":\{[^}]*\}/, '"onRampPaymentInfo":{}');
}

// test/server/client/operations.test.ts tests, through the client, the result of parsing each sample, and
// that unknown members are dropped.
for (const [sample, schema, optional] of RECORDS)
  describe(`a record of ${sample}`, () => {
    const text = recordOf(sample);
    const record = parseExact(text) as object;

    it('is the same whether its numbers are JSON numbers or strings', () => {
      const parsed = schema.parse(record);
      assert.deepEqual(schema.parse(parseExact(text.replace(/:(-?[0-9.]+)/g, ':"$1"'))), parsed);
      assert.deepEqual(schema.parse(parseExact(text.replace(/:"(-?[0-9.]+)"/g, ':$1'))), parsed);
    });

    it('names the required member it lacks', () => {
      for (const [member, rest] of withoutEach(record))
        assert.equal(invalidPath(schema, rest), optional.includes(member) ? '' : member);
    });
  });

describe('a record', () => {
  const parsedRecordOf = (sample: string): object => parseExact(recordOf(sample)) as object;

  it('keeps statuses, order types and flow types that the specification does not list', () => {
    for (const orderStatus of [11, 12, 73, 99]) {
      const record = {
        ...parsedRecordOf('orders.list, crypto on one side'),
        orderStatus,
        orderType: 'fiat_to_gold',
      };
      const order = cryptoOrder.parse(record);
      assert.deepEqual([order.orderStatus, order.orderType], [orderStatus, 'fiat_to_gold']);
    }
    const { flowType, category } = flow.parse({
      ...parsedRecordOf('flows.list'),
      flowType: 'ESCROW_HOLD',
      category: 'HOLD',
    });
    assert.deepEqual([flowType, category], ['ESCROW_HOLD', 'HOLD']);
    assert.equal(activation.parse({ fiat: 'COP', status: 9, failReason: 'no documents' }).status, 9);
  });

  it('keeps payment details unchanged, and has no completion time while it is empty', () => {
    const onRampPaymentInfo = { bank: 'x', digits: '007' };
    const record = {
      ...parsedRecordOf('orders.list, between currencies'),
      onRampPaymentInfo,
      completedTime: '',
    };
    const order = fiatOrder.parse(record);
    assert.deepEqual([order.onRampPaymentInfo, order.completedTime], [onRampPaymentInfo, undefined]);
  });

  it('has an empty string in place of null for descriptive text', () => {
    assert.equal(activation.parse({ fiat: 'EUR', status: '4', failReason: null }).failReason, '');
    assert.equal(pair.parse({ ...parsedRecordOf('pairs.list'), country: null }).country, '');
  });
});
