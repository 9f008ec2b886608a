import { onlyRow, type Db, type Queries, type StateCopy } from '../db/db.js';
import { beginOverwrite, endOverwrite, quoted, readTables, SEQUENCES, type Table } from '../db/tables.js';

/** The snapshot of the seeded data, which a reset restores. It cannot be replaced or deleted. */
export const INITIAL = 'initial';

/** A stored copy of the whole state. */
export type Snapshot = StateCopy;

/** Lists the snapshots by name. */
export async function listSnapshots(db: Db): Promise<readonly Snapshot[]> {
  const copies = await db.copies.list();
  const isCopied = new Set(copies.map(({ name }) => name));
  const rows = (await readSnapshots(db)).filter(({ name }) => !isCopied.has(name));
  return [...copies, ...rows].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Stores a copy of the whole state under a name, replacing any snapshot of that name. */
export function saveState(db: Db, name: string): Promise<Snapshot> {
  return db.copies.take(name, async (tx) => describeState(tx, await readTables(tx)));
}

/** Restores the snapshot of a name; false if there is none. */
export async function restoreState(db: Db, name: string): Promise<boolean> {
  return (await db.copies.restore(name)) || db.exclusive((tx) => restoreSnapshot(tx, name));
}

/** Deletes the snapshot of a name; false if there is none. */
export async function deleteState(db: Db, name: string): Promise<boolean> {
  const wasCopied = await db.copies.delete(name);
  return (await deleteSnapshot(db, name)) || wasCopied;
}

/** The time of a state, and the number of rows in its tables. */
export async function describeState(db: Queries, tables: readonly Table[]): Promise<Omit<Snapshot, 'name'>> {
  const counts = tables.map(({ table }) => `(select count(*) from ${quoted(table)})`);
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

/**
 * Stores the rows of the whole state under a name, replacing any snapshot of that name. `tx` must be
 * exclusive.
 */
export async function takeSnapshot(tx: Queries, name: string): Promise<void> {
  await deleteSnapshot(tx, name);
  await tx.query('insert into snapshot values ($1, clock_ms())', [name]);
  await tx.query(`insert into snapshot_sequence select $1, name, last_value from (${SEQUENCES}) s`, [name]);
  for (const { table } of await readTables(tx))
    await tx.query(
      `insert into snapshot_row select $1, '${table}', row_number() over (), t::text from ${quoted(table)} t`,
      [name],
    );
}

/**
 * Restores a snapshot of rows; false if there is none of this name. `tx` must be exclusive. Triggers are
 * disabled meanwhile: those of append-only tables would reject the restore, and others would change rows that
 * are part of the snapshot, such as `order_count`. DDL is transactional in PostgreSQL, so no other
 * transaction sees the triggers disabled.
 */
export async function restoreSnapshot(tx: Queries, name: string): Promise<boolean> {
  if ((await tx.query('select from snapshot where name = $1', [name])).length === 0) return false;
  const tables = await readTables(tx);
  // A single script, because each separate statement takes a round trip. A name is a plain word, which its
  // table checks.
  await tx.script(
    [
      ...beginOverwrite(tables),
      `truncate ${tables.map(({ table }) => quoted(table)).join(', ')}`,
      ...tables.map(({ table }) => copyRows(table, name)),
      ...endOverwrite(
        tables,
        `select sequence as name, last_value from snapshot_sequence where snapshot = '${name}'`,
      ),
    ].join(';\n'),
  );
  return true;
}

function copyRows(table: string, snapshot: string): string {
  // Without the offset, each column would parse the whole record again.
  return `insert into ${quoted(table)} overriding system value select (r.record).* from (
    select content::${quoted(table)} as record from snapshot_row
    where snapshot = '${snapshot}' and relation = '${table}' order by place offset 0) r`;
}
