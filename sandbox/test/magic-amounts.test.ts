import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { BODIES, PATHS } from './requests.js';
import { assertError, TestSandbox } from './test-sandbox.js';

// Collects delayed functions until a test runs them.
const delayed: { readonly milliseconds: number; run(): void }[] = [];
let onDelayed: (() => void) | undefined;
const sandbox = new TestSandbox({
  later: (milliseconds, run) => {
    delayed.push({ milliseconds, run });
    onDelayed?.();
  },
});

async function runDelayed(): Promise<void> {
  if (delayed.length === 0) await new Promise<void>((resolve) => (onDelayed = resolve));
  const { milliseconds, run } = delayed.shift()!;
  assert.equal(milliseconds, 5000);
  run();
}

for (const status of [401, 403, 404, 429, 500])
  test(`amount ${9000 + status} is an error with status ${status}`, async () => {
    const response = await sandbox.details(105, { amount: 9000 + status });
    assertError(response, status);
    assert.equal(response.headers.get('retry-after'), status === 429 ? '5' : null);
    assert.equal((await sandbox.details(95, { amount: `${9000 + status}.00` })).status, status);
    assert.equal((await sandbox.details(105, { amount: `${9000 + status}.01` })).status, 200);
  });

test('amount 9299 is HTTP 200 with another code', async () => {
  const { status, body } = await sandbox.details(90, { amount: 9299 });
  assert.deepEqual([status, body.code, body.data], [200, 1299, null]);
});

test('amount 9422 is a truncated body', async () => {
  const { status, text, headers } = await sandbox.details(90, { amount: 9422 });
  assert.equal(status, 200);
  assert.match(headers.get('content-type')!, /json/);
  assert.throws(() => JSON.parse(text));
});

test('amount 9202 responds after five seconds', async () => {
  const response = sandbox.details(90, { amount: 9202 });
  await runDelayed();
  assert.equal((await response).status, 200);
});

test('amount 9201 causes its deposit five seconds later, by txId and by account', async () => {
  for (const [paymentId, fiat] of [
    [95, 'PEN'],
    [105, 'MXN'],
  ] as const) {
    const { id: before } = await sandbox.newestFlow(fiat);
    await sandbox.issued(paymentId, { amount: '9201.00' });
    assert.equal((await sandbox.newestFlow(fiat)).id, before);
    await runDelayed();
    // On a server, the deposit is booked while these requests run.
    let newest = await sandbox.newestFlow(fiat);
    for (let n = 0; newest.id === before && n < 1000; n++) newest = await sandbox.newestFlow(fiat);
    assert.notEqual(newest.id, before);
    assert.deepEqual([newest.changed, newest.flowType], ['9201.00', 'DEPOSIT']);
  }
});

const abort = new AbortController();
after(() => abort.abort());

test('amount 9408 never responds, while other requests are served', async () => {
  const url = `${sandbox.url}${PATHS.details}?merchantId=1001&paymentId=105&fiat=MXN&amount=9408`;
  let hasResponded = false;
  const pending = fetch(url, { headers: { 'x-bh-token': 'sandbox-token' }, signal: abort.signal });
  void pending.then(
    () => (hasResponded = true),
    () => undefined,
  );
  for (let n = 0; n < 20; n++) assert.equal((await sandbox.details(105)).status, 200);
  assert.equal(hasResponded, false);
  abort.abort();
  await assert.rejects(pending, { name: 'AbortError' });
});

test('a magic amount affects no other operation, and does not replace the check of the token', async () => {
  assert.equal((await sandbox.get(PATHS.details, { amount: 9500 }, null)).status, 401);
  const claim = { ...BODIES.claim, amount: '9500.00' };
  assert.equal((await sandbox.post(PATHS.claim, claim)).status, 200);
  const account = await sandbox.clabe();
  const deposit = { merchantId: 1001, fiat: 'MXN', amount: '9500.00', account };
  assert.equal((await sandbox.control.deposit(deposit)).matched, true);
});
