import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onlyRow, sqlState, type Db, type Queries } from '../src/db/db.js';
import { INITIAL, restoreSnapshot, takeSnapshot } from '../src/ledger/snapshots.js';
import { reset } from '../src/seed/seed.js';
import { BODIES, PATHS } from './requests.js';
import { assertError, openDb, TestSandbox } from './test-sandbox.js';

const DAY = 86_400_000;
const NEW_YEAR = 1_767_225_600_000;

const sandbox = new TestSandbox();

describe('the clock', () => {
  const clock = async (...change: Parameters<typeof sandbox.control.clock>) => {
    const { now, frozen } = await sandbox.control.clock(...change);
    return { now: Number(now), frozen };
  };
  const timeOfTransfer = async (clientId: string) => {
    const { body } = await sandbox.post(PATHS.transfer, { ...BODIES.transfer, clientId });
    return Number((body.data as unknown as { createTime: string }).createTime);
  };

  it('dates events, whether frozen or moved', async () => {
    assert.deepEqual(await clock({ now: NEW_YEAR, freeze: true }), { now: NEW_YEAR, frozen: true });
    assert.deepEqual([await timeOfTransfer('a'), await timeOfTransfer('b')], [NEW_YEAR, NEW_YEAR]);
    assert.deepEqual(await clock({ advance: DAY }), { now: NEW_YEAR + DAY, frozen: true });
    assert.equal(await timeOfTransfer('c'), NEW_YEAR + DAY);
    await clock({ freeze: false });
    const [{ now, frozen }, time] = [await clock(), await timeOfTransfer('d')];
    assert.ok(!frozen && now >= NEW_YEAR + DAY && time >= now && time < NEW_YEAR + 2 * DAY);
  });

  it('never runs backwards along an account', async () => {
    const last = Number((await sandbox.newestFlow('MXN')).createTime);
    await clock({ now: NEW_YEAR, freeze: true });
    assert.equal(await timeOfTransfer('e'), last);
    assert.equal((await sandbox.newestFlow('MXN')).createTime, String(last));
  });

  it('is the latest time that an event may have', async () => {
    const deposit = { merchantId: 1001, fiat: 'MXN', amount: '1.00', reference: 'x' };
    const crypto = { ...BODIES.crypto, clientId: 'f' };
    for (const [path, body] of [
      ['/deposits', deposit],
      ['/crypto-transfers', crypto],
      ['/claims/1/reject', {}],
    ] as const)
      assertError(await sandbox.callControl(path, { ...body, at: NEW_YEAR + 1 }), 400, 'at');
    assert.equal((await sandbox.callControl('/deposits', { ...deposit, at: NEW_YEAR })).status, 201);
  });

  it('follows the system again after a reset of the clock, or of everything', async () => {
    for (const backToReal of [() => sandbox.control.resetClock(), () => sandbox.control.reset()]) {
      await clock({ now: NEW_YEAR, freeze: true });
      const earliest = Date.now();
      await backToReal();
      const { now, frozen } = await clock();
      // The test's database runs on this machine, so the clocks agree.
      assert.ok(!frozen && now >= earliest - 1 && now <= Date.now() + 1);
    }
  });

  it('refuses changes that are malformed or exceed the last time', async () => {
    for (const body of [
      {},
      { freeze: 1 },
      { now: 'x' },
      { now: 1 },
      { advance: -1 },
      { advance: 1e13 },
      { to: 1 },
    ])
      assertError(await sandbox.callControl('/clock', body), 400);
    assertError(await sandbox.callControl('/clock', { now: 9_999_999_999_999, advance: 1 }), 400, 'advance');
  });
});

describe('two runs with the clock frozen', () => {
  const runs = [new TestSandbox(), new TestSandbox({ engine: 'postgres' })];

  it('have the same bytes in every response', async () => {
    const texts = runs.map(async (sandbox) => {
      await sandbox.control.clock({ now: NEW_YEAR, freeze: true });
      const { fieldList } = await sandbox.issued(105);
      await sandbox.control.deposit({
        merchantId: 1001,
        fiat: 'MXN',
        amount: 5,
        account: fieldList['Cuenta CLABE']!,
      });
      const answers = [
        await sandbox.post(PATHS.claim, BODIES.claim),
        await sandbox.post(PATHS.transfer, BODIES.transfer),
        await sandbox.post(PATHS.activate, BODIES.clabe),
        await sandbox.details(90, { amount: '10.00' }),
        await sandbox.get(PATHS.flows, { pageSize: 1000 }),
        await sandbox.get(PATHS.orders, { orderType: 'fiat_to_crypto' }),
        await sandbox.get(PATHS.crypto),
        await sandbox.get(PATHS.virtual, { merchantId: 1001, paymentId: 105, fiat: 'MXN' }),
        await sandbox.get(PATHS.pairs),
        await sandbox.callControl('/deposits', undefined, { method: 'GET' }),
      ];
      return answers.map(({ status, text }) => `${status} ${text.replaceAll(sandbox.url, '')}`);
    });
    const [first, second] = await Promise.all(texts);
    assert.ok(
      first!.every((text) => /^20[01] /.test(text)),
      first!.join('\n'),
    );
    assert.deepEqual(second, first);
  });
});

/**
 * Every row of the state, without the id of the transaction that wrote it, and the state of every sequence.
 */
async function contentOf(db: Db): Promise<string> {
  return db.exclusive(async (tx) => {
    await takeSnapshot(tx, 'content');
    const rows = await tx.query(
      `select relation, case when exists (select from pg_attribute where attrelid = relation::regclass and attname = 'written')
           then regexp_replace(content, ',[0-9]+\\)$', ')') else content end as content
         from snapshot_row where snapshot = 'content' order by relation, content`,
    );
    const sequences = await tx.query(
      `select sequence, last_value::text from snapshot_sequence where snapshot = 'content' order by sequence`,
    );
    return JSON.stringify([rows, sequences]);
  });
}

const GUARDS = `select tgrelid::regclass::text as "table", tgname as name, tgenabled as state from pg_trigger
  where not tgisinternal order by 1, 2`;

describe('a snapshot', () => {
  let db: Db;
  before(async () => {
    db = await openDb();
  });
  after(() => db.close());
  const act = (tx: Queries) =>
    tx.query(`select credit_deposit(1001, 'MXN', 500, '5.00', null, null, null, 'x', null, null)`);

  it('restores every row and sequence, and the same events follow', async () => {
    await db.query(`select set_clock(${NEW_YEAR}, 0, true)`);
    await act(db);
    await db.exclusive((tx) => takeSnapshot(tx, 'one'));
    const original = await contentOf(db);
    await act(db);
    const next = await contentOf(db);
    assert.notEqual(next, original);
    for (const _ of [1, 2]) {
      await db.query(`select set_clock(null, ${DAY}, false)`);
      await act(db);
      assert.equal(await db.exclusive((tx) => restoreSnapshot(tx, 'one')), true);
      assert.equal(await contentOf(db), original);
      await act(db);
      assert.equal(await contentOf(db), next);
    }
  });

  it('is kept by a reset, which restores the seeded data', async () => {
    const guards = await db.query(GUARDS);
    await reset(db);
    const seeded = await contentOf(db);
    assert.deepEqual(await db.query(GUARDS), guards);
    assert.ok(guards.length >= 14 && guards.every((guard) => (guard as { state: string }).state === 'O'));
    assert.equal(await db.exclusive((tx) => restoreSnapshot(tx, 'one')), true);
    assert.notEqual(await contentOf(db), seeded);
    await reset(db);
    assert.equal(await contentOf(db), seeded);
  });

  it('keeps append-only tables append-only', async () => {
    await db.exclusive((tx) => restoreSnapshot(tx, INITIAL));
    for (const sql of ['update entry set changed = 1', 'delete from deposit', 'truncate entry cascade'])
      await assert.rejects(db.query(sql), (error) => sqlState(error) === '23001', sql);
  });

  it('resets the ids only if its transaction is not rolled back', async () => {
    const nextId = async () =>
      onlyRow(await db.query<{ id: bigint }>(`select nextval('posting_id') as id`)).id;
    const id = await nextId();
    const restore = db.exclusive(async (tx) => {
      await restoreSnapshot(tx, INITIAL);
      throw new Error('rolled back');
    });
    await assert.rejects(restore, /rolled back/);
    assert.equal(await nextId(), id + 1n);
  });

  it('that does not exist changes nothing', async () => {
    const content = await contentOf(db);
    assert.equal(await db.exclusive((tx) => restoreSnapshot(tx, 'none')), false);
    assert.equal(await contentOf(db), content);
  });
});

describe('the routes of snapshots', () => {
  it('take, list, restore and delete them', async () => {
    const { control } = sandbox;
    const { rows } = await control.snapshot('before');
    await sandbox.post(PATHS.transfer, BODIES.transfer);
    const taken = await control.snapshot('later-2');
    assert.ok(taken.rows > rows && Number(taken.createTime) > NEW_YEAR);
    await control.snapshot('later-2');
    const names = async () => (await control.snapshots()).map(({ name }) => name);
    assert.deepEqual(await names(), ['before', 'initial', 'later-2']);
    const { txId } = await sandbox.newestFlow('MXN');
    await control.restore('before');
    assert.notEqual((await sandbox.newestFlow('MXN')).txId, txId);
    await control.restore('later-2');
    assert.equal((await sandbox.newestFlow('MXN')).txId, txId);
    await control.deleteSnapshot('before');
    assert.deepEqual(await names(), ['initial', 'later-2']);
  });

  it('refuse other names, and changes of the initial one', async () => {
    for (const name of ['A', 'a_b', '-a', 'a'.repeat(41), 'a%27b'])
      for (const path of [`/snapshots/${name}`, `/snapshots/${name}/restore`])
        assertError(await sandbox.callControl(path, {}), 400, 'lower-case');
    for (const method of ['POST', 'DELETE'])
      assertError(await sandbox.callControl('/snapshots/initial', undefined, { method }), 409, 'initial');
    assertError(await sandbox.callControl('/snapshots/none/restore', {}), 404, 'none');
    assertError(await sandbox.callControl('/snapshots/none', undefined, { method: 'DELETE' }), 404, 'none');
    await sandbox.control.restore('initial');
  });
});
