import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BODIES, PATHS } from './requests.js';
import { assertError, TestSandbox, type ApiResponse } from './test-sandbox.js';

const sandbox = new TestSandbox({ providers: { PROVIDER_B: 'Banco Uno' } });

const OTHER = 'other-token';
const agreement = { ...BODIES.agreement, merchantId: 2001 };

const activate = (body: object, token?: string) => sandbox.post(PATHS.activate, body, token);
const details = (query: string, token?: string) => sandbox.get(PATHS.details, query, token);

function linkOf({ body, text, status }: ApiResponse): string {
  assert.equal(status, 200, text);
  return (body.data as unknown as { verifyLink: string }).verifyLink;
}

function decide(link: string, decision: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ decision });
  return fetch(link, { method: 'POST', redirect: 'manual', headers, body });
}

describe('an activation', () => {
  test('uses the configured provider names', async () => {
    const body = { merchantId: 1001, fiat: 'MXN', fieldList: { alias: 'uno' } };
    assert.equal((await activate({ ...body, trench: 'CLABE - Banco Uno' })).status, 200);
    assertError(await activate({ ...body, trench: 'CLABE - PROVIDER_B' }), 400, 'trench');
  });
});

describe('an agreement', () => {
  test('stays accepted, and is decided with a redirect to its page', async () => {
    const link = linkOf(await activate(agreement, OTHER));
    assert.equal(linkOf(await activate(agreement, OTHER)), link, 'the same when repeated');
    const accepted = await decide(link, 'accepted');
    assert.deepEqual([accepted.status, accepted.headers.get('location')], [303, new URL(link).pathname]);
    await decide(link, 'rejected');
    const [{ decision } = { decision: null }] = await sandbox.control.activations();
    assert.equal(decision, 'accepted');
  });

  test('accepts a decision only from its own page', async () => {
    const link = linkOf(await activate({ ...agreement, fiat: 'USD' }, OTHER));
    assert.equal((await decide(link, 'maybe')).status, 400);
    assert.equal((await decide(link, 'accepted', { origin: 'https://evil.example' })).status, 403);
    assert.equal((await fetch(link.slice(0, -1) + (link.endsWith('x') ? 'y' : 'x'))).status, 404);
  });

  test('requires a callbackUri with a web address', async () => {
    const invalid = ['javascript:alert(1)', 'data:text/html,x', 'shop', '', '//shop.example', undefined];
    for (const callbackUri of invalid)
      assertError(await activate({ ...agreement, callbackUri }, OTHER), 400, 'callbackUri');
  });

  test('escapes the callbackUri on its page', async () => {
    const callbackUri = 'https://shop.example/"><script>1</script>';
    const link = linkOf(await activate({ ...agreement, merchantId: 1001, callbackUri }));
    await decide(link, 'accepted');
    assert.doesNotMatch(await (await fetch(link)).text(), /<script/);
  });
});

describe('a virtual account', () => {
  const key = { merchantId: 1001, paymentId: 105, depositAlias: 'norte' };
  const query = 'merchantId=1001&paymentId=105&fiat=MXN&depositAlias=norte';

  test('has its own details, the same as in the list, while its status is 2', async () => {
    assertError(await details(query), 422, 'norte');
    await sandbox.control.virtualAccount({ ...key, status: 2 });
    const { fieldList } = (await details(query)).body.data;
    const { record } = (await sandbox.get(PATHS.virtual, query)).body.data;
    assert.deepEqual((record as unknown as { fieldList: object }[])[0]!.fieldList, fieldList);
    assert.notDeepEqual((await sandbox.issued(105)).fieldList, fieldList);
    await sandbox.control.virtualAccount({ ...key, status: 3 });
    assertError(await details(query), 422, 'norte');
  });

  test('is a 404 if it does not exist, or exists for another payment id', async () => {
    assertError(await details(query.replace('norte', 'nadie')), 404, 'nadie');
    assertError(await details(query.replace('paymentId=105', 'paymentId=72')), 404);
    const unknown = sandbox.control.virtualAccount({ ...key, depositAlias: 'nadie', status: 2 });
    await assert.rejects(unknown, { status: 404 });
    await assert.rejects(sandbox.control.virtualAccount({ ...key, status: 4 }), { status: 400 });
  });
});

test('a crypto transfer is recorded for both merchants', async () => {
  const transfer = { ...BODIES.crypto, toMerchantId: 2001 };
  const [sent, received] = await sandbox.control.cryptoTransfer(transfer);
  assert.deepEqual([sent!.merchantId, sent!.amount], ['1001', '-1.00000000']);
  assert.deepEqual([received!.merchantId, received!.amount], ['2001', '1.00000000']);
});
