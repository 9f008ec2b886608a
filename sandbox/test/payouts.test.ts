import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertRefused, TestSandbox, CLAIM, FLOWS, TRANSFER, type ApiResponse } from './test-sandbox.js';

const sandbox = new TestSandbox();

let ids = 0;
const claimOf = (more: object = {}) => ({
  ...{ merchantId: 1001, clientId: `claim-${ids++}`, fiat: 'MXN', amount: '100.50', userPaymentId: 501 },
  ...more,
});
const transferOf = (more: object = {}) => ({
  ...{ clientId: `transfer-${ids++}`, fromMerchantId: 1001, toMerchantId: 1002, fiat: 'BRL' },
  ...{ paymentId: 90, fiatAmount: '33.33', ...more },
});

async function balance(merchantId: number, fiat: string): Promise<bigint> {
  const { record } = await sandbox.flows({ merchantId, fiat, pageSize: 1 });
  return BigInt(record[0]!.total.replace('.', ''));
}

/** What a funding changed, oldest first. */
async function changes(txId: number): Promise<(readonly [string, string, string])[]> {
  const { record } = await sandbox.flows({ txId });
  return record.map(({ category, flowType, changed }) => [category, flowType, changed] as const).toReversed();
}

const idOf = ({ text }: ApiResponse, name: string) => Number(new RegExp(`"${name}":([0-9]+)`).exec(text)![1]);

describe('a claim', () => {
  test('takes the amount and, in an entry of its own, the fee', async () => {
    const before = await balance(1001, 'MXN');
    const came = await sandbox.post(CLAIM, claimOf());
    assert.match(came.text, /"totalAmount":102\.50,"amount":100\.50,"fee":2\.00/);
    assert.equal(await balance(1001, 'MXN'), before - 10_250n);
    assert.deepEqual(await changes(idOf(came, 'txId')), [
      ['TRANSFER', 'WITHDRAW', '-100.50'],
      ['FEE', 'WITHDRAW', '-2.00'],
    ]);
  });

  test('sent again is the same claim, byte for byte, however its amount is written', async () => {
    const body = claimOf({ amount: '10.50' });
    const first = await sandbox.post(CLAIM, body);
    const after = await balance(1001, 'MXN');
    for (const again of [body, { ...body, amount: 10.5 }, { ...body, amount: '10.5' }])
      assert.equal((await sandbox.post(CLAIM, again)).text, first.text);
    assert.equal(await balance(1001, 'MXN'), after);
  });

  test('sent again with another body is 409 and changes nothing', async () => {
    const body = claimOf();
    await sandbox.post(CLAIM, body);
    const after = await balance(1001, 'MXN');
    assertRefused(await sandbox.post(CLAIM, { ...body, amount: '100.51' }), 409, body.clientId);
    assertRefused(
      await sandbox.post(CLAIM, { ...body, fiat: 'ARS', userPaymentId: 502 }),
      409,
      body.clientId,
    );
    assert.equal(await balance(1001, 'MXN'), after);
  });

  test('without a clientId is a new one each time', async () => {
    const body = claimOf({ clientId: undefined });
    const txIds = [await sandbox.post(CLAIM, body), await sandbox.post(CLAIM, body)].map((came) =>
      idOf(came, 'txId'),
    );
    assert.notEqual(txIds[0], txIds[1]);
  });

  test('that was refused has not used its clientId up', async () => {
    const body = claimOf({ amount: '1000000.00' });
    assertRefused(await sandbox.post(CLAIM, body), 422, 'balance');
    assert.equal((await sandbox.post(CLAIM, { ...body, amount: '1.00' })).status, 200);
  });

  test('may take the last cent, and not one more', async () => {
    const rest = (await balance(1002, 'ARS')) - 200n;
    const whole = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
    const body = { merchantId: 1002, fiat: 'ARS', userPaymentId: 504 };
    assertRefused(await sandbox.post(CLAIM, claimOf({ ...body, amount: whole(rest + 1n) })), 422, 'balance');
    assert.equal((await sandbox.post(CLAIM, claimOf({ ...body, amount: whole(rest) }))).status, 200);
    assert.equal(await balance(1002, 'ARS'), 0n);
  });

  test('that the bank rejects comes back whole, once', async () => {
    const before = await balance(1001, 'MXN');
    const txId = idOf(await sandbox.post(CLAIM, claimOf()), 'txId');
    await sandbox.control.rejectClaim(txId);
    assert.equal(await balance(1001, 'MXN'), before);
    assert.deepEqual((await changes(txId)).slice(2), [
      ['TRANSFER', 'WITHDRAW_ROLLBACK', '100.50'],
      ['FEE', 'WITHDRAW_ROLLBACK', '2.00'],
    ]);
    await assert.rejects(sandbox.control.rejectClaim(txId), { status: 422 });
    await assert.rejects(sandbox.control.rejectClaim(999), { status: 404 });
    assert.equal(await balance(1001, 'MXN'), before);
  });
});

describe('a transfer', () => {
  test('takes amount and fee here, and gives the amount there', async () => {
    const before = [await balance(1001, 'BRL'), await balance(1002, 'BRL')];
    const came = await sandbox.post(TRANSFER, transferOf());
    assert.match(came.text, /"fiatAmount":"33\.33","totalFiatAmount":"33\.50","fee":"0\.17"/);
    assert.deepEqual(
      [await balance(1001, 'BRL'), await balance(1002, 'BRL')],
      [before[0]! - 3350n, before[1]! + 3333n],
    );
    assert.deepEqual(await changes(idOf(came, 'fromId')), [
      ['TRANSFER', 'TRANSFER_OUT', '-33.33'],
      ['FEE', 'TRANSFER_OUT', '-0.17'],
    ]);
    assert.deepEqual(await changes(idOf(came, 'toId')), [['TRANSFER', 'TRANSFER_IN', '33.33']]);
  });

  test('rounds its fee up', async () => {
    for (const [fiatAmount, fee] of [
      ['0.01', '0.01'],
      ['2.00', '0.01'],
      ['2.01', '0.02'],
      ['200.00', '1.00'],
    ])
      assert.match(
        (await sandbox.post(TRANSFER, transferOf({ fiatAmount }))).text,
        new RegExp(`"fee":"${fee}"`),
      );
  });

  test('sent again is the same transfer, byte for byte; with another body it is 409', async () => {
    const body = transferOf();
    const first = await sandbox.post(TRANSFER, body);
    const after = await balance(1001, 'BRL');
    assert.equal((await sandbox.post(TRANSFER, { ...body, fiatAmount: 33.33 })).text, first.text);
    assertRefused(await sandbox.post(TRANSFER, { ...body, fiatAmount: '33.34' }), 409, body.clientId);
    assertRefused(await sandbox.post(TRANSFER, { ...body, fiat: 'MXN', paymentId: 58 }), 409, body.clientId);
    assert.equal(await balance(1001, 'BRL'), after);
  });

  test('shares no clientId with a claim, and none with another merchant', async () => {
    const clientId = 'shared';
    assert.equal((await sandbox.post(CLAIM, claimOf({ clientId }))).status, 200);
    assert.equal((await sandbox.post(TRANSFER, transferOf({ clientId }))).status, 200);
    const back = transferOf({ clientId, fromMerchantId: 1002, toMerchantId: 1001 });
    assert.equal((await sandbox.post(TRANSFER, back)).status, 200);
  });

  test('is seen by neither side half: both flows have one time', async () => {
    const came = await sandbox.post(TRANSFER, transferOf());
    const times = [];
    for (const name of ['fromId', 'toId'])
      times.push(
        ...(await sandbox.flows({ txId: idOf(came, name) })).record.map(({ createTime }) => createTime),
      );
    assert.equal(new Set(times).size, 1, String(times));
    assert.equal(idOf(came, 'createTime'), Number(times[0]));
  });
});

test('what anything costs can be set', async () => {
  await sandbox.control.fees({
    transfer: { basisPoints: 0, fixed: '0.00' },
    claim: { basisPoints: 100, fixed: '0.50' },
  });
  const came = await sandbox.post(TRANSFER, transferOf());
  assert.match(came.text, /"fee":"0\.00"/);
  assert.deepEqual(await changes(idOf(came, 'fromId')), [['TRANSFER', 'TRANSFER_OUT', '-33.33']]);
  assert.match((await sandbox.post(CLAIM, claimOf({ amount: '10.01' }))).text, /"fee":0\.61/);
  await sandbox.control.reset();
  assert.match((await sandbox.post(TRANSFER, transferOf())).text, /"fee":"0\.17"/);
});

describe('an order', () => {
  const orderOf = (more: object = {}) => ({
    ...{
      merchantId: 1001,
      clientId: `order-${ids++}`,
      orderType: 'fiat_to_crypto' as const,
      orderPrice: '17.10',
    },
    ...{ paymentId: 105, crypto: 'USDT', fiat: 'MXN' as const, cryptoAmount: '10.00', fiatAmount: '171.00' },
    ...{ fiatFee: '0.86', ...more },
  });

  test('for crypto is paid from the balance, and gives it back when it is canceled', async () => {
    const before = await balance(1001, 'MXN');
    const { orderId } = await sandbox.control.order(orderOf());
    assert.equal(await balance(1001, 'MXN'), before);
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

  test('that is released can be refunded, and the refund taken back, each once', async () => {
    const before = await balance(1001, 'MXN');
    const { orderId } = await sandbox.control.order(orderOf());
    await assert.rejects(sandbox.control.refundOrder(orderId, true), { status: 422 });
    await sandbox.control.moveOrder(orderId, 60);
    assert.equal((await sandbox.control.refundOrder(orderId, true)).hasRefund, 1);
    assert.equal(await balance(1001, 'MXN'), before - 86n);
    await assert.rejects(sandbox.control.refundOrder(orderId, true), { status: 422 });
    assert.equal((await sandbox.control.refundOrder(orderId, false)).hasRefund, 0);
    assert.equal(await balance(1001, 'MXN'), before - 17_186n);
    await assert.rejects(sandbox.control.refundOrder(orderId, true), { status: 422 });
    assert.equal(await balance(1001, 'MXN'), before - 17_186n);
  });

  test('moves forward alone, to a status of its kind, and nowhere from its last', async () => {
    const { orderId } = await sandbox.control.order(orderOf({ orderType: 'crypto_to_fiat' }));
    const before = await balance(1001, 'MXN');
    for (const [status, expected] of [
      [41, 400],
      [99, 400],
      [10, 422],
    ] as const)
      await assert.rejects(sandbox.control.moveOrder(orderId, status), { status: expected });
    await sandbox.control.moveOrder(orderId, 31);
    await assert.rejects(sandbox.control.moveOrder(orderId, 30), { status: 422 });
    await sandbox.control.moveOrder(orderId, 60);
    await assert.rejects(sandbox.control.moveOrder(orderId, 70), { status: 422 });
    await assert.rejects(sandbox.control.moveOrder('999', 30), { status: 404 });
    assert.equal(await balance(1001, 'MXN'), before, 'what is sold is paid elsewhere');
  });

  test('that the balance does not cover stays unpaid', async () => {
    const { orderId } = await sandbox.control.order(orderOf({ fiatAmount: '1000000.00' }));
    await assert.rejects(sandbox.control.moveOrder(orderId, 50), { status: 422 });
    const { record } = await sandbox.flows({ merchantId: 1001, fiat: 'MXN', pageSize: 1 });
    assert.notEqual(record[0]!.extId, orderId);
  });

  test('from one currency to another lists both accounts', async () => {
    const side = { paymentId: 105, fiat: 'MXN' as const, amount: '1000.00', fee: '5.00' };
    const { orderId } = await sandbox.control.order({
      ...{ merchantId: 1001, clientId: 'swap', orderType: 'fiat_to_fiat', orderPrice: '79.20' },
      ...{ onRamp: side, offRamp: { ...side, paymentId: 63, fiat: 'ARS', amount: '79200.00' } },
    });
    const { body } = await sandbox.get('/v2/orders', { orderType: 'fiat_to_fiat', pageSize: 1 });
    const [order] = body.data.record as unknown as { orderId: string; onRampMerchantId: number }[];
    assert.equal(order!.orderId, orderId);
    const { record } = await sandbox.flows({ merchantId: 1001, fiat: 'MXN', pageSize: 1 });
    assert.equal(order!.onRampMerchantId, record[0]!.settingsId, 'the settings id of flows');
    await assert.rejects(sandbox.control.order(orderOf({ clientId: 'swap', fiat: 'GBP' })), { status: 400 });
  });
});

test('flows of claims and transfers are found by their type', async () => {
  for (const flowType of [
    'WITHDRAW',
    'WITHDRAW_ROLLBACK',
    'TRANSFER_OUT',
    'TRANSFER_IN',
    'BUY_CRYPTO',
    'REFUND',
  ]) {
    const { body } = await sandbox.get(FLOWS, { flowType, pageSize: 1000 });
    for (const record of body.data.record) assert.equal(record.flowType, flowType);
  }
});
