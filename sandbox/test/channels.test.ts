/** Each account belongs to a merchant, a currency and a channel (sandbox/README.md, Channels). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { methodOf, type PendingFundFiats } from 'deposit-slip/core';
import { BODIES, PATHS, type Params } from './requests.js';
import { assertError, TestSandbox, type ApiResponse } from './test-sandbox.js';

const sandbox = new TestSandbox();
const OTHER = 'other-token';

/** The channels by the payment ids of operation 8 that they serve. */
const SERVING: Readonly<Record<keyof PendingFundFiats | 135, string>> = {
  58: 'CLABE - PROVIDER_A',
  105: 'CLABE - PROVIDER_A',
  72: 'CLABE - PROVIDER_B',
  63: 'CVU - PROVIDER_C',
  137: 'QR Argentina',
  135: 'QR Argentina',
  68: 'COP Account',
  90: 'BANK_NAME_A',
  92: 'second Pix channel',
  95: 'PEN Account',
  81: 'BANK_NAME_B',
  82: 'BANK_NAME_B',
  83: 'BANK_NAME_B',
  84: 'BANK_NAME_B',
  85: 'BANK_NAME_B',
};
const PAYMENT_IDS = Object.keys(SERVING).map(Number) as (keyof typeof SERVING)[];

const details = (merchantId: number, paymentId: number, fiat: string, more: Params = {}) =>
  sandbox.get(
    PATHS.details,
    { merchantId, paymentId, fiat, amount: '10.00', ...more },
    merchantId === 2001 ? OTHER : undefined,
  );

const activate = (body: object, merchantId = 1001): Promise<ApiResponse> =>
  sandbox.post(PATHS.activate, { ...body, merchantId }, merchantId === 2001 ? OTHER : undefined);

/** `data` of operation 2. */
async function activated(body: object, merchantId?: number): Promise<Record<string, unknown>> {
  const { status, text, body: answer } = await activate(body, merchantId);
  assert.equal(status, 200, text);
  return answer.data as unknown as Record<string, unknown>;
}

/** The payment ids of all channels for which operation 8 has details. */
async function answeredIds(merchantId: number): Promise<number[]> {
  const answered: number[] = [];
  for (const paymentId of PAYMENT_IDS) {
    const response = await details(merchantId, paymentId, methodOf(paymentId)?.fiat ?? 'ARS');
    if (response.status === 200) answered.push(paymentId);
    else assertError(response, 422, 'channel');
  }
  return answered;
}

const idsOf = (...channels: string[]) =>
  PAYMENT_IDS.filter((paymentId) => channels.includes(SERVING[paymentId]));

const cop = { fiat: 'COP', trench: 'COP Account', fieldList: { alias: 'uno' } };
const cnyBody = {
  ...{ fiat: 'USD', trench: 'PAYMENT_NETWORK_NAME' },
  fieldList: {
    ...{ accountName: 'Otra', nationality: 'MX', idNumber: 'X1', countryStateCode: 'MX-CMX', city: 'CDMX' },
    ...{ street: 'Uno 1', postalCode: '01000', dateOfBirth: '1990-02-28', phoneNumber: '5500000000' },
  },
};

describe('a channel', () => {
  test('is active from the start: all for 1001 and 1002, and only CLABE - PROVIDER_A for 2001', async () => {
    for (const merchantId of [1001, 1002]) assert.deepEqual(await answeredIds(merchantId), PAYMENT_IDS);
    assert.deepEqual(await answeredIds(2001), idsOf('CLABE - PROVIDER_A'));
  });

  test('is opened by an activation, which opens no other channel of its currency', async () => {
    await activated({ ...cnyBody }, 2001);
    assert.deepEqual(await answeredIds(2001), idsOf('CLABE - PROVIDER_A'));
    await activated({ fiat: 'ARS', trench: 'QR Argentina' }, 2001);
    assert.deepEqual(await answeredIds(2001), idsOf('CLABE - PROVIDER_A', 'QR Argentina'));
  });

  test('is opened, closed and failed through the control API', async () => {
    const channel = { merchantId: 1002, fiat: 'BRL', channel: 'second Pix channel' };
    for (const [change, failReason, status] of [
      [{ status: 'closed' }, 'The channel was closed.', 422],
      [{ status: 'failed' }, 'The activation failed.', 422],
      [{ status: 'failed', reason: 'No Pix key.' }, 'No Pix key.', 422],
      [{ status: 'active' }, '', 200],
    ] as const) {
      const record = await sandbox.control.channel({ ...channel, ...change });
      assert.deepEqual(record, { ...channel, merchantId: '1002', status: change.status, failReason });
      assert.equal((await details(1002, 92, 'BRL')).status, status);
      assert.equal((await details(1002, 90, 'BRL')).status, 200);
      const listed = await sandbox.control.channels({ merchantId: 1002 });
      assert.ok(listed.some((each) => JSON.stringify(each) === JSON.stringify(record)));
    }
  });

  test('keeps the balance of its currency when it is closed', async () => {
    const channel = { merchantId: 1001, fiat: 'MXN', channel: 'CLABE - PROVIDER_B' };
    await sandbox.control.channel({ ...channel, status: 'closed' });
    assert.equal((await sandbox.post(PATHS.claim, { ...BODIES.claim, clientId: 'closed' })).status, 200);
    await sandbox.control.channel({ ...channel, status: 'active' });
  });

  test('must be active on either side of a claim or a transfer, but any of the currency is enough', async () => {
    const setAll = async (merchantId: number, status: 'active' | 'closed') => {
      for (const channel of ['CLABE - PROVIDER_A', 'CLABE - PROVIDER_B'])
        await sandbox.control.channel({ merchantId, fiat: 'MXN', channel, status });
    };
    const claim = (clientId: string) => sandbox.post(PATHS.claim, { ...BODIES.claim, clientId });
    const transfer = (clientId: string) => sandbox.post(PATHS.transfer, { ...BODIES.transfer, clientId });
    const booked = [await claim('open'), await transfer('open')];
    for (const [closed, refused] of [
      [1001, [claim, transfer]],
      [1002, [transfer]],
    ] as const) {
      const { total } = await sandbox.flows({ merchantId: 1001 });
      await setAll(closed, 'closed');
      for (const call of refused)
        assertError(await call('refused'), 422, `Merchant ${closed} has no active MXN account.`);
      assert.equal((await sandbox.flows({ merchantId: 1001 })).total, total);
      // The responses of earlier requests are repeated unchanged.
      assert.deepEqual(
        [(await claim('open')).text, (await transfer('open')).text],
        booked.map(({ text }) => text),
      );
      await setAll(closed, 'active');
    }
    for (const call of [claim, transfer]) assert.equal((await call('refused')).status, 200);
  });

  test('credits no deposit to its details while it is inactive', async () => {
    const channel = { merchantId: 1002, fiat: 'COP', channel: 'COP Account' };
    const account = (await sandbox.issued(68, { merchantId: 1002 })).fieldList['alias']!;
    const deposit = () => sandbox.control.deposit({ merchantId: 1002, fiat: 'COP', amount: '5.00', account });
    assert.equal((await deposit()).unmatched, null);
    await sandbox.control.channel({ ...channel, status: 'closed' });
    assert.equal((await deposit()).unmatched, 'account not active');
    await sandbox.control.channel({ ...channel, status: 'active' });
    assert.equal((await deposit()).matched, true);
  });

  for (const [title, change, status, words] of [
    ['of an unknown merchant', { merchantId: 3009 }, 404, '3009'],
    ['that does not exist', { channel: 'CLABE' }, 400, 'channel'],
    ['of another currency', { fiat: 'PEN' }, 400, 'fiat'],
    ['with an unknown status', { status: 'open' }, 400, 'status'],
    ['that is active, with a reason', { reason: 'Why not?' }, 400, 'reason'],
  ] as const)
    test(`${title} is a ${status} in the control API`, async () => {
      const body = { merchantId: 1001, fiat: 'BRL', channel: 'BANK_NAME_A', status: 'active', ...change };
      assertError(await sandbox.callControl('/channels', body), status, words);
    });
});

describe('an activation', () => {
  test('can be repeated only with the same values; another alias adds a virtual account', async () => {
    const first = await activated(cop);
    assert.deepEqual(first, { fiat: 'COP', status: 1, failReason: '' });
    assert.deepEqual(await activated(cop), first);
    const pen = { ...BODIES.penAccount.fieldList, customerName: 'Ana Sol' };
    for (const [body, other] of [
      [BODIES.penAccount, { ...BODIES.penAccount, fieldList: pen }],
      [
        { fiat: 'ARS', trench: 'QR Argentina' },
        { fiat: 'ARS', trench: 'QR Argentina', fieldList: { cuit: '30000010010' } },
      ],
      [BODIES.agreement, { ...BODIES.agreement, callbackUri: 'https://elsewhere.example/' }],
    ]) {
      await activated(body!);
      assertError(await activate(other!), 409, 'first');
      await activated(body!);
    }
    const reordered = Object.fromEntries(Object.entries(BODIES.penAccount.fieldList).toReversed());
    await activated({ ...BODIES.penAccount, fieldList: reordered });
    await activated({ fiat: 'ARS', trench: 'QR Argentina', fieldList: {} });
    await activated({ ...cop, fieldList: { alias: 'dos' } });
    const query = { merchantId: 1001, paymentId: 68, fiat: 'COP', pageSize: 2 };
    const { record } = (await sandbox.get(PATHS.virtual, query)).body.data as unknown as {
      record: readonly { depositAlias: string; status: number }[];
    };
    assert.deepEqual(
      record.map(({ depositAlias, status }) => [depositAlias, status]),
      [
        ['dos', 1],
        ['uno', 1],
      ],
    );
  });

  test('with an agreement returns the reason for a rejection, and status 1 once it is accepted', async () => {
    const call = () => activated(BODIES.agreement, 2001);
    const { verifyLink } = await call();
    const [{ id } = { id: '' }] = await sandbox.control.activations();
    assert.deepEqual(await call(), { fiat: 'EUR', status: 4, verifyLink, failReason: '' });
    assert.equal((await details(2001, 85, 'EUR')).status, 422);
    await sandbox.control.decide(id, 'rejected', 'No such company.');
    assert.deepEqual(await call(), { fiat: 'EUR', status: 4, verifyLink, failReason: 'No such company.' });
    const form = new URLSearchParams({ decision: 'rejected', reason: '' });
    await fetch(String(verifyLink), { method: 'POST', body: form });
    assert.equal((await call())['failReason'], 'The agreement was rejected.');
    form.set('reason', 'Too <b>late</b>');
    await fetch(String(verifyLink), { method: 'POST', body: form });
    assert.equal((await call())['failReason'], 'Too <b>late</b>');
    assert.match(await (await fetch(String(verifyLink))).text(), /Too &lt;b&gt;late/);
    await sandbox.control.decide(id, 'accepted');
    assert.deepEqual(await call(), { fiat: 'EUR', status: 1, verifyLink, failReason: '' });
    assert.deepEqual(
      [(await details(2001, 85, 'EUR')).status, (await details(2001, 84, 'USD')).status],
      [200, 200],
    );
    await assert.rejects(sandbox.control.decide(id, 'accepted', 'Because.'), { status: 400 });
  });

  test('has status 1 once its channel is open without its agreement, whose rejection then closes nothing', async () => {
    const merchantId = 3101;
    await sandbox.control.merchant({
      merchantId,
      type: 'individual',
      email: 'a@b.example',
      token: 'sandbox-token',
    });
    const usd = () => activated({ ...BODIES.agreement, fiat: 'USD' }, merchantId);
    assert.equal((await usd())['status'], 4);
    await activated(BODIES.agreement, merchantId);
    const [eur, waiting] = await sandbox.control.activations();
    await sandbox.control.decide(eur!.id, 'accepted');
    assert.equal((await usd())['status'], 1);
    await sandbox.control.decide(waiting!.id, 'rejected', 'Too late.');
    assert.deepEqual([(await usd())['status'], (await usd())['failReason']], [1, '']);
    assert.equal((await details(merchantId, 84, 'USD')).status, 200);
  });
});

describe('an activation of the cross-border channel', () => {
  const body = { ...cnyBody, callbackUri: 'https://shop.example/back?x=1' };
  const merchantId = 3102;
  const status = async (fiat: string) => {
    const channels = await sandbox.control.channels({ merchantId });
    return channels.find((each) => each.fiat === fiat && each.channel === 'PAYMENT_NETWORK_NAME')?.status;
  };

  test('has an agreement in USD and EUR if it has a callbackUri', async () => {
    const merchant = { merchantId, type: 'individual', token: 'sandbox-token' } as const;
    await sandbox.control.merchant(merchant);
    for (const fiat of ['EUR', 'USD']) {
      const { verifyLink, ...rest } = await activated({ ...body, fiat }, merchantId);
      assert.deepEqual(rest, { fiat, status: 4, failReason: '' });
      assert.deepEqual(await status(fiat), 'pending');
      const page = await (await fetch(String(verifyLink))).text();
      assert.ok(!page.includes('href="https://shop.example'), 'not before the decision');
      const decided = await fetch(String(verifyLink), {
        method: 'POST',
        body: new URLSearchParams({ decision: 'accepted' }),
      });
      assert.match(await decided.text(), /href="https:\/\/shop\.example\/back\?x=1"/);
      assert.deepEqual(await activated({ ...body, fiat }, merchantId), {
        fiat,
        status: 1,
        verifyLink,
        failReason: '',
      });
      assert.equal(await status(fiat), 'active');
      // An account in EUR supports USD too only on the channel that EUR and USD share.
      if (fiat === 'EUR') assert.equal(await status('USD'), undefined);
    }
  });

  test('has no agreement without a callbackUri, and accepts no callbackUri in another currency', async () => {
    const { callbackUri: _, ...without } = body;
    for (const fiat of ['HKD', 'SGD'])
      assert.deepEqual(await activated({ ...without, fiat }, merchantId), {
        fiat,
        status: 1,
        failReason: '',
      });
    assertError(await activate({ ...body, fiat: 'CNY' }, 1001), 400, 'callbackUri');
    assert.equal((await activated({ ...without, fiat: 'USD' }, 2001))['status'], 1);
  });
});

describe('an order', () => {
  const side = { paymentId: 105, fiat: 'MXN', amount: '10.00' };
  const exchange = {
    ...{ merchantId: 1001, clientId: 'shared', orderPrice: '17.25', orderType: 'fiat_to_fiat' as const },
    ...{ onRamp: side, offRamp: { ...side, paymentId: 63, fiat: 'ARS' } },
  };

  test('has a clientId that no other order of the merchant has, of any kind', async () => {
    const purchase = { ...BODIES.order, orderType: 'fiat_to_crypto' as const, clientId: 'shared' };
    await sandbox.control.order(purchase);
    await assert.rejects(sandbox.control.order(exchange), { status: 409 });
    await assert.rejects(sandbox.control.order({ ...purchase, orderType: 'crypto_to_fiat' }), {
      status: 409,
    });
    await sandbox.control.order({ ...exchange, merchantId: 1002 });
  });

  for (const [title, body, words] of [
    ['a payment id of another currency', { ...BODIES.order, paymentId: 63 }, 'paymentId'],
    ['an unknown payment id', { ...BODIES.order, paymentId: 999 }, 'paymentId'],
    [
      'a pay-in side of another currency',
      { ...exchange, onRamp: { ...side, paymentId: 90 } },
      'onRamp.paymentId',
    ],
    [
      'a pay-out side of another currency',
      { ...exchange, offRamp: { ...side, fiat: 'ARS' } },
      'offRamp.paymentId',
    ],
  ] as const)
    test(`is a 400 with ${title}`, async () =>
      assertError(await sandbox.callControl('/orders', { ...body, clientId: 'mismatch' }), 400, words));
});
