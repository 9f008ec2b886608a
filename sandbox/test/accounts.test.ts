import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACTIVATE, ADD_FUNDS, assertRefused, TestSandbox, LISTED, type ApiResponse } from './test-sandbox.js';

const sandbox = new TestSandbox({ providers: { PROVIDER_B: 'Banco Uno' } });

const OTHER = 'other-token';
const agreement = {
  ...{ merchantId: 2001, fiat: 'EUR', trench: 'BANK_NAME_B', callbackUri: 'https://shop.example/back?x=1' },
  fieldList: { email: 'ana@shop.example', firstName: 'Ana', lastName: 'Sol' },
};

function linkOf({ body, text, status }: ApiResponse): string {
  assert.equal(status, 200, text);
  return (body.data as unknown as { verifyLink: string }).verifyLink;
}

async function statusOf(paymentId: number, alias: string, fiat: string): Promise<number | undefined> {
  const ask = { merchantId: 1001, paymentId, fiat, depositAlias: alias };
  const { body } = await sandbox.get(LISTED, ask);
  return (body.data.record as unknown as { status: number }[])[0]?.status;
}

function decide(link: string, decision: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(link, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ decision }),
  });
}

describe('an activation', () => {
  test('opens an account where there was none', async () => {
    const body = { merchantId: 2001, fiat: 'BRL', trench: 'BANK_NAME_A' };
    assertRefused(await sandbox.get(ADD_FUNDS, 'merchantId=2001&paymentId=90&fiat=BRL', OTHER), 422);
    const { data } = (await sandbox.post(ACTIVATE, body, OTHER)).body;
    assert.deepEqual(data, { fiat: 'BRL', status: 1, failReason: '' });
    assert.equal((await sandbox.get(ADD_FUNDS, 'merchantId=2001&paymentId=90&fiat=BRL', OTHER)).status, 200);
  });

  test('of the same alias is the same; of a new one adds a virtual account that is authenticating', async () => {
    const body = (alias: string) => ({
      ...{ merchantId: 1001, fiat: 'COP', trench: 'COP Account', fieldList: { alias } },
    });
    const first = await sandbox.post(ACTIVATE, body('nueva'));
    assert.equal((await sandbox.post(ACTIVATE, body('nueva'))).text, first.text);
    await sandbox.post(ACTIVATE, body('otra'));
    const { body: came } = await sandbox.get(LISTED, { merchantId: 1001, paymentId: 68, fiat: 'COP' });
    assert.equal(came.data.total, 5);
    assert.equal(await statusOf(68, 'nueva', 'COP'), 1);
  });

  test('calls providers what they are called here', async () => {
    const body = { merchantId: 1001, fiat: 'MXN', fieldList: { alias: 'uno' } };
    assert.equal((await sandbox.post(ACTIVATE, { ...body, trench: 'CLABE - Banco Uno' })).status, 200);
    assertRefused(await sandbox.post(ACTIVATE, { ...body, trench: 'CLABE - PROVIDER_B' }), 400, 'trench');
  });

  test('needs an e-mail of a merchant that has none on record', async () => {
    const { email: _, ...rest } = agreement.fieldList;
    assertRefused(
      await sandbox.post(ACTIVATE, { ...agreement, fieldList: rest }, OTHER),
      400,
      'fieldList.email',
    );
    const own = { ...agreement, merchantId: 1001, fieldList: rest };
    assert.equal((await sandbox.post(ACTIVATE, own)).status, 200);
  });
});

describe('an agreement', () => {
  test('that is accepted opens EUR and USD, and leads back', async () => {
    const link = linkOf(await sandbox.post(ACTIVATE, agreement, OTHER));
    assert.equal(linkOf(await sandbox.post(ACTIVATE, agreement, OTHER)), link, 'asked again, the same');
    const asks = ['paymentId=85&fiat=EUR', 'paymentId=81&fiat=USD'].map(
      (query) => `merchantId=2001&${query}`,
    );
    for (const ask of asks) assertRefused(await sandbox.get(ADD_FUNDS, ask, OTHER), 422);
    const page = await (await fetch(link)).text();
    assert.match(page, /Open a EUR account/);
    assert.doesNotMatch(page, /shop\.example\/back/, 'no way back before a decision');
    const rejected = await decide(link, 'rejected');
    assert.deepEqual([rejected.status, rejected.headers.get('location')], [303, new URL(link).pathname]);
    for (const ask of asks) assertRefused(await sandbox.get(ADD_FUNDS, ask, OTHER), 422);
    await decide(link, 'accepted');
    for (const ask of asks) assert.equal((await sandbox.get(ADD_FUNDS, ask, OTHER)).status, 200, ask);
    await decide(link, 'rejected');
    const { decision } = (await sandbox.control.activations()).find(
      ({ merchantId, fiat }) => merchantId === '2001' && fiat === 'EUR',
    )!;
    assert.equal(decision, 'accepted', 'what was accepted stays so');
    assert.match(await (await fetch(link)).text(), /href="https:\/\/shop\.example\/back\?x=1"/);
  });

  test('is decided by its own page alone, and by a decision', async () => {
    const link = linkOf(await sandbox.post(ACTIVATE, { ...agreement, fiat: 'USD' }, OTHER));
    assert.equal((await decide(link, 'maybe')).status, 400);
    assert.equal((await decide(link, 'accepted', { origin: 'https://evil.example' })).status, 403);
    assert.equal((await fetch(link.slice(0, -1) + (link.endsWith('x') ? 'y' : 'x'))).status, 404);
  });

  test('leads back to a web address alone', async () => {
    for (const callbackUri of [
      'javascript:alert(1)',
      'data:text/html,x',
      'shop',
      '',
      '//shop.example',
      undefined,
    ])
      assertRefused(await sandbox.post(ACTIVATE, { ...agreement, callbackUri }, OTHER), 400, 'callbackUri');
  });

  test('escapes what a merchant wrote', async () => {
    const callbackUri = 'https://shop.example/"><script>1</script>';
    const link = linkOf(await sandbox.post(ACTIVATE, { ...agreement, merchantId: 1001, callbackUri }));
    await decide(link, 'accepted');
    assert.doesNotMatch(await (await fetch(link)).text(), /<script/);
  });

  test('can be decided by the control API', async () => {
    await sandbox.post(ACTIVATE, { ...agreement, merchantId: 1001, fiat: 'USD' });
    const open = (await sandbox.control.activations()).find(
      ({ decision, status }) => status === 4 && !decision,
    )!;
    assert.equal((await sandbox.control.decide(open.id, 'accepted')).decision, 'accepted');
    await assert.rejects(sandbox.control.decide('999', 'accepted'), { status: 404 });
    const direct = (await sandbox.control.activations()).find(({ status }) => status === 1)!;
    await assert.rejects(sandbox.control.decide(direct.id, 'accepted'), { status: 422 });
  });
});

describe('a virtual account', () => {
  const key = { merchantId: 1001, paymentId: 105, depositAlias: 'norte' };
  const ask = 'merchantId=1001&paymentId=105&fiat=MXN&depositAlias=norte';

  test('gives details once it is authenticated, those of the list', async () => {
    assertRefused(await sandbox.get(ADD_FUNDS, ask), 422, 'norte');
    await sandbox.control.virtualAccount({ ...key, status: 2 });
    const { fieldList } = (await sandbox.get(ADD_FUNDS, ask)).body.data;
    const listed = await sandbox.get(LISTED, ask);
    assert.deepEqual(
      (listed.body.data.record as unknown as { fieldList: object }[])[0]!.fieldList,
      fieldList,
    );
    const own = await sandbox.issued(105);
    assert.notDeepEqual(own.fieldList, fieldList, 'not the merchant’s own');
    await sandbox.control.virtualAccount({ ...key, status: 3 });
    assertRefused(await sandbox.get(ADD_FUNDS, ask), 422, 'norte');
  });

  test('takes deposits while it is normal, and keeps others unmatched', async () => {
    await sandbox.control.virtualAccount({ ...key, status: 2 });
    const { fieldList } = (await sandbox.get(ADD_FUNDS, ask)).body.data;
    const deposit = { merchantId: 1001, fiat: 'MXN', amount: '5.00', account: fieldList['Cuenta CLABE']! };
    assert.equal((await sandbox.control.deposit(deposit)).matched, true);
    await sandbox.control.virtualAccount({ ...key, status: 3 });
    assert.equal((await sandbox.control.deposit(deposit)).unmatched, 'account not active');
  });

  test('of a funding per call gives a new one each time', async () => {
    const pix = 'merchantId=1001&paymentId=90&fiat=BRL&depositAlias=centro';
    const [one, two] = [await sandbox.get(ADD_FUNDS, pix), await sandbox.get(ADD_FUNDS, pix)];
    assert.notEqual(one.body.data.txId, two.body.data.txId);
  });

  test('that nobody opened is 404, of another merchant too', async () => {
    assertRefused(await sandbox.get(ADD_FUNDS, ask.replace('norte', 'nadie')), 404, 'nadie');
    assertRefused(await sandbox.get(ADD_FUNDS, ask.replace('paymentId=105', 'paymentId=72')), 404);
    await assert.rejects(sandbox.control.virtualAccount({ ...key, depositAlias: 'nadie', status: 2 }), {
      status: 404,
    });
    await assert.rejects(sandbox.control.virtualAccount({ ...key, status: 4 }), { status: 400 });
  });
});

test('a crypto transfer is seen by both sides', async () => {
  const ask = { fromMerchantId: 1001, toMerchantId: 2001, tokenId: 'USDT', amount: '1.5', clientId: 'both' };
  const record = await sandbox.control.cryptoTransfer(ask);
  assert.deepEqual(
    record.map(({ merchantId, amount }) => [merchantId, amount]),
    [
      ['1001', '-1.500000'],
      ['2001', '1.500000'],
    ],
  );
  for (const [change, status] of [
    [{}, 409],
    [{ clientId: 'more', amount: '1.0000001' }, 400],
    [{ clientId: 'more', tokenId: 'DOGE' }, 400],
    [{ clientId: 'more', toMerchantId: 1001 }, 400],
    [{ clientId: 'more', toMerchantId: 9 }, 404],
  ] as const)
    await assert.rejects(sandbox.control.cryptoTransfer({ ...ask, ...change }), { status });
});
