import { onlyRow, type Db, type Queries, type StateCopy } from '../db/db.js';
import { SCHEMA } from '../db/schema.js';

/** The snapshot of the seeded data, which a reset restores. It cannot be replaced or deleted. */
export const INITIAL = 'initial';

/** A stored copy of the whole state. */
export type Snapshot = StateCopy;

/** Lists the snapshots in the order of their names. */
export async function listSnapshots(db: Db): Promise<readonly Snapshot[]> {
  const copies = (await db.copies?.list()) ?? [];
  const isCopied = new Set(copies.map(({ name }) => name));
  const rows = (await readSnapshots(db)).filter(({ name }) => !isCopied.has(name));
  return [...copies, ...rows].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Stores the whole state under a name, in place of what has that name: as a copy of its files, or else of its rows. */
export async function saveState(db: Db, name: string): Promise<Snapshot> {
  if (db.copies) return db.copies.take(name, describeState);
  return db.exclusive(async (tx) => {
    await takeSnapshot(tx, name);
    return (await readSnapshots(tx)).find((each) => each.name === name)!;
  });
}

/** Restores what is stored under a name; false if nothing is. */
export async function restoreState(db: Db, name: string): Promise<boolean> {
  return (await db.copies?.restore(name)) || db.exclusive((tx) => restoreSnapshot(tx, name));
}

/** Deletes what is stored under a name; false if nothing is. */
export async function deleteState(db: Db, name: string): Promise<boolean> {
  const wasCopied = await db.copies?.delete(name);
  return (await deleteSnapshot(db, name)) || wasCopied === true;
}

async function describeState(db: Queries): Promise<Omit<Snapshot, 'name'>> {
  const counts = (await readTables(db)).map(({ table }) => `(select count(*) from ${quoted(table)})`);
  return onlyRow(
    await db.query<Omit<Snapshot, 'name'>>(`select clock_ms() as at, ${counts.join(' + ')} as rows`),
  );
}

function readSnapshots(db: Queries): Promise<Snapshot[]> {
  return db.query<Snapshot>(
    `select s.name, s.at, (select count(*) from snapshot_row r where r.snapshot = s.name) as rows
     from snapshot s order by s.name collate "C"`,
  );
}

/** Deletes a snapshot of rows; false if there is none of this name. */
async function deleteSnapshot(db: Queries, name: string): Promise<boolean> {
  return (await db.query('delete from snapshot where name = $1 returning name', [name])).length > 0;
}

/** Stores the rows of the whole state under a name, in place of what has that name. `tx` must be exclusive. */
export async function takeSnapshot(tx: Queries, name: string): Promise<void> {
  await deleteSnapshot(tx, name);
  await tx.query('insert into snapshot values ($1, clock_ms())', [name]);
  await tx.query(
    `insert into snapshot_sequence select $1, sequencename, last_value from pg_sequences where schemaname = '${SCHEMA}'`,
    [name],
  );
  for (const { table } of await readTables(tx))
    await tx.query(
      `insert into snapshot_row select $1, '${table}', row_number() over (), t::text from ${quoted(table)} t`,
      [name],
    );
}

/**
 * Restores a snapshot of rows; false if there is none of this name. `tx` must be exclusive. Triggers are disabled meanwhile: those
 * of append-only tables would reject the restore, and others would change rows that are part of the snapshot, such as
 * `order_count`. DDL is transactional in PostgreSQL, so no other transaction sees the triggers disabled.
 */
export async function restoreSnapshot(tx: Queries, name: string): Promise<boolean> {
  if ((await tx.query('select from snapshot where name = $1', [name])).length === 0) return false;
  const tables = await readTables(tx);
  const names = tables.map(({ table }) => quoted(table));
  const guarded = tables.filter(({ hasTriggers }) => hasTriggers).map(({ table }) => quoted(table));
  // One script, because every statement of its own is a round trip. A name is a plain word, checked by its table.
  await tx.script(
    [
      `lock table ${names.join(', ')} in access exclusive mode`,
      ...guarded.map((table) => `alter table ${table} disable trigger user`),
      `truncate ${names.join(', ')}`,
      ...tables.map(({ table }) => copyRows(table, name)),
      ...guarded.map((table) => `alter table ${table} enable trigger user`),
      RESTART_SEQUENCES,
      `select setval(quote_ident(q.sequencename)::regclass, coalesce(s.last_value, q.start_value), s.last_value is not null)
       from pg_sequences q join snapshot_sequence s on s.sequence = q.sequencename
       where q.schemaname = '${SCHEMA}' and s.snapshot = '${name}'`,
    ].join(';\n'),
  );
  return true;
}

/** Unlike `setval`, a restart is undone by a rollback, and so is what `setval` sets after it. */
const RESTART_SEQUENCES = `do $$
  declare name text;
  begin
    for name in select sequencename from pg_sequences where schemaname = '${SCHEMA}' loop
      execute format('alter sequence %I restart', name);
    end loop;
  end $$`;

function copyRows(table: string, snapshot: string): string {
  // Without the offset, each column would parse the whole record again.
  return `insert into ${quoted(table)} overriding system value select (r.record).* from (
    select content::${quoted(table)} as record from snapshot_row
    where snapshot = '${snapshot}' and relation = '${table}' order by place offset 0) r`;
}

const quoted = (name: string) => `"${name}"`;

interface Table {
  readonly table: string;
  readonly hasTriggers: boolean;
}

/** The tables that make up the state, each after those it refers to. */
async function readTables(db: Queries): Promise<readonly Table[]> {
  const tables = await db.query<Table & { readonly parents: readonly string[] }>(
    `select c.relname::text as table,
       exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTriggers",
       array(select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid order by 1) as parents
     from pg_class c where c.relnamespace = '${SCHEMA}'::regnamespace and c.relkind = 'r'
       and c.relname not in ('migration', 'snapshot', 'snapshot_row', 'snapshot_sequence') order by c.oid`,
  );
  const sorted = new Set<Table>();
  const add = (table: (typeof tables)[number]): void => {
    if (sorted.has(table)) return;
    for (const parent of tables) if (table.parents.includes(parent.table)) add(parent);
    sorted.add(table);
  };
  for (const table of tables) add(table);
  return [...sorted];
}
