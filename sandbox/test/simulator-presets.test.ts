import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { ACTIONS } from '../src/simulator/presets.js';
import { Payer, fieldsOf, linksOf } from './payer.js';
import { TestSandbox, openDb } from './test-sandbox.js';

/** Functions that the sandbox has delayed, with their delays in milliseconds. */
const delayed: [number, () => void][] = [];
const sandbox = new TestSandbox({ later: (milliseconds, run) => void delayed.push([milliseconds, run]) });
const payer = new Payer(sandbox);

beforeEach(() => void (delayed.length = 0));

/** The changes of the merchant's MXN balance since a flow, oldest first. */
async function changesSince(id: number): Promise<string[]> {
  const { record } = await sandbox.flows({ merchantId: 1001, fiat: 'MXN', pageSize: 20 });
  const at = record.findIndex((flow) => flow.id === id);
  return record
    .slice(0, at)
    .map(({ changed }) => changed)
    .toReversed();
}

/** Runs the delayed functions and waits until the balance has changed `count` times since a flow. */
async function runDelayed(id: number, count: number): Promise<string[]> {
  for (const [, run] of delayed) run();
  let changes: string[] = [];
  // On a server, the deposit is booked while these requests run.
  for (let n = 0; changes.length < count && n < 1000; n++) changes = await changesSince(id);
  return changes;
}

for (const { preset, now, milliseconds, afterwards, heading, words } of [
  { preset: 'pay', now: ['50.00'], heading: 'Sent to Sol', words: /Deposit number/ },
  { preset: 'part', now: ['49.00'], heading: 'Sent to Sol', words: /less than the amount you entered/ },
  { preset: 'more', now: ['51.00'], heading: 'Sent to Sol', words: /more than the amount you entered/ },
  {
    preset: 'twice',
    now: ['50.00'],
    milliseconds: 5000,
    afterwards: ['50.00', '50.00'],
    heading: 'Sent to Sol',
    words: /arrives again 5 seconds after/,
  },
  {
    preset: 'late',
    now: [],
    milliseconds: 10_000,
    afterwards: ['50.00'],
    heading: 'On its way',
    words: /it is 2 hours later now\. The money arrives 10 seconds after/,
  },
  {
    preset: 'return',
    now: ['50.00'],
    milliseconds: 10_000,
    afterwards: ['50.00', '-50.00'],
    heading: 'Sent to Sol',
    words: /sent back 10 seconds after/,
  },
  { preset: 'refuse', now: [], heading: 'Payment declined', words: /Nothing was sent/ },
] as {
  preset: string;
  now: string[];
  milliseconds?: number;
  afterwards?: string[];
  heading: string;
  words: RegExp;
}[])
  test(`the preset ${preset} does what its page and its result say`, async () => {
    const { id } = await sandbox.newestFlow('MXN');
    const form = await payer.openPay({
      account: await sandbox.clabe(),
      beneficiary: 'Sol',
      amount: '50.00',
    });
    assert.match(form.html, new RegExp(`<button[^>]*name="preset"\\s+value="${preset}"`));
    const result = await payer.pay({ ...fieldsOf(form.html), preset });
    assert.equal(result.status, 200);
    assert.match(result.html, new RegExp(`<h1>${heading}</h1>`));
    assert.match(result.html, words);
    assert.deepEqual(await changesSince(id), now);
    assert.deepEqual(
      delayed.map(([wait]) => wait),
      milliseconds === undefined ? [] : [milliseconds],
    );
    await payer.open(result.url);
    assert.equal(delayed.length, milliseconds === undefined ? 0 : 1, 'reloading the result pays nothing');
    assert.equal(
      result.headers.has('refresh'),
      preset === 'return',
      'a return that is to come is looked for',
    );
    if (afterwards) assert.deepEqual(await runDelayed(id, afterwards.length), afterwards);
    if (preset !== 'return') return;
    const later = await payer.open(result.url);
    assert.match(later.html, /The money was sent back to your account\./);
    assert.equal(later.headers.has('refresh'), false);
  });

test('the result links to the same payment, filled in', async () => {
  const { IBAN: account = '', 'Deposit Message': reference = '' } = (await sandbox.issued(85)).fieldList;
  const fields = { account, reference, beneficiary: 'Sol', checked: 'Sol', amount: '12.50' };
  for (const preset of ['pay', 'late', 'refuse']) {
    const { html } = await payer.pay({ ...fields, preset });
    const [again] = linksOf(html).filter((href) => href.includes('account='));
    assert.deepEqual(fieldsOf((await payer.open(again!)).html), fields);
  }
});

test('a part needs an amount that leaves a remainder', async () => {
  const { id } = await sandbox.newestFlow('MXN');
  const fields = { account: await sandbox.clabe(), beneficiary: 'Sol', preset: 'part' };
  const refused = await payer.pay({ ...fields, amount: '1.00' });
  assert.equal(refused.status, 422);
  assert.match(refused.html, /Enter at least \$1\.01: the bank sends \$1\.00 less/);
  assert.equal((await payer.pay({ ...fields, amount: '1.01' })).status, 200);
  assert.deepEqual(await changesSince(id), ['0.01']);
});

test('late advances the clock, further for a rail that takes days, and the deposit has that time', async () => {
  for (const [paymentId, fiat, key, lateness] of [
    [105, 'MXN', 'Cuenta CLABE', 2 * 3_600_000],
    [85, 'EUR', 'IBAN', 6 * 86_400_000],
  ] as const) {
    const { [key]: account = '', 'Deposit Message': reference = '' } = (await sandbox.issued(paymentId))
      .fieldList;
    const clockBefore = Number((await sandbox.control.clock()).now);
    const { id } = await sandbox.newestFlow(fiat);
    await payer.pay({
      account,
      reference,
      beneficiary: 'Sol',
      checked: 'Sol',
      amount: '7.00',
      preset: 'late',
    });
    const clock = Number((await sandbox.control.clock()).now);
    assert.ok(clock - clockBefore >= lateness && clock - clockBefore < lateness + 60_000, fiat);
    for (const [, run] of delayed.splice(0)) run();
    let flow = await sandbox.newestFlow(fiat);
    for (let n = 0; flow.id === id && n < 1000; n++) flow = await sandbox.newestFlow(fiat);
    assert.equal(flow.changed, '7.00');
    assert.ok(Number(flow.createTime) >= clock, fiat);
    await sandbox.control.resetClock();
  }
});

test('an unknown preset is a 400, and nothing is paid', async () => {
  const { id } = await sandbox.newestFlow('MXN');
  for (const preset of ['', 'PAY', 'constructor'])
    assert.equal((await payer.pay({ account: await sandbox.clabe(), amount: '1.00', preset })).status, 400);
  assert.deepEqual(await changesSince(id), []);
});

test('a deposit that was not credited is not returned, and its receipt does not say so', async () => {
  const account = await sandbox.clabe();
  const channel = { merchantId: 1001, fiat: 'MXN', channel: 'CLABE - PROVIDER_A' };
  await sandbox.control.channel({ ...channel, status: 'closed', reason: 'Closed.' });
  const { html } = await payer.pay({ account, beneficiary: 'Sol', amount: '50.00', preset: 'return' });
  await sandbox.control.channel({ ...channel, status: 'active' });
  assert.match(html, /not credited/);
  assert.doesNotMatch(html, /sent back/);
  assert.deepEqual(delayed, []);
});

test('if the next step of a preset cannot be scheduled, the deposit is not booked either', async () => {
  const db = await openDb();
  const timers: number[] = [];
  const context = { db, later: (milliseconds: number) => void timers.push(milliseconds) };
  await db.script(`insert into issuance (merchant, currency, payment_id, field_list, at) values (1001, 'MXN', 105, '{}', 1);
    insert into identifier select 'account', '999180000000000015', id from issuance`);
  const deposit = { fiat: 'MXN', account: '999180000000000015', amount: '12.50', senderName: 'Payer' };
  const booked = async () => (await db.query("select id from deposit where sender_name = 'Payer'")).length;
  const ahead = () => db.query<{ ahead: bigint }>('select ahead from clock');
  for (const [at, preset] of (['twice', 'return', 'late'] as const).entries()) {
    await db.script('alter table scheduled_deposit rename to missing');
    await assert.rejects(ACTIONS[preset](context, deposit, 105));
    assert.deepEqual([await booked(), timers.length, await ahead()], [at, at, [{ ahead: 0n }]], preset);
    await db.script('alter table missing rename to scheduled_deposit');
    await ACTIONS[preset](context, deposit, 105);
    assert.deepEqual([await booked(), timers.length], [preset === 'late' ? at : at + 1, at + 1], preset);
  }
  await db.close();
});
