/**
 * Snapshots are copies: of the embedded database's files, or of the tables on a server
 * (table-copies.test.ts).
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { onlyRow, Unavailable, type Db } from '../src/db/db.js';
import { openPglite } from '../src/db/pglite.js';
import {
  deleteState,
  INITIAL,
  listSnapshots,
  restoreState,
  saveState,
  type Snapshot,
} from '../src/ledger/snapshots.js';
import { verify } from '../src/ledger/verify.js';
import { reset } from '../src/seed/seed.js';
import { temporaryFolder } from '../../test/temporary-folder.js';
import { openDb } from './test-sandbox.js';

/** Books a transfer. Returns the ids and the txIds of its entries. */
async function transfer(db: Db, clientId: string) {
  const booked = 'select (made).from_id, (made).to_id from transfer_funds(1001, 1002, $1, $2, 100)';
  const { from_id: from, to_id: to } = onlyRow(
    await db.query<Record<'from_id' | 'to_id', bigint>>(booked, [clientId, 'MXN']),
  );
  return db.query('select id, tx_id from entry where tx_id in ($1, $2) order by id', [from, to]);
}

/** Runs `work` while several clients transfer money. */
async function whileTransferring(db: Db, work: () => Promise<unknown>): Promise<void> {
  const done = new AbortController();
  const client = async (): Promise<void> => {
    while (!done.signal.aborted) await transfer(db, randomUUID());
  };
  await Promise.all([...Array.from({ length: 8 }, client), work().finally(() => done.abort())]);
}

const namesOf = async (db: Db) => (await listSnapshots(db)).map(({ name }) => name);

const folder = temporaryFolder();
const STORAGES: Readonly<Record<string, () => Promise<Db>>> = {
  memory: () => openPglite(),
  'a folder': () => openPglite(folder),
  'a database of a server': () => openDb('postgres'),
};

for (const [storage, open] of Object.entries(STORAGES))
  describe(`a copy in ${storage}`, () => {
    let db: Db;
    before(async () => {
      db = await open();
    });
    after(() => db.close());

    it('restores the state, after which the same requests get the same ids', async () => {
      await transfer(db, 'before');
      const { rows } = await saveState(db, 'one');
      const next = await transfer(db, 'after');
      assert.ok((await saveState(db, 'two')).rows > rows);
      assert.equal(await restoreState(db, 'one'), true);
      assert.deepEqual(await transfer(db, 'after'), next);
      await reset(db);
      assert.deepEqual(await namesOf(db), [INITIAL, 'one', 'two'], 'no restore changes what is stored');
      await restoreState(db, 'two');
      assert.deepEqual(await transfer(db, 'after'), next, 'it was made before');
      assert.equal(await deleteState(db, 'one'), true);
      assert.deepEqual(await namesOf(db), [INITIAL, 'two']);
      for (const missing of [restoreState, deleteState]) assert.equal(await missing(db, 'one'), false);
    });

    it('is created and restored between transactions, and waiting work is done afterwards', async () => {
      const copies = ['first', 'second'];
      await whileTransferring(db, async () => {
        for (const name of copies) await saveState(db, name);
      });
      for (const name of copies) {
        await whileTransferring(db, () => restoreState(db, name));
        const { ok, invariants } = await verify(db, { full: true });
        assert.ok(ok, `${name}: ${JSON.stringify(invariants)}`);
      }
    });
  });

describe('a copy in a folder', () => {
  const folder = temporaryFolder();
  let db: Db;
  let kept: Snapshot;
  before(async () => {
    const first = await openPglite(folder);
    await transfer(first, 'mine');
    await saveState(first, 'partial');
    kept = await saveState(first, 'kept');
    await transfer(first, 'later');
    await first.close();
    rmSync(join(folder, 'snapshots', 'partial', 'snapshot.json'));
    renameSync(join(folder, 'pgdata'), join(folder, 'pgdata.old'));
    db = await openPglite(folder);
  });
  after(() => db.close());
  const has = async (clientId: string) =>
    (await db.query('select from transfer where client_id = $1', [clientId])).length === 1;

  it('that was not completed is not listed, and an interrupted restore is undone', async () => {
    assert.deepEqual(await namesOf(db), [INITIAL, 'kept']);
    assert.ok(await has('later'));
    assert.ok(!existsSync(join(folder, 'pgdata.old')));
  });

  it('still exists after a restart', async () => {
    assert.deepEqual((await listSnapshots(db))[1], kept);
    await restoreState(db, 'kept');
    assert.deepEqual([await has('mine'), await has('later')], [true, false]);
    assert.deepEqual(
      readdirSync(folder).filter((name) => !name.startsWith('lock.')),
      ['pgdata', 'snapshots'],
    );
  });

  it('that does not open leaves the database unchanged', async () => {
    await transfer(db, 'since');
    writeFileSync(join(folder, 'snapshots', 'kept', 'pgdata', 'global', 'pg_control'), 'x');
    await assert.rejects(restoreState(db, 'kept'), Unavailable);
    assert.ok(await has('since'));
  });
});
