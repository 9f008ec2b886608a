import { test } from 'node:test';
import { BODIES } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

const SIDE = { paymentId: 105, fiat: 'MXN', amount: '10.00' };
const EXCHANGE = {
  ...{ merchantId: 1001, clientId: 'exchange', orderPrice: '17.25', orderType: 'fiat_to_fiat' as const },
  ...{ onRamp: SIDE, offRamp: { ...SIDE, paymentId: 63, fiat: 'ARS' } },
};
// The time has 13 digits, because a number with more digits is not a valid time.
const FUTURE = Date.UTC(2200, 0, 1);

// Invalid requests to the control API, with the words that the error message must contain.
const INVALID: readonly (readonly [title: string, path: string, body: object, words: string])[] = [
  ['an order from a currency to itself', '/orders', { ...EXCHANGE, offRamp: SIDE }, 'offRamp.fiat'],
  [
    'an order of an unknown type',
    '/orders',
    { ...BODIES.order, orderType: 'gift' },
    'orderType must be one of',
  ],
  ['an order for an unknown token', '/orders', { ...BODIES.order, crypto: 'DOGE' }, 'crypto DOGE'],
  ['a claim rejected in the future', '/claims/1/reject', { at: FUTURE }, 'at'],
  ['a deposit returned in the future', '/deposits/1/return', { at: FUTURE }, 'at'],
  ['a crypto transfer in the future', '/crypto-transfers', { ...BODIES.crypto, at: FUTURE }, 'at'],
  ['an amount too large', '/crypto-transfers', { ...BODIES.crypto, amount: '999999999999' }, 'amount'],
  [
    'a crypto amount with too many decimals',
    '/crypto-transfers',
    { ...BODIES.crypto, amount: '1.000000001' },
    'amount',
  ],
  ['fees of nothing', '/fees', {}, 'claim or transfer'],
  ['a fee of twenty digits', '/fees', { claim: { basisPoints: 0, fixed: '9'.repeat(20) } }, 'claim.fixed'],
  [
    'an alias with a control character',
    '/virtual-accounts',
    { merchantId: 1001, paymentId: 105, depositAlias: 'a\0b', status: 2 },
    'depositAlias',
  ],
];

for (const [title, path, body, words] of INVALID)
  test(`${title} is a 400`, async () => assertError(await sandbox.callControl(path, body), 400, words));
