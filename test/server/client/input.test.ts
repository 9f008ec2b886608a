import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InvalidRequestError, type ActivationInput, type MerchantClient } from 'deposit-slip/client';
import { desk, errorOf } from './desk.js';

const CLAIM = { merchantId: '1001', fiat: 'MXN', amount: '22.00', userPaymentId: '501' };
const TRANSFER = { fromMerchantId: '1001', toMerchantId: '1002', fiat: 'MXN', fiatAmount: '22.00' };
const CLABE = {
  merchantId: '1001',
  channel: 'clabe',
  fiat: 'MXN',
  trench: 'CLABE - Example',
  fieldList: { alias: 'shop' },
};
const ACCOUNTS = { merchantId: '1001', paymentId: 105, fiat: 'MXN' };
const DETAILS = { merchantId: '1001', paymentId: 90, fiat: 'BRL' };

type Loose = (client: MerchantClient, input: unknown) => Promise<unknown>;

/** Every operation with an input, untyped as a caller without types has it. */
const claim: Loose = ({ funds }, input) => funds.claim(input as never);
const transfer: Loose = ({ funds }, input) => funds.transfer(input as never);
const activate: Loose = ({ accounts }, input) => accounts.activate(input as never);
const orders: Loose = (client, input) => client.orders.list(input as never);
const accounts: Loose = ({ virtualAccounts }, input) => virtualAccounts.list(input as never);
const details: Loose = ({ pendingFund }, input) => pendingFund.get(input as never);
const flows: Loose = (client, input) => client.flows.list(input as never);
const cryptoTransfers: Loose = (client, input) => client.cryptoTransfers.list(input as never);

/** The error of an input, which must have been refused before anything was sent. */
async function refusalOf(call: Loose, input: unknown): Promise<InvalidRequestError> {
  const { client, asked } = desk('{}');
  const error = await errorOf(call(client, input));
  assert.ok(error instanceof InvalidRequestError, String(error));
  assert.deepEqual(asked, []);
  return error;
}

const WRONG: readonly (readonly [call: Loose, input: object, field: string])[] = [
  [claim, { ...CLAIM, merchantId: undefined }, 'merchantId'],
  [claim, { ...CLAIM, merchantId: '01001' }, 'merchantId'],
  [claim, { ...CLAIM, merchantId: 2 ** 53 }, 'merchantId'],
  [claim, { ...CLAIM, merchantId: '9223372036854775808' }, 'merchantId'],
  [claim, { ...CLAIM, userPaymentId: 'x' }, 'userPaymentId'],
  [claim, { ...CLAIM, fiat: 'BRL' }, 'fiat'],
  [claim, { ...CLAIM, amount: '0' }, 'amount'],
  [claim, { ...CLAIM, amount: '1.005' }, 'amount'],
  [claim, { ...CLAIM, amount: 0.1 + 0.2 }, 'amount'],
  [claim, { ...CLAIM, amount: undefined }, 'amount'],
  [claim, { ...CLAIM, fee: '1' }, 'fee'],
  [transfer, { ...TRANSFER, fiat: 'USD' }, 'fiat'],
  [transfer, { ...TRANSFER, fiat: 'toString' }, 'fiat'],
  [transfer, { ...TRANSFER, fiat: undefined }, 'fiat'],
  [transfer, { ...TRANSFER, paymentId: 63 }, 'paymentId'],
  [transfer, { ...TRANSFER, toMerchantId: '' }, 'toMerchantId'],
  [transfer, { ...TRANSFER, fiatAmount: '-1' }, 'fiatAmount'],
  [activate, { ...CLABE, channel: 'wire' }, 'channel'],
  [activate, { ...CLABE, channel: undefined }, 'channel'],
  [activate, { ...CLABE, trench: undefined }, 'trench'],
  [activate, { ...CLABE, trench: '' }, 'trench'],
  [activate, { ...CLABE, fiat: 'ARS' }, 'fiat'],
  [activate, { ...CLABE, fieldList: {} }, 'fieldList.alias'],
  [activate, { ...CLABE, fieldList: undefined }, 'fieldList'],
  [activate, { ...CLABE, fieldList: { alias: 'x', nickname: 'y' } }, 'fieldList.nickname'],
  [activate, { ...CLABE, callbackUri: 'https://shop.example' }, 'callbackUri'],
  [activate, { ...CLABE, merchantId: 'x' }, 'merchantId'],
  [activate, { ...CLABE, channel: 'cop-account', fiat: 'COP' }, 'trench'],
  [orders, {}, 'orderType'],
  [orders, { orderType: 'fiat_to_crypto', orderStatus: 72 }, 'orderStatus'],
  [orders, { orderType: 'fiat_to_crypto', pageSize: 101 }, 'pageSize'],
  [orders, { orderType: 'fiat_to_crypto', startTime: 1.5 }, 'startTime'],
  [orders, { orderType: 'fiat_to_crypto', merchantId: '1001' }, 'merchantId'],
  [accounts, { ...ACCOUNTS, fiat: 'USD' }, 'fiat'],
  [accounts, { ...ACCOUNTS, pageSize: 51 }, 'pageSize'],
  [accounts, { ...ACCOUNTS, merchantId: undefined }, 'merchantId'],
  [details, { ...DETAILS, paymentId: 95, fiat: 'PEN' }, 'amount'],
  [details, { ...DETAILS, paymentId: NaN }, 'paymentId'],
  [details, { ...DETAILS, fiat: 'CNY' }, 'fiat'],
  [flows, { pageSize: 1001 }, 'pageSize'],
  [flows, { currentPage: 0 }, 'currentPage'],
  [flows, { flowType: 'deposit' }, 'flowType'],
  [flows, { txId: 2 ** 53 }, 'txId'],
  [flows, { txId: { toString: () => '7' } }, 'txId'],
  [cryptoTransfers, { pageSize: 0 }, 'pageSize'],
  [cryptoTransfers, { currentPage: 1 }, 'currentPage'],
];

describe('an input', () => {
  for (const [call, input, field] of WRONG)
    it(`is refused before sending, by its field ${field}: ${Object.entries(input)
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
      .join(', ')}`, async () => {
      const error = await refusalOf(call, input);
      assert.equal(error.field, field);
      assert.ok(error.message.includes(field));
    });

  it('is refused with a sentence that quotes no value', async () => {
    const said = async (call: Loose, input: object) => (await refusalOf(call, input)).message;
    assert.deepEqual(
      [
        await said(claim, { ...CLAIM, userPaymentId: undefined }),
        await said(claim, { ...CLAIM, amount: 'canary' }),
        await said(claim, { ...CLAIM, memo: 'canary' }),
        await said(claim, { ...CLAIM, 'two\nwords': 'canary' }),
        await said(orders, { orderType: 'canary' }),
        await said(transfer, { ...TRANSFER, fiat: 'BRL', paymentId: 1 }),
      ],
      [
        'funds.claim: userPaymentId is required.',
        'funds.claim: amount must be a positive decimal with at most 2 decimals.',
        'funds.claim: memo is not known to this operation.',
        'funds.claim: a member is not known to this operation.',
        'orders.list: orderType must be one of fiat_to_crypto, crypto_to_fiat, fiat_to_fiat.',
        'funds.transfer: paymentId must be 90 for BRL.',
      ],
    );
  });

  it('that is no object is refused as such', async () => {
    for (const call of [activate, orders, accounts, details])
      for (const input of [null, 'x', 7, [], ...(call === orders ? [undefined] : [])])
        assert.equal((await refusalOf(call, input)).field, 'input');
    for (const call of [flows, cryptoTransfers]) assert.equal((await refusalOf(call, null)).field, 'input');
    for (const call of [claim, transfer]) await refusalOf(call, null);
  });
});

describe('an activation', () => {
  const fields = { cuit: '20339698695' };

  /** Each channel: its input, and the body that is sent for it. */
  const INPUTS: readonly (readonly [
    input: ActivationInput,
    trench: string,
    fieldList: object | undefined,
  ])[] = [
    [
      { merchantId: '1', channel: 'clabe', fiat: 'MXN', trench: 'CLABE - X', fieldList: { alias: 'a' } },
      'CLABE - X',
      { alias: 'a' },
    ],
    [
      {
        merchantId: '1',
        channel: 'cvu',
        fiat: 'ARS',
        trench: 'CVU - X',
        fieldList: { ...fields, name: 'Ana' },
      },
      'CVU - X',
      { ...fields, name: 'Ana' },
    ],
    [{ merchantId: '1', channel: 'qr-argentina', fiat: 'ARS' }, 'QR Argentina', undefined],
    [{ merchantId: '1', channel: 'qr-argentina', fiat: 'ARS', fieldList: fields }, 'QR Argentina', fields],
    [
      { merchantId: '1', channel: 'cop-account', fiat: 'COP', fieldList: { alias: 'a' } },
      'COP Account',
      { alias: 'a' },
    ],
    [{ merchantId: '1', channel: 'pix', fiat: 'BRL', trench: 'Bank' }, 'Bank', undefined],
  ];

  for (const [input, trench, fieldList] of INPUTS)
    it(`is sent under the channel’s own name: ${input.channel}, ${fieldList ? 'fields' : 'no fields'}`, async () => {
      const { client, asked } = desk('{"fiat":"MXN","status":1,"failReason":""}');
      await client.accounts.activate(input);
      assert.deepEqual(JSON.parse(asked[0]!.body!), {
        merchantId: 1,
        fiat: input.fiat,
        trench,
        ...(fieldList && { fieldList }),
      });
    });
});
