/** Snapshots are copies of the embedded database's files. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { onlyRow, Unavailable, type Db, type StateCopies } from '../src/db/db.js';
import { openPglite } from '../src/db/pglite.js';
import { INITIAL, listSnapshots, saveState, type Snapshot } from '../src/ledger/snapshots.js';
import { verify } from '../src/ledger/verify.js';
import { reset } from '../src/seed/seed.js';
import { temporaryFolder } from '../../test/temporary-folder.js';

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
};

for (const [storage, open] of Object.entries(STORAGES))
  describe(`a copy in ${storage}`, () => {
    let db: Db;
    let copies: StateCopies;
    before(async () => {
      db = await open();
      copies = db.copies!;
    });
    after(() => db.close());

    it('restores the state, after which the same requests get the same ids', async () => {
      await transfer(db, 'before');
      const { rows } = await saveState(copies, 'one');
      const next = await transfer(db, 'after');
      assert.ok((await saveState(copies, 'two')).rows > rows);
      assert.equal(await copies.restore('one'), true);
      assert.deepEqual(await transfer(db, 'after'), next);
      await reset(db);
      assert.deepEqual(await namesOf(db), [INITIAL, 'one', 'two'], 'no restore changes what is stored');
      await copies.restore('two');
      assert.deepEqual(await transfer(db, 'after'), next, 'it was made before');
      assert.equal(await copies.delete('one'), true);
      assert.deepEqual(await namesOf(db), [INITIAL, 'two']);
      assert.deepEqual([await copies.restore('one'), await copies.delete('one')], [false, false]);
    });

    it('is created and restored between transactions, and waiting work is done afterwards', async () => {
      const names = ['first', 'second'];
      await whileTransferring(db, async () => {
        for (const name of names) await saveState(copies, name);
      });
      for (const name of names) {
        await whileTransferring(db, () => copies.restore(name));
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
    await saveState(first.copies!, 'partial');
    kept = await saveState(first.copies!, 'kept');
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
    await db.copies!.restore('kept');
    assert.deepEqual([await has('mine'), await has('later')], [true, false]);
    assert.deepEqual(
      readdirSync(folder).filter((name) => !name.startsWith('lock.')),
      ['pgdata', 'snapshots'],
    );
  });

  it('that does not open leaves the database unchanged', async () => {
    await transfer(db, 'since');
    writeFileSync(join(folder, 'snapshots', 'kept', 'pgdata', 'global', 'pg_control'), 'x');
    await assert.rejects(db.copies!.restore('kept'), Unavailable);
    assert.ok(await has('since'));
  });
});
