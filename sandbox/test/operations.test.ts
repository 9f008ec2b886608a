/**
 * The nine operations as a merchant's back end walks them: through the typed client, each after the one before it. How
 * they are written on the wire stands in wire.test.ts, what they refuse in bad-bodies.test.ts.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  AuthenticationError,
  createMerchantClient,
  RefusedError,
  type ActivationInput,
  type MerchantClient,
} from 'deposit-slip/client';
import { TestSandbox } from './test-sandbox.js';

const sandbox = new TestSandbox();
const [SUN, MOON] = ['1001', '1002'] as const;

const clientOf = (token = 'sandbox-token'): MerchantClient =>
  createMerchantClient({ baseUrl: sandbox.url, token });

/** The balance, as the newest flow tells it. */
async function balance(merchantId: string, fiat: string): Promise<string> {
  const { record } = await clientOf().flows.list({ merchantId, fiat, pageSize: 1 });
  return record[0]!.total;
}

const refusal = (status: number, words: RegExp) => (error: unknown) =>
  error instanceof RefusedError && error.status === status && words.test(error.msg ?? '');

const contact = { email: 'otra@shop.example' };
const ACTIVATIONS: readonly ActivationInput[] = [
  {
    merchantId: '2001',
    channel: 'clabe',
    fiat: 'MXN',
    trench: 'CLABE - PROVIDER_A',
    fieldList: { alias: 'a' },
  },
  {
    merchantId: '2001',
    channel: 'clabe',
    fiat: 'MXN',
    trench: 'CLABE - PROVIDER_B',
    fieldList: { alias: 'b' },
  },
  {
    ...{ merchantId: '2001', channel: 'cvu', fiat: 'ARS', trench: 'CVU - PROVIDER_C' },
    fieldList: { ...contact, cuit: '30000020011', name: 'Otra Tienda', alias: 'c' },
  },
  { merchantId: '2001', channel: 'qr-argentina', fiat: 'ARS', fieldList: { cuit: '30000020011' } },
  { merchantId: '2001', channel: 'cop-account', fiat: 'COP', fieldList: { alias: 'd' } },
  { merchantId: '2001', channel: 'pix', fiat: 'BRL', trench: 'BANK_NAME_A' },
  {
    ...{ merchantId: '2001', channel: 'pen-account', fiat: 'PEN' },
    fieldList: {
      ...{ customerIdentificationType: '02', customerIdentification: '20000020010', customerName: 'Otra' },
      ...{ customerEmail: contact.email, customerPhone: '999000111' },
    },
  },
  {
    ...{ merchantId: '2001', channel: 'cross-border', fiat: 'CNY', trench: 'PAYMENT_NETWORK_NAME' },
    fieldList: {
      ...{ accountName: 'Otra', nationality: 'MX', idNumber: 'X1', countryStateCode: 'MX-CMX', city: 'CDMX' },
      ...{ street: 'Uno 1', postalCode: '01000', dateOfBirth: '1990-02-28', phoneNumber: '5500000000' },
    },
  },
];

describe('a merchant', () => {
  test('knows what is traded, without a token', async () => {
    const pairs = await clientOf('no-token-at-all').pairs.list();
    assert.equal(pairs.length, 21);
    assert.deepEqual(pairs[0], { country: 'Mexico', fiat: 'MXN', crypto: 'USDT', accuracy: 2 });
    await assert.rejects(clientOf('no-token-at-all').flows.list(), AuthenticationError);
  });

  test('activates an account on every channel', async () => {
    const other = clientOf('other-token');
    for (const input of ACTIVATIONS)
      assert.deepEqual(await other.accounts.activate(input), { fiat: input.fiat, status: 1, failReason: '' });
    const { verifyLink, status } = await other.accounts.activate({
      ...{ merchantId: '2001', channel: 'eur-usd', fiat: 'EUR', trench: 'BANK_NAME_B' },
      ...{
        callbackUri: 'https://shop.example/back',
        fieldList: { ...contact, firstName: 'O', lastName: 'T' },
      },
    });
    assert.equal(status, 4);
    await fetch(verifyLink!, { method: 'POST', body: new URLSearchParams({ decision: 'accepted' }) });
    for (const [paymentId, fiat] of [
      ...([
        [105, 'MXN'],
        [72, 'MXN'],
        [63, 'ARS'],
        [137, 'ARS'],
        [68, 'COP'],
        [90, 'BRL'],
        [95, 'PEN'],
      ] as const),
      ...([
        [81, 'USD'],
        [82, 'USD'],
        [83, 'USD'],
        [84, 'USD'],
        [85, 'EUR'],
      ] as const),
    ]) {
      const details = await other.pendingFund.get({ merchantId: '2001', paymentId, fiat, amount: '10.00' });
      assert.ok(Object.keys(details.fieldList).length > 0, `${paymentId}`);
    }
  });

  test('lists the virtual account it activated, and is paid into it once it is normal', async () => {
    const other = clientOf('other-token');
    const ask = { merchantId: '2001', paymentId: 105, fiat: 'MXN' } as const;
    const [listed] = (await other.virtualAccounts.list(ask)).record;
    assert.deepEqual([listed!.depositAlias, listed!.status], ['a', 1]);
    await sandbox.control.virtualAccount({ merchantId: 2001, paymentId: 105, depositAlias: 'a', status: 2 });
    const details = await other.pendingFund.get({ ...ask, depositAlias: 'a' });
    assert.deepEqual(details.fieldList, listed!.fieldList);
    const [account] = details.fieldList['Cuenta CLABE']!;
    await sandbox.control.deposit({ merchantId: 2001, fiat: 'MXN', amount: '250.00', account: account! });
    const { record } = await other.flows.list({ flowType: 'DEPOSIT' });
    assert.deepEqual([record[0]!.changed, record[0]!.total], ['250.00', '250.00']);
  });

  test('is paid by a code, and finds the deposit by its txId', async () => {
    const details = await clientOf().pendingFund.get({ merchantId: SUN, paymentId: 90, fiat: 'BRL' });
    const txId = details.txId!;
    await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '187.40', txId });
    const { record } = await clientOf().flows.list({ txId });
    assert.deepEqual([record.length, record[0]!.flowType, record[0]!.changed], [1, 'DEPOSIT', '187.40']);
  });

  test('claims, and asks again with the clientId it was given', async () => {
    const order = { merchantId: SUN, fiat: 'MXN', amount: '1500.50', userPaymentId: '501' } as const;
    const claim = await clientOf().funds.claim(order);
    assert.deepEqual([claim.totalAmount, claim.amount, claim.fee], ['1502.50', '1500.50', '2.00']);
    assert.deepEqual(await clientOf().funds.claim({ ...order, clientId: claim.clientId }), claim);
    assert.equal(await balance(SUN, 'MXN'), '998497.50');
    const flows = await clientOf().flows.list({ txId: claim.txId });
    assert.deepEqual(
      flows.record.map(({ category, changed }) => [category, changed]),
      [
        ['FEE', '-2.00'],
        ['TRANSFER', '-1500.50'],
      ],
    );
    const more = { ...order, clientId: claim.clientId, amount: '1.00' };
    await assert.rejects(clientOf().funds.claim(more), refusal(409, /clientId/));
    await assert.rejects(
      clientOf().funds.claim({ ...order, amount: '99999999.00' }),
      refusal(422, /balance/),
    );
  });

  test('transfers in each of its currencies, and finds both sides', async () => {
    for (const fiat of ['MXN', 'ARS', 'COP', 'BRL', 'PEN'] as const) {
      const before = [await balance(SUN, fiat), await balance(MOON, fiat)].map(cents);
      const order = { fromMerchantId: SUN, toMerchantId: MOON, fiat, fiatAmount: '100.01' };
      const transfer = await clientOf().funds.transfer(order);
      assert.deepEqual([transfer.totalFiatAmount, transfer.fee], ['100.52', '0.51'], fiat);
      assert.deepEqual(await clientOf().funds.transfer({ ...order, clientId: transfer.clientId }), transfer);
      const after = [await balance(SUN, fiat), await balance(MOON, fiat)].map(cents);
      assert.deepEqual([before[0]! - after[0]!, after[1]! - before[1]!], [10_052n, 10_001n], fiat);
      const [sent] = (await clientOf().flows.list({ txId: transfer.toId })).record;
      assert.deepEqual(
        [sent!.merchantId, sent!.flowType, sent!.createTime],
        [MOON, 'TRANSFER_IN', transfer.createTime],
      );
    }
  });

  test('lists its orders of each kind, and its crypto transfers', async () => {
    for (const orderType of ['fiat_to_crypto', 'crypto_to_fiat'] as const) {
      const { record, total } = await clientOf().orders.list({ orderType, orderStatus: 60 });
      assert.equal(total, 2);
      for (const order of record) assert.deepEqual([order.orderType, order.orderStatus], [orderType, 60]);
    }
    const { record } = await clientOf().orders.list({ orderType: 'fiat_to_fiat', orderStatus: 71 });
    assert.deepEqual(
      [record[0]!.onRampFiat, record[0]!.offRampFiat, record[0]!.orderPrice],
      ['MXN', 'ARS', '79.20'],
    );
    const [one, other] = await clientOf().cryptoTransfers.list({ clientId: 'seed-1' });
    assert.deepEqual([one!.amount, other!.amount], ['250.500000', '-250.500000']);
  });

  test('reads pages within their limits', async () => {
    const pages = [];
    for (let currentPage = 1; currentPage <= 3; currentPage++)
      pages.push(await clientOf().flows.list({ merchantId: MOON, currentPage, pageSize: 4 }));
    assert.equal(new Set(pages.flatMap(({ record }) => record.map(({ id }) => id))).size, 12);
    for (const page of pages) assert.deepEqual([page.size, page.total], [4, pages[0]!.total]);
  });
});

function cents(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
