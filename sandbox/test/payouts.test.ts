import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BODIES, PATHS } from './requests.js';
import { assertError, TestSandbox, type ApiResponse } from './test-sandbox.js';

const sandbox = new TestSandbox();

let ids = 0;
const claimBody = (changes: object = {}) => {
  return { ...BODIES.claim, clientId: `claim-${ids++}`, amount: '100.50', ...changes };
};
const transferBody = (changes: object = {}) => {
  const body = { ...BODIES.transfer, clientId: `transfer-${ids++}`, fiat: 'BRL', paymentId: 90 };
  return { ...body, fiatAmount: '33.33', ...changes };
};

async function balance(merchantId: number, fiat: string): Promise<bigint> {
  return BigInt((await sandbox.newestFlow(fiat, merchantId)).total.replace('.', ''));
}

/** The balance changes of a txId, oldest first. */
async function changesOf(txId: number): Promise<(readonly [string, string, string])[]> {
  const { record } = await sandbox.flows({ txId });
  return record.map(({ category, flowType, changed }) => [category, flowType, changed] as const).toReversed();
}

const numberIn = ({ text }: ApiResponse, name: string) =>
  Number(new RegExp(`"${name}":([0-9]+)`).exec(text)![1]);

describe('a claim', () => {
  test('takes the amount and, in a second entry, the fee', async () => {
    const before = await balance(1001, 'MXN');
    const response = await sandbox.post(PATHS.claim, claimBody());
    assert.match(response.text, /"totalAmount":102\.50,"amount":100\.50,"fee":2\.00/);
    assert.equal(await balance(1001, 'MXN'), before - 10_250n);
    assert.deepEqual(await changesOf(numberIn(response, 'txId')), [
      ['TRANSFER', 'WITHDRAW', '-100.50'],
      ['FEE', 'WITHDRAW', '-2.00'],
    ]);
  });

  test('returns the same response, byte for byte, when repeated with any spelling of the amount', async () => {
    const body = claimBody({ amount: '10.50' });
    const first = await sandbox.post(PATHS.claim, body);
    const after = await balance(1001, 'MXN');
    for (const repeated of [body, { ...body, amount: 10.5 }, { ...body, amount: '10.5' }])
      assert.equal((await sandbox.post(PATHS.claim, repeated)).text, first.text);
    for (const changes of [{ amount: '10.51' }, { fiat: 'ARS', userPaymentId: 502 }])
      assertError(await sandbox.post(PATHS.claim, { ...body, ...changes }), 409, body.clientId);
    assert.equal(await balance(1001, 'MXN'), after);
  });

  test('that the bank rejects returns its amount and fee, once', async () => {
    const before = await balance(1001, 'MXN');
    const txId = numberIn(await sandbox.post(PATHS.claim, claimBody()), 'txId');
    await sandbox.control.rejectClaim(txId);
    assert.deepEqual((await changesOf(txId)).slice(2), [
      ['TRANSFER', 'WITHDRAW_ROLLBACK', '100.50'],
      ['FEE', 'WITHDRAW_ROLLBACK', '2.00'],
    ]);
    await assert.rejects(sandbox.control.rejectClaim(txId), { status: 422 });
    await assert.rejects(sandbox.control.rejectClaim(999), { status: 404 });
    assert.equal(await balance(1001, 'MXN'), before);
  });
});

describe('a transfer', () => {
  test('takes amount and fee from the sender and gives the amount to the recipient, at the same time', async () => {
    const before = [await balance(1001, 'BRL'), await balance(1002, 'BRL')];
    const response = await sandbox.post(PATHS.transfer, transferBody());
    assert.match(response.text, /"fiatAmount":"33\.33","totalFiatAmount":"33\.50","fee":"0\.17"/);
    assert.deepEqual(
      [await balance(1001, 'BRL'), await balance(1002, 'BRL')],
      [before[0]! - 3350n, before[1]! + 3333n],
    );
    const [fromId, toId] = [numberIn(response, 'fromId'), numberIn(response, 'toId')];
    assert.deepEqual(await changesOf(fromId), [
      ['TRANSFER', 'TRANSFER_OUT', '-33.33'],
      ['FEE', 'TRANSFER_OUT', '-0.17'],
    ]);
    assert.deepEqual(await changesOf(toId), [['TRANSFER', 'TRANSFER_IN', '33.33']]);
    for (const txId of [fromId, toId])
      for (const { createTime } of (await sandbox.flows({ txId })).record)
        assert.equal(Number(createTime), numberIn(response, 'createTime'));
  });
});

test('fees can be set until a reset', async () => {
  await sandbox.control.fees({
    transfer: { basisPoints: 0, fixed: '0.00' },
    claim: { basisPoints: 100, fixed: '0.50' },
  });
  const response = await sandbox.post(PATHS.transfer, transferBody());
  assert.match(response.text, /"fee":"0\.00"/);
  assert.deepEqual(await changesOf(numberIn(response, 'fromId')), [['TRANSFER', 'TRANSFER_OUT', '-33.33']]);
  assert.match((await sandbox.post(PATHS.claim, claimBody({ amount: '10.01' }))).text, /"fee":0\.61/);
  await sandbox.control.reset();
  assert.match((await sandbox.post(PATHS.transfer, transferBody())).text, /"fee":"0\.17"/);
});

describe('an order', () => {
  const purchase = () => {
    return { ...BODIES.order, clientId: `order-${ids++}`, fiatAmount: '171.00', fiatFee: '0.86' };
  };
  const isStatus = (status: number) => ({ name: 'ControlError', status });

  test('for crypto is paid from the balance, and its payment is returned when it is canceled', async () => {
    const before = await balance(1001, 'MXN');
    const { orderId } = await sandbox.control.order(purchase());
    await sandbox.control.moveOrder(orderId, 40);
    assert.equal(await balance(1001, 'MXN'), before);
    await sandbox.control.moveOrder(orderId, 50);
    assert.equal(await balance(1001, 'MXN'), before - 17_186n);
    const { orderStatus, completedTime } = await sandbox.control.moveOrder(orderId, 70);
    assert.equal(orderStatus, 70);
    assert.match(completedTime, /^[0-9]{13}$/);
    assert.equal(await balance(1001, 'MXN'), before);
    const { record } = await sandbox.flows({ merchantId: 1001, fiat: 'MXN', pageSize: 4 });
    assert.deepEqual(
      record.map(({ category, flowType, changed, extId }) => [category, flowType, changed, extId]),
      [
        ['FEE', 'BUY_CRYPTO_ROLLBACK', '0.86', orderId],
        ['TRADE', 'BUY_CRYPTO_ROLLBACK', '171.00', orderId],
        ['FEE', 'BUY_CRYPTO', '-0.86', orderId],
        ['TRADE', 'BUY_CRYPTO', '-171.00', orderId],
      ],
    );
  });

  test('that is released can be refunded, and the refund reversed, each once', async () => {
    const before = await balance(1001, 'MXN');
    const { orderId } = await sandbox.control.order(purchase());
    await assert.rejects(sandbox.control.refundOrder(orderId, true), isStatus(422));
    await sandbox.control.moveOrder(orderId, 60);
    assert.equal((await sandbox.control.refundOrder(orderId, true)).hasRefund, 1);
    assert.equal(await balance(1001, 'MXN'), before - 86n);
    await assert.rejects(sandbox.control.refundOrder(orderId, true), isStatus(422));
    assert.equal((await sandbox.control.refundOrder(orderId, false)).hasRefund, 0);
    await assert.rejects(sandbox.control.refundOrder(orderId, true), {
      status: 422,
      message: /already been refunded/,
    });
    assert.equal(await balance(1001, 'MXN'), before - 17_186n);
  });
});
