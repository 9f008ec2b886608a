import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { InvalidRequestError, type ActivationInput } from 'deposit-slip/client';
import { callByName } from './samples.js';
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

/** The error for an invalid input, which must be thrown before anything is sent. */
async function rejectionOf(operation: string, input: unknown): Promise<InvalidRequestError> {
  const { client, requests } = scriptedClient('{}');
  const error = await errorOf(callByName(client, operation, input));
  assert.ok(error instanceof InvalidRequestError, String(error));
  assert.deepEqual(requests, []);
  return error;
}

// test/contract tests what a schema rejects. These tests check that each operation uses its own schema.
const INVALID: readonly (readonly [operation: string, input: object, field: string])[] = [
  ['funds.claim', { ...CLAIM, merchantId: 2 ** 53 }, 'merchantId'],
  ['funds.claim', { ...CLAIM, amount: 0.1 + 0.2 }, 'amount'],
  ['funds.claim', { ...CLAIM, fee: '1' }, 'fee'],
  ['funds.transfer', { ...TRANSFER, fiat: 'toString' }, 'fiat'],
  ['accounts.activate', { ...CLABE, channel: 'wire' }, 'channel'],
  ['accounts.activate', { ...CLABE, trench: undefined }, 'trench'],
  ['accounts.activate', { ...CLABE, fieldList: { alias: 'x', nickname: 'y' } }, 'fieldList.nickname'],
  ['accounts.activate', { ...CLABE, channel: 'cop-account', fiat: 'COP' }, 'trench'],
  ['orders.list', {}, 'orderType'],
  ['orders.list', { orderType: 'fiat_to_crypto', orderStatus: 72 }, 'orderStatus'],
  ['orders.list', { orderType: 'fiat_to_crypto', merchantId: '1001' }, 'merchantId'],
  ['virtualAccounts.list', { ...ACCOUNTS, pageSize: 51 }, 'pageSize'],
  ['pendingFund.get', { ...DETAILS, paymentId: 95, fiat: 'PEN' }, 'amount'],
  ['flows.list', { txId: 2 ** 53 }, 'txId'],
  ['flows.list', { txId: { toString: () => '7' } }, 'txId'],
  ['cryptoTransfers.list', { currentPage: 1 }, 'currentPage'],
];

describe('an invalid input', () => {
  for (const [operation, input, field] of INVALID)
    it(`is rejected before a request is sent: ${field} of ${inspect(input, { breakLength: Infinity })}`, async () => {
      const error = await rejectionOf(operation, input);
      assert.equal(error.field, field);
      assert.ok(error.message.includes(field));
    });

  it('is rejected with a sentence that quotes no value', async () => {
    for (const [operation, input, message] of [
      ['funds.claim', { ...CLAIM, userPaymentId: undefined }, 'userPaymentId is required.'],
      [
        'funds.claim',
        { ...CLAIM, amount: 'canary' },
        'amount must be a positive decimal with at most 2 decimal places.',
      ],
      ['funds.claim', { ...CLAIM, memo: 'canary' }, 'memo is unknown to this operation.'],
      ['funds.claim', { ...CLAIM, 'two\nwords': 'x' }, 'a member is unknown to this operation.'],
      [
        'orders.list',
        { orderType: 'canary' },
        'orderType must be one of fiat_to_crypto, crypto_to_fiat, fiat_to_fiat.',
      ],
      ['funds.transfer', { ...TRANSFER, fiat: 'BRL', paymentId: 1 }, 'paymentId must be 90 for BRL.'],
    ] as const)
      assert.equal((await rejectionOf(operation, input)).message, `${operation}: ${message}`);
  });

  it('is reported as a whole if it is not an object', async () => {
    for (const operation of ['accounts.activate', 'orders.list', 'virtualAccounts.list', 'pendingFund.get'])
      for (const input of [null, 'x', 7, [], ...(operation === 'orders.list' ? [undefined] : [])])
        assert.equal((await rejectionOf(operation, input)).field, 'input');
    for (const operation of ['flows.list', 'cryptoTransfers.list'])
      assert.equal((await rejectionOf(operation, null)).field, 'input');
    for (const operation of ['funds.claim', 'funds.transfer']) await rejectionOf(operation, null);
  });
});

describe('a number in place of text', () => {
  const person = { firstName: 'Ana', lastName: 'Gómez' };
  const account = { merchantId: '1001', channel: 'eur-usd', fiat: 'EUR', trench: 'Bank' };
  const activation = { ...account, callbackUri: 'https://shop.example/back', fieldList: person };

  for (const [operation, input, field] of [
    ['funds.claim', { ...CLAIM, merchantId: 1001 }, 'merchantId'],
    ['funds.claim', { ...CLAIM, userPaymentId: 501 }, 'userPaymentId'],
    ['funds.claim', { ...CLAIM, amount: 22 }, 'amount'],
    ['funds.claim', { ...CLAIM, amount: 22n }, 'amount'],
    ['funds.transfer', { ...TRANSFER, toMerchantId: 1002 }, 'toMerchantId'],
    ['funds.transfer', { ...TRANSFER, fiatAmount: 0.5 }, 'fiatAmount'],
    ['accounts.activate', { ...activation, merchantId: 1001 }, 'merchantId'],
    ['accounts.activate', { ...activation, trench: 7 }, 'trench'],
    ['accounts.activate', { ...activation, fieldList: { ...person, lastName: 7 } }, 'fieldList.lastName'],
    ['pendingFund.get', { ...DETAILS, paymentId: 92, amount: 22 }, 'amount'],
    ['virtualAccounts.list', { ...ACCOUNTS, depositAlias: 7 }, 'depositAlias'],
    ['flows.list', { txId: 7 }, 'txId'],
    ['cryptoTransfers.list', { clientId: 7n }, 'clientId'],
  ] as const)
    it(`is refused, because it may have lost digits: ${field} of ${inspect(input, { breakLength: Infinity })}`, async () => {
      assert.equal((await rejectionOf(operation, input)).field, field);
    });

  it('is refused with a sentence that states the type of the member', async () => {
    for (const [operation, input, message] of [
      ['flows.list', { merchantId: 1001 }, 'merchantId must be a string of digits or a bigint.'],
      ['cryptoTransfers.list', { tokenId: 7 }, 'tokenId must be a string.'],
    ] as const)
      assert.equal((await rejectionOf(operation, input)).message, `${operation}: ${message}`);
  });
});

describe('an activation', () => {
  const merchantId = '1';
  const cuit = '20339698695';
  const alias = { alias: 'a' };

  const INPUTS: readonly ActivationInput[] = [
    { merchantId, channel: 'clabe', fiat: 'MXN', trench: 'CLABE - X', fieldList: alias },
    { merchantId, channel: 'cvu', fiat: 'ARS', trench: 'CVU - X', fieldList: { cuit, name: 'Ana' } },
    { merchantId, channel: 'qr-argentina', fiat: 'ARS' },
    { merchantId, channel: 'qr-argentina', fiat: 'ARS', fieldList: { cuit } },
    { merchantId, channel: 'cop-account', fiat: 'COP', fieldList: alias },
    { merchantId, channel: 'pix', fiat: 'BRL', trench: 'Bank' },
  ];
  /** The trench of the channels that have only one. */
  const TRENCHES: Readonly<Record<string, string>> = {
    'qr-argentina': 'QR Argentina',
    'cop-account': 'COP Account',
  };

  for (const { channel, ...input } of INPUTS)
    it(`is sent with the channel’s trench: ${channel}, ${'fieldList' in input ? 'fields' : 'no fields'}`, async () => {
      const { client, requests } = scriptedClient(`{"fiat":"${input.fiat}","status":1,"failReason":""}`);
      await client.accounts.activate({ channel, ...input } as ActivationInput);
      const expected = { trench: TRENCHES[channel], ...input, merchantId: 1 };
      assert.deepEqual(JSON.parse(requests[0]!.body!), expected);
    });
});
