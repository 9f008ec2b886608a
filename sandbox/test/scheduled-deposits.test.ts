import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Deferred } from '../src/app-context.js';
import type { Db } from '../src/db/db.js';
import { startSandbox } from '../src/index.js';
import { receiveDeposit, returnDeposit, type DepositRecord } from '../src/ledger/deposits.js';
import { verify } from '../src/ledger/verify.js';
import { bookDueDeposits, resumeDeposits, scheduleDeposit, storeReturn } from '../src/scheduled-deposits.js';
import { reset } from '../src/seed/seed.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { openDb } from './test-sandbox.js';

// On a server, where several processes can book at once.
describe('a scheduled deposit', () => {
  let db: Db;
  /** The timers of the process that scheduled the deposits. After a process has ended, none of them run. */
  let timers: (() => void)[];

  before(async () => {
    db = await openDb('postgres');
  });
  beforeEach(async () => {
    timers = [];
    await reset(db);
  });
  afterEach(async () => assert.equal((await verify(db)).ok, true));
  after(() => db.close());

  const schedule = (milliseconds: number, amount = '12.50') =>
    scheduleDeposit(
      { db, later: (_, run) => timers.push(run) },
      { fiat: 'MXN', amount, account: 'x', senderName: 'Late' },
      milliseconds,
    );
  const arrived = () =>
    db.query<{ stated: string }>(
      "select stated, unmatched from deposit where sender_name = 'Late' order by id",
    );
  const waiting = () => db.query('select failure from scheduled_deposit');
  const PAST = -1;

  const CREDITED = { fiat: 'MXN', account: '999180000000000015' };
  async function issueAccount(): Promise<void> {
    await db.query(
      `insert into issuance (merchant, currency, payment_id, field_list, at) values (1001, 'MXN', 105, '{}', 1)`,
    );
    await db.query(`insert into identifier select 'account', '999180000000000015', id from issuance`);
  }
  async function credit(amount: string): Promise<DepositRecord> {
    await issueAccount();
    return receiveDeposit(db, { ...CREDITED, amount });
  }

  it('is awaited by the next process, if the one that scheduled it ended', async () => {
    await schedule(60_000);
    await schedule(PAST);
    const delays: number[] = [];
    timers = [];
    await resumeDeposits({ db, later: (delay, run) => (delays.push(delay), timers.push(run)) });
    assert.deepEqual([delays[0], delays[1]! > 50_000, timers.length], [0, true, 2]);
    timers[1]!();
    while ((await waiting()).length > 1);
    assert.deepEqual(await arrived(), [{ stated: '12.50', unmatched: 'unknown' }]);
  });

  it('is booked by another process, if the one that scheduled it ended', async () => {
    await schedule(PAST);
    assert.deepEqual(await arrived(), []);
    await bookDueDeposits(db);
    assert.deepEqual(await arrived(), [{ stated: '12.50', unmatched: 'unknown' }]);
    assert.deepEqual(await waiting(), []);
  });

  it('is not booked before its time', async () => {
    await schedule(60_000);
    await bookDueDeposits(db);
    assert.deepEqual(await arrived(), []);
    assert.equal((await waiting()).length, 1);
  });

  it('is booked once by many processes at once', async () => {
    for (let n = 1; n <= 5; n++) await schedule(PAST, `${n}.00`);
    for (const run of timers) run();
    await Promise.all(Array.from({ length: 8 }, () => bookDueDeposits(db)));
    // A process that skips a row does not wait for the process that books it.
    while ((await waiting()).length > 0);
    assert.deepEqual((await arrived()).map(({ stated }) => stated).sort(), [
      ...['1.00', '2.00', '3.00', '4.00', '5.00'],
    ]);
  });

  it('that the ledger refuses keeps its reason and is not tried again', async () => {
    await issueAccount();
    const deposit = { ...CREDITED, amount: '92233720368547757.07' };
    await scheduleDeposit({ db, later: () => undefined }, deposit, PAST);
    await bookDueDeposits(db);
    await bookDueDeposits(db);
    assert.deepEqual(await waiting(), [{ failure: 'The balance would be larger than the ledger can hold.' }]);
  });

  it('is returned by the next process, once, if the one that scheduled its return ended', async () => {
    const { id } = await credit('12.50');
    await storeReturn(db, BigInt(id), PAST);
    const next: (() => void)[] = [];
    await resumeDeposits({ db, later: (_, run) => next.push(run) });
    assert.equal(next.length, 1);
    for (const run of next) run();
    while ((await waiting()).length > 0);
    await bookDueDeposits(db);
    const entries = await db.query<{ changed: bigint }>(
      `select changed from entry where seq is not null and ext_id = 'D' || $1::text order by id`,
      [id],
    );
    assert.deepEqual(
      entries.map(({ changed }) => changed),
      [1250n, -1250n],
    );
  });

  it('that was returned before its time keeps the reason and is not returned again', async () => {
    const { id } = await credit('12.50');
    await storeReturn(db, BigInt(id), PAST);
    await db.transaction((tx) => returnDeposit(tx, BigInt(id)));
    await bookDueDeposits(db);
    assert.deepEqual(await waiting(), [{ failure: 'Only 0.00 of the deposit is left to return.' }]);
  });

  it('disappears after a reset, and its timer books no later one', async () => {
    await schedule(60_000);
    await reset(db);
    await schedule(120_000);
    assert.equal(timers.length, 2);
    timers[0]!();
    await bookDueDeposits(db);
    assert.deepEqual([await arrived(), (await waiting()).length], [[], 1]);
  });
});

const folder = temporaryFolder();

it('a deposit of a magic amount arrives even if the sandbox was restarted', async () => {
  const timers: (() => void)[] = [];
  const start = (later: Deferred) => startSandbox({ data: folder, later });
  const first = await start(() => undefined);
  const query = 'merchantId=1001&paymentId=105&fiat=MXN&amount=9201';
  const headers = { 'x-bh-token': first.token };
  assert.equal((await fetch(`${first.url}/v2/merchant/addfunds?${query}`, { headers })).status, 200);
  await first.stop();
  const second = await start((_, run) => timers.push(run));
  const amounts = async () => (await second.control.deposits({ matched: true })).map(({ amount }) => amount);
  assert.ok(!(await amounts()).includes('9201.00'));
  assert.equal(timers.length, 1);
  timers[0]!();
  while (!(await amounts()).includes('9201.00'));
  await second.stop();
});
