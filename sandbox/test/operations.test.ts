/**
 * The operations as a merchant's back end uses them, through the typed client. wire.test.ts checks their wire
 * format, and malformed.test.ts the requests that they reject.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  AuthenticationError,
  createMerchantClient,
  type ActivationInput,
  type Fiat,
  type MerchantClient,
} from 'deposit-slip/client';
import type { ChannelName } from 'deposit-slip/contract';
import { METHODS } from 'deposit-slip/core';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

const clientOf = (token = 'sandbox-token'): MerchantClient =>
  createMerchantClient({ baseUrl: sandbox.url, token });

const merchantId = '2001';
const contact = { email: 'otra@shop.example' };
/** By channel, so that the type checker asks for a new one. That of EUR and USD needs a verification. */
const ACTIVATIONS: Readonly<Record<ChannelName, readonly ActivationInput[]>> = {
  clabe: [
    { merchantId, channel: 'clabe', fiat: 'MXN', trench: 'CLABE - PROVIDER_A', fieldList: { alias: 'a' } },
    { merchantId, channel: 'clabe', fiat: 'MXN', trench: 'CLABE - PROVIDER_B', fieldList: { alias: 'b' } },
  ],
  cvu: [
    {
      ...{ merchantId, channel: 'cvu', fiat: 'ARS', trench: 'CVU - PROVIDER_C' },
      fieldList: { ...contact, cuit: '30000020011', name: 'Otra Tienda', alias: 'c' },
    },
  ],
  'qr-argentina': [{ merchantId, channel: 'qr-argentina', fiat: 'ARS', fieldList: { cuit: '30000020011' } }],
  'cop-account': [{ merchantId, channel: 'cop-account', fiat: 'COP', fieldList: { alias: 'd' } }],
  pix: [{ merchantId, channel: 'pix', fiat: 'BRL', trench: 'BANK_NAME_A' }],
  'pen-account': [
    {
      ...{ merchantId, channel: 'pen-account', fiat: 'PEN' },
      fieldList: {
        ...{ customerIdentificationType: '02', customerIdentification: '20000020010', customerName: 'Otra' },
        ...{ customerEmail: contact.email, customerPhone: '999000111' },
      },
    },
  ],
  'cross-border': [
    {
      ...{ merchantId, channel: 'cross-border', fiat: 'CNY', trench: 'PAYMENT_NETWORK_NAME' },
      fieldList: {
        ...{
          accountName: 'Otra',
          nationality: 'MX',
          idNumber: 'X1',
          countryStateCode: 'MX-CMX',
          city: 'CDMX',
        },
        ...{ street: 'Uno 1', postalCode: '01000', dateOfBirth: '1990-02-28', phoneNumber: '5500000000' },
      },
    },
  ],
  'eur-usd': [],
};

describe('a merchant', () => {
  test('lists the trading pairs without a valid token, and nothing else', async () => {
    const pairs = await clientOf('invalid-token').pairs.list();
    assert.equal(pairs.length, 21);
    assert.deepEqual(pairs[0], { country: 'Mexico', fiat: 'MXN', crypto: 'USDT', accuracy: 2 });
    await assert.rejects(clientOf('invalid-token').flows.list(), AuthenticationError);
  });

  test('activates an account on every channel, and gets details for every method', async () => {
    const other = clientOf('other-token');
    for (const input of Object.values(ACTIVATIONS).flat())
      assert.deepEqual(await other.accounts.activate(input), { fiat: input.fiat, status: 1, failReason: '' });
    const { verifyLink, status } = await other.accounts.activate({
      ...{ merchantId, channel: 'eur-usd', fiat: 'EUR', trench: 'BANK_NAME_B' },
      callbackUri: 'https://shop.example/back',
      fieldList: { ...contact, firstName: 'O', lastName: 'T' },
    });
    assert.equal(status, 4);
    await fetch(verifyLink!, { method: 'POST', body: new URLSearchParams({ decision: 'accepted' }) });
    const second = { fiat: 'BRL', channel: 'second Pix channel', status: 'active' } as const;
    await sandbox.control.channel({ merchantId: Number(merchantId), ...second });
    for (const { id: paymentId, fiat } of METHODS) {
      const params = { merchantId, paymentId, fiat: fiat as Fiat, amount: '10.00' };
      const details = await other.pendingFund.get(params);
      assert.ok(Object.keys(details.fieldList).length > 0, `${paymentId}`);
    }
  });
});
