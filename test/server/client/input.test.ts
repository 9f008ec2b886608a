import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { InvalidRequestError, type ActivationInput, type MerchantClient } from 'deposit-slip/client';
import { errorOf, scriptedClient } from './scripted-client.js';

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

/** Calls with untyped input, as JavaScript callers make them. */
const claim: Loose = ({ funds }, input) => funds.claim(input as never);
const transfer: Loose = ({ funds }, input) => funds.transfer(input as never);
const activate: Loose = ({ accounts }, input) => accounts.activate(input as never);
const orders: Loose = (client, input) => client.orders.list(input as never);
const accounts: Loose = ({ virtualAccounts }, input) => virtualAccounts.list(input as never);
const details: Loose = ({ pendingFund }, input) => pendingFund.get(input as never);
const flows: Loose = (client, input) => client.flows.list(input as never);
const cryptoTransfers: Loose = (client, input) => client.cryptoTransfers.list(input as never);

/** The error of an invalid input, which must be thrown before anything is sent. */
async function rejectionOf(call: Loose, input: unknown): Promise<InvalidRequestError> {
  const { client, requests } = scriptedClient('{}');
  const error = await errorOf(call(client, input));
  assert.ok(error instanceof InvalidRequestError, String(error));
  assert.deepEqual(requests, []);
  return error;
}

const INVALID: readonly (readonly [call: Loose, input: object, field: string])[] = [
  [claim, { ...CLAIM, merchantId: undefined }, 'merchantId'],
  [claim, { ...CLAIM, merchantId: '01001' }, 'merchantId'],
  [claim, { ...CLAIM, merchantId: 2 ** 53 }, 'merchantId'],
  [claim, { ...CLAIM, userPaymentId: 'x' }, 'userPaymentId'],
  [claim, { ...CLAIM, amount: '1.005' }, 'amount'],
  [claim, { ...CLAIM, amount: 0.1 + 0.2 }, 'amount'],
  [claim, { ...CLAIM, amount: undefined }, 'amount'],
  [claim, { ...CLAIM, fee: '1' }, 'fee'],
  [transfer, { ...TRANSFER, fiat: 'toString' }, 'fiat'],
  [transfer, { ...TRANSFER, fiat: undefined }, 'fiat'],
  [transfer, { ...TRANSFER, paymentId: 63 }, 'paymentId'],
  [transfer, { ...TRANSFER, toMerchantId: '' }, 'toMerchantId'],
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
  [orders, { orderType: 'fiat_to_crypto', startTime: 1.5 }, 'startTime'],
  [orders, { orderType: 'fiat_to_crypto', merchantId: '1001' }, 'merchantId'],
  [accounts, { ...ACCOUNTS, pageSize: 51 }, 'pageSize'],
  [accounts, { ...ACCOUNTS, merchantId: undefined }, 'merchantId'],
  [details, { ...DETAILS, paymentId: 95, fiat: 'PEN' }, 'amount'],
  [details, { ...DETAILS, paymentId: NaN }, 'paymentId'],
  [flows, { pageSize: 1001 }, 'pageSize'],
  [flows, { txId: 2 ** 53 }, 'txId'],
  [flows, { txId: { toString: () => '7' } }, 'txId'],
  [cryptoTransfers, { pageSize: 0 }, 'pageSize'],
  [cryptoTransfers, { currentPage: 1 }, 'currentPage'],
];

describe('an invalid input', () => {
  for (const [call, input, field] of INVALID)
    it(`is rejected before anything is sent: ${field} of ${inspect(input, { breakLength: Infinity })}`, async () => {
      const error = await rejectionOf(call, input);
      assert.equal(error.field, field);
      assert.ok(error.message.includes(field));
    });

  it('is rejected with a sentence that quotes no value', async () => {
    for (const [call, input, message] of [
      [claim, { ...CLAIM, userPaymentId: undefined }, 'funds.claim: userPaymentId is required.'],
      [
        claim,
        { ...CLAIM, amount: 'canary' },
        'funds.claim: amount must be a positive decimal with at most 2 decimal places.',
      ],
      [claim, { ...CLAIM, memo: 'canary' }, 'funds.claim: memo is unknown to this operation.'],
      [claim, { ...CLAIM, 'two\nwords': 'x' }, 'funds.claim: a member is unknown to this operation.'],
      [
        orders,
        { orderType: 'canary' },
        'orders.list: orderType must be one of fiat_to_crypto, crypto_to_fiat, fiat_to_fiat.',
      ],
      [transfer, { ...TRANSFER, fiat: 'BRL', paymentId: 1 }, 'funds.transfer: paymentId must be 90 for BRL.'],
    ] as const)
      assert.equal((await rejectionOf(call, input)).message, message);
  });

  it('is reported as a whole if it is not an object', async () => {
    for (const call of [activate, orders, accounts, details])
      for (const input of [null, 'x', 7, [], ...(call === orders ? [undefined] : [])])
        assert.equal((await rejectionOf(call, input)).field, 'input');
    for (const call of [flows, cryptoTransfers]) assert.equal((await rejectionOf(call, null)).field, 'input');
    for (const call of [claim, transfer]) await rejectionOf(call, null);
  });
});

describe('an activation', () => {
  const fields = { cuit: '20339698695' };

  /** An input of each channel, and the `trench` and `fieldList` that are sent. */
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
    it(`is sent with the channel’s trench: ${input.channel}, ${fieldList ? 'fields' : 'no fields'}`, async () => {
      const { client, requests } = scriptedClient('{"fiat":"MXN","status":1,"failReason":""}');
      await client.accounts.activate(input);
      assert.deepEqual(JSON.parse(requests[0]!.body!), {
        merchantId: 1,
        fiat: input.fiat,
        trench,
        ...(fieldList && { fieldList }),
      });
    });
});
