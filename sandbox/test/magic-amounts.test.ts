import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ADD_FUNDS, TestSandbox } from './test-sandbox.js';

// A clock of the tests' own: what would run later is kept here until a test runs it.
const due: { readonly milliseconds: number; run(): void }[] = [];
let scheduled: (() => void) | undefined;
const sandbox = new TestSandbox({
  later: (milliseconds, run) => {
    due.push({ milliseconds, run });
    scheduled?.();
  },
});

async function runDue(): Promise<void> {
  if (due.length === 0) await new Promise<void>((go) => (scheduled = go));
  const { milliseconds, run } = due.shift()!;
  assert.equal(milliseconds, 5000);
  run();
}

for (const status of [401, 403, 404, 429, 500])
  test(`amount ${9000 + status} is refused with ${status}`, async () => {
    const came = await sandbox.details(105, { amount: 9000 + status });
    assert.deepEqual([came.status, came.body.code, came.body.data], [status, status, null]);
    assert.equal(came.headers.get('retry-after'), status === 429 ? '5' : null);
    assert.equal((await sandbox.details(95, { amount: `${9000 + status}.00` })).status, status);
    assert.equal((await sandbox.details(105, { amount: `${9000 + status}.01` })).status, 200);
  });

test('amount 9299 is HTTP 200 with another code', async () => {
  const { status, body } = await sandbox.details(90, { amount: 9299 });
  assert.equal(status, 200);
  assert.notEqual(body.code, 200);
  assert.equal(body.data, null);
});

test('amount 9422 is a body cut short', async () => {
  const { status, text, headers } = await sandbox.details(90, { amount: 9422 });
  assert.equal(status, 200);
  assert.match(headers.get('content-type')!, /json/);
  assert.throws(() => JSON.parse(text));
});

test('amount 9202 answers after five seconds', async () => {
  const answer = sandbox.details(90, { amount: 9202 });
  await runDue();
  assert.equal((await answer).status, 200);
});

test('amount 9201 brings its deposit five seconds later, by funding and by account', async () => {
  for (const [paymentId, fiat] of [
    [95, 'PEN'],
    [105, 'MXN'],
  ] as const) {
    const { total: before } = await sandbox.flows({ merchantId: 1001, fiat });
    await sandbox.issued(paymentId, { amount: '9201.00' });
    assert.equal((await sandbox.flows({ merchantId: 1001, fiat })).total, before);
    await runDue();
    // On a server it comes beside what is asked meanwhile.
    let page = await sandbox.flows({ merchantId: 1001, fiat });
    for (let asked = 0; page.total === before && asked < 1000; asked++)
      page = await sandbox.flows({ merchantId: 1001, fiat });
    const [newest] = page.record;
    assert.deepEqual([page.total, newest!.changed, newest!.flowType], [before + 1, '9201.00', 'DEPOSIT']);
  }
});

const hanging = new AbortController();
after(() => hanging.abort());

test('amount 9408 never answers, and others are served meanwhile', async () => {
  const url = `${sandbox.url}${ADD_FUNDS}?merchantId=1001&paymentId=105&fiat=MXN&amount=9408`;
  let isAnswered = false;
  const asked = fetch(url, { headers: { 'x-bh-token': 'sandbox-token' }, signal: hanging.signal });
  void asked.then(
    () => (isAnswered = true),
    () => undefined,
  );
  for (let other = 0; other < 20; other++) assert.equal((await sandbox.details(105)).status, 200);
  assert.equal(isAnswered, false);
  hanging.abort();
  await assert.rejects(asked, { name: 'AbortError' });
});

test('magic amounts do nothing to a wrong request or another operation', async () => {
  assert.equal((await sandbox.details(105, { amount: 9500, merchantId: 2001 })).status, 404);
  assert.equal((await sandbox.details(105, { amount: 9500, fiat: 'EUR' })).status, 400);
  const { fieldList } = await sandbox.issued(105);
  const account = fieldList['Cuenta CLABE']!;
  const ask = { merchantId: 1001, fiat: 'MXN', amount: '9500.00', account };
  assert.equal((await sandbox.control.deposit(ask)).matched, true);
});
