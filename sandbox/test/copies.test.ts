/**
 * Snapshots are copies: of the files of the embedded database, and of the tables on a server
 * (table-copies.test.ts).
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { onlyRow, Unavailable, type Db } from '../src/db/db.js';
import { openPglite } from '../src/db/pglite.js';
import { deleteState, INITIAL, listSnapshots, restoreState, saveState } from '../src/ledger/snapshots.js';
import { verify } from '../src/ledger/verify.js';
import { reset, seed } from '../src/seed/seed.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { openDb } from './test-sandbox.js';

/** Books a transfer, and returns its ids and those of its entries. */
async function transfer(db: Db, clientId: string) {
  const booked = 'select (made).from_id, (made).to_id from transfer_funds(1001, 1002, $1, $2, 100)';
  const { from_id: from, to_id: to } = onlyRow(
    await db.query<Record<'from_id' | 'to_id', bigint>>(booked, [clientId, 'MXN']),
  );
  return db.query('select id, tx_id from entry where tx_id in ($1, $2) order by id', [from, to]);
}

const namesOf = async (db: Db) => (await listSnapshots(db)).map(({ name }) => name);

async function openSeeded(folder?: string): Promise<Db> {
  const db = await openPglite(folder);
  await seed(db);
  return db;
}

async function openServer(): Promise<Db> {
  const db = await openDb('postgres');
  await seed(db);
  return db;
}

const STORAGES: Readonly<Record<string, () => Promise<Db>>> = {
  memory: () => openSeeded(),
  'a folder': () => openSeeded(temporaryFolder()),
  'a database of a server': openServer,
};

for (const [storage, open] of Object.entries(STORAGES))
  describe(`a copy in ${storage}`, () => {
    it('restores the state, after which the same work gets the same ids', async () => {
      const db = await open();
      await transfer(db, 'before');
      const { rows } = await saveState(db, 'one');
      const next = await transfer(db, 'after');
      assert.ok((await saveState(db, 'two')).rows > rows);
      for (const _ of [1, 2]) {
        assert.equal(await restoreState(db, 'one'), true);
        assert.deepEqual(await transfer(db, 'after'), next);
      }
      await reset(db);
      assert.deepEqual(await namesOf(db), [INITIAL, 'one', 'two'], 'no restore changes what is stored');
      await restoreState(db, 'two');
      assert.deepEqual(await transfer(db, 'after'), next, 'it was made before');
      assert.equal(await deleteState(db, 'one'), true);
      assert.deepEqual(await namesOf(db), [INITIAL, 'two']);
      for (const missing of [restoreState, deleteState]) assert.equal(await missing(db, 'one'), false);
      await db.close();
    });

    it('is taken and restored between transactions, and what waits is done afterwards', async () => {
      const db = await open();
      const transfers = (round: number) =>
        Array.from({ length: 20 }, (_, at) => transfer(db, `${round}-${at}`));
      await Promise.all([...transfers(1), saveState(db, 'busy'), ...transfers(2)]);
      await Promise.all([...transfers(3), restoreState(db, 'busy'), ...transfers(4)]);
      const sql = `select count(*)::int as count from transfer where client_id like '4-%'`;
      assert.ok(onlyRow(await db.query<{ count: number }>(sql)).count <= 20);
      await restoreState(db, 'busy');
      const { ok, invariants } = await verify(db, { full: true });
      assert.ok(ok, JSON.stringify(invariants));
      await db.close();
    });
  });

describe('a copy in a folder', () => {
  it('is there after a restart', async () => {
    const folder = temporaryFolder();
    const first = await openSeeded(folder);
    const { at, rows } = await saveState(first, 'kept');
    await transfer(first, 'later');
    await first.close();
    const second = await openPglite(folder);
    assert.deepEqual(
      (await listSnapshots(second)).find(({ name }) => name === 'kept'),
      { name: 'kept', at, rows },
    );
    await restoreState(second, 'kept');
    assert.deepEqual(await second.query(`select from transfer where client_id = 'later'`), []);
    assert.deepEqual(
      readdirSync(folder).filter((name) => !name.startsWith('lock.')),
      ['pgdata', 'snapshots'],
    );
    await second.close();
  });

  it('that was not completed is not listed, and a restore that was interrupted is undone', async () => {
    const folder = temporaryFolder();
    const db = await openSeeded(folder);
    await transfer(db, 'mine');
    await saveState(db, 'partial');
    await db.close();
    rmSync(join(folder, 'snapshots', 'partial', 'snapshot.json'));
    renameSync(join(folder, 'pgdata'), join(folder, 'pgdata.old'));
    const again = await openPglite(folder);
    assert.deepEqual(await namesOf(again), [INITIAL]);
    assert.equal((await again.query(`select from transfer where client_id = 'mine'`)).length, 1);
    assert.ok(!existsSync(join(folder, 'pgdata.old')));
    await again.close();
  });

  it('that does not open leaves the database as it is', async () => {
    const folder = temporaryFolder();
    const db = await openSeeded(folder);
    await saveState(db, 'broken');
    await transfer(db, 'mine');
    writeFileSync(join(folder, 'snapshots', 'broken', 'pgdata', 'global', 'pg_control'), 'x');
    await assert.rejects(restoreState(db, 'broken'), Unavailable);
    assert.equal((await db.query(`select from transfer where client_id = 'mine'`)).length, 1);
    await db.close();
  });
});
