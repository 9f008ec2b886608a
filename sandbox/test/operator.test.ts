import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();

/** What the control API says to a body: the status, and the body that came back. */
async function post(path: string, body: object): Promise<[status: number, said: Record<string, unknown>]> {
  const headers = { authorization: 'Bearer control-token', 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${sandbox.url}/sandbox${path}`, init);
  return [response.status, (await response.json()) as Record<string, unknown>];
}

async function refused(path: string, body: object, status: number, words: RegExp): Promise<void> {
  const [came, { code, msg }] = await post(path, body);
  assert.deepEqual([came, code], [status, status], String(msg));
  assert.match(String(msg), words);
}

const HEAD = { merchantId: 1001, orderPrice: '17.25' };
const PURCHASE = {
  ...HEAD,
  orderType: 'fiat_to_crypto',
  paymentId: 105,
  crypto: 'USDT',
  fiat: 'MXN',
  cryptoAmount: '10',
  fiatAmount: '172.50',
  fiatFee: '1.00',
};
const SIDE = { paymentId: 105, fiat: 'MXN', amount: '10.00' };

async function purchase(clientId: string): Promise<string> {
  const [status, { orderId }] = await post('/orders', { ...PURCHASE, clientId });
  assert.equal(status, 201);
  return String(orderId);
}

test('an order from a currency to itself is refused', async () => {
  const body = { ...HEAD, clientId: 'self', orderType: 'fiat_to_fiat', onRamp: SIDE, offRamp: SIDE };
  await refused('/orders', body, 400, /offRamp\.fiat/);
});

test('an order for a token nobody knows is refused', () =>
  refused('/orders', { ...PURCHASE, clientId: 'doge', crypto: 'DOGE' }, 400, /crypto DOGE/));

test('a status no order can have is refused as such, however large', async () => {
  const id = await purchase('large-status');
  await refused(`/orders/${id}`, { orderStatus: 40_000 }, 400, /orderStatus/);
});

test('a purchase is refunded once, and the refund taken back once', async () => {
  const path = `/orders/${await purchase('twice')}`;
  assert.equal((await post(path, { orderStatus: 60 }))[0], 200);
  assert.equal((await post(path, { hasRefund: true }))[0], 200);
  assert.equal((await post(path, { hasRefund: false }))[0], 200);
  await refused(path, { hasRefund: true }, 422, /refunded before/);
});

test('a time that lies in the future is refused, wherever one can be given', async () => {
  const at = Date.UTC(2300, 0, 1);
  await refused('/claims/1/reject', { at }, 400, /\bat\b/);
  const transfer = { fromMerchantId: 1001, toMerchantId: 1002, tokenId: 'USDT', amount: '1', clientId: 'at' };
  await refused('/crypto-transfers', { ...transfer, at }, 400, /\bat\b/);
  await refused('/deposits', { merchantId: 1001, fiat: 'MXN', amount: '1', at }, 400, /\bat\b/);
});

test('an amount of crypto that no record holds is refused', async () => {
  const transfer = { fromMerchantId: 1001, toMerchantId: 1002, tokenId: 'BTC', clientId: 'much' };
  await refused('/crypto-transfers', { ...transfer, amount: '999999999999' }, 400, /amount/);
});

test('an alias with a sign no alias has is refused', async () => {
  const body = { merchantId: 1001, paymentId: 105, depositAlias: 'a\0b', status: 2 };
  await refused('/virtual-accounts', body, 400, /depositAlias/);
});

test('an order that is no purchase is not refunded, and is not said to be unknown', async () => {
  const offRamp = { ...SIDE, fiat: 'ARS' };
  const order = { ...HEAD, clientId: 'exchange', orderType: 'fiat_to_fiat', onRamp: SIDE, offRamp };
  const [, { orderId }] = await post('/orders', order);
  await refused(`/orders/${String(orderId)}`, { hasRefund: true }, 422, /cannot be refunded/);
  await refused('/orders/999999999', { hasRefund: true }, 404, /not found/);
});
