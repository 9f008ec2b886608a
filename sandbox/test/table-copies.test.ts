/** Snapshots of a database on a PostgreSQL server are copies of its tables. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onlyRow, type Db, type Queries } from '../src/db/db.js';
import { openPostgres } from '../src/db/postgres.js';
import { SEQUENCES } from '../src/db/tables.js';
import { deleteState, restoreState, saveState } from '../src/ledger/snapshots.js';
import { verify } from '../src/ledger/verify.js';
import { reset, seed } from '../src/seed/seed.js';
import { contentOf } from './content.js';
import { runOn, sharedServer } from './postgres.js';

const transfer = (db: Queries, clientId: string) =>
  db.query('select from transfer_funds(1001, 1002, $1, $2, 100)', [clientId, 'MXN']);

const hasTransfer = async (db: Queries, clientId: string) =>
  (await db.query('select from transfer where client_id = $1', [clientId])).length > 0;

/** The triggers, constraints, indexes and tables. */
async function schemaOf(db: Queries): Promise<string> {
  const schema = await db.query(
    `select conrelid::regclass::text as t, conname::text as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where connamespace = current_schema::regnamespace
     union all select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid) || tgenabled::text
       from pg_trigger where not tgisinternal
     union all select tablename::text, indexname::text, indexdef from pg_indexes where schemaname = current_schema
     union all select oid::text, relname::text, relkind::text from pg_class where relnamespace = current_schema::regnamespace and relkind <> 'i'
     order by 1, 2, 3`,
  );
  return JSON.stringify(schema);
}

describe('a snapshot on a server', () => {
  let url: string;
  let db: Db;
  let other: Db;
  before(async () => {
    const server = await sharedServer();
    url = await server.createDatabase();
    [db, other] = [await openPostgres(url), await openPostgres(url)];
    await seed(db);
  });
  after(async () => {
    await Promise.all([db.close(), other.close()]);
    await (await sharedServer()).dropDatabase(url);
  });

  it('restores every row and sequence, whatever has changed since', async () => {
    await transfer(db, 'first');
    await saveState(db, 'one');
    const one = await contentOf(db);
    const orders = `select id from orders where kind = 'crypto_to_fiat' and status < 60`;
    const order = onlyRow(await db.query<{ id: bigint }>(`${orders} limit 1`));
    await db.query('select move_order($1, 60)', [order.id]);
    await db.query('select set_clock(null, 1000, true)');
    await transfer(db, 'second');
    await saveState(db, 'two');
    const [two, schema] = [await contentOf(db), await schemaOf(db)];
    const changes = [
      () => transfer(db, 'third'),
      () => reset(db),
      () => db.query('delete from access_token'),
      () => db.transaction((tx) => transfer(tx, 'second').catch(() => undefined)),
    ];
    for (const change of changes)
      for (const [name, content] of [
        ['one', one],
        ['two', two],
      ] as const) {
        await change().catch(() => undefined);
        assert.equal(await restoreState(other, name), true);
        assert.equal(await contentOf(db), content);
      }
    assert.equal(await schemaOf(db), schema, 'keys, triggers and indexes are as before');
    assert.ok((await verify(db, { full: true })).ok);
  });

  it('restores tables that have lost most of their rows, with their indexes', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, at) => transfer(db, `many-${at}`)));
    await saveState(db, 'many');
    const [content, schema] = [await contentOf(db), await schemaOf(db)];
    await reset(db);
    await restoreState(db, 'many');
    assert.deepEqual([await contentOf(db), await schemaOf(db)], [content, schema]);
    const plan = await db.query('explain select from entry where posting = 1');
    assert.match(JSON.stringify(plan), /entry_by_posting/);
  });

  it('is created while transactions are open, without their uncommitted changes', async () => {
    const end = await beginTransaction(other, (tx) => transfer(tx, 'uncommitted'));
    await saveState(db, 'meanwhile');
    await end();
    assert.equal(await hasTransfer(db, 'uncommitted'), true);
    await restoreState(db, 'meanwhile');
    assert.equal(await hasTransfer(db, 'uncommitted'), false);
    assert.ok((await verify(db, { full: true })).ok);
  });

  it('is restored between transactions, and undoes what one has written since the restore began', async () => {
    await saveState(db, 'quiet');
    const content = await contentOf(db);
    const end = await beginTransaction(other);
    const restoring = restoreState(db, 'quiet');
    await untilWaiting(url);
    await end((tx) => transfer(tx, 'late'));
    await restoring;
    assert.equal(await contentOf(db), content);
  });

  it('that cannot be restored leaves the state unchanged', async () => {
    await saveState(db, 'broken');
    await transfer(db, 'kept');
    const { id } = onlyRow(
      await db.query<{ id: number }>(`select id from snapshot_copy where name = 'broken'`),
    );
    await db.script(`drop table snapshot_copy_${id}_sequence`);
    const [content, schema] = [await contentOf(db), await schemaOf(db)];
    await assert.rejects(restoreState(db, 'broken'), /snapshot_copy/);
    assert.deepEqual([await contentOf(db), await schemaOf(db)], [content, schema]);
    await db.script(`create table snapshot_copy_${id}_sequence as ${SEQUENCES}`);
  });

  it('whose restore is interrupted leaves the state unchanged', async () => {
    await saveState(db, 'interrupted');
    await transfer(db, 'stays');
    const [content, schema] = [await contentOf(db), await schemaOf(db)];
    const end = await beginTransaction(other);
    const restoring = assert.rejects(restoreState(db, 'interrupted'));
    const pid = await untilWaiting(url);
    await runOn(url, `select pg_terminate_backend(${pid})`);
    await restoring;
    await end();
    assert.deepEqual([await contentOf(db), await schemaOf(db)], [content, schema]);
    assert.equal(await restoreState(db, 'interrupted'), true);
  });

  it('leaves nothing behind once it is deleted or replaced', async () => {
    const tables = `select relname from pg_class where relname ~ '^snapshot_(copy_[0-9]|differing)'`;
    for (const { name } of await db.query<{ name: string }>('select name from snapshot_copy'))
      assert.equal(await deleteState(db, name), true);
    assert.deepEqual(await db.query(tables), []);
    await saveState(db, 'once');
    const { length } = await db.query(tables);
    await saveState(db, 'once');
    assert.equal((await db.query(tables)).length, length);
    await Promise.all([saveState(db, 'a'), saveState(other, 'b'), reset(db), saveState(other, 'a')]);
    const names = await db.query('select name from snapshot_copy order by name');
    assert.deepEqual(names, [{ name: 'a' }, { name: 'b' }, { name: 'once' }]);
  });
});

type Work = (tx: Queries) => Promise<unknown>;

/** Begins a transaction. Returns a function that commits it. */
async function beginTransaction(db: Db, begin?: Work): Promise<(finish?: Work) => Promise<void>> {
  let commit: (finish?: Work) => void;
  const last = new Promise<Work | undefined>((resolve) => {
    commit = resolve;
  });
  let committed: Promise<void>;
  await new Promise<void>((began) => {
    committed = db.transaction(async (tx) => {
      await begin?.(tx);
      began();
      await (
        await last
      )?.(tx);
    });
  });
  return (finish) => {
    commit(finish);
    return committed;
  };
}

/**
 * Waits until a restore waits for other transactions. Returns the id of the restore's process on the server.
 */
async function untilWaiting(url: string): Promise<number> {
  for (;;) {
    const { rows } = await runOn(
      url,
      `select pid from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    const [waiting] = rows as { pid: number }[];
    if (waiting) return waiting.pid;
  }
}
