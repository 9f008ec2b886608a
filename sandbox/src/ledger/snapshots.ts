import { onlyRow, type Queries } from '../db/db.js';
import { SCHEMA } from '../db/schema.js';
import { alterTriggers, quoted, readTables, RESTART_SEQUENCES, SEQUENCES, type Table } from '../db/tables.js';

/** The snapshot of the seeded data, which a reset restores. It cannot be replaced or deleted. */
export const INITIAL = 'initial';

/** A stored copy of the whole state. `at` is in milliseconds, `rows` its number of records. */
export interface Snapshot {
  readonly name: string;
  readonly at: bigint;
  readonly rows: bigint;
}

/** The time of a state, and the number of rows in its tables. */
export async function describeState(db: Queries, tables: readonly Table[]): Promise<Omit<Snapshot, 'name'>> {
  const counts = tables.map(({ table }) => `(select count(*) from ${quoted(table)})`);
  return onlyRow(
    await db.query<Omit<Snapshot, 'name'>>(`select clock_ms() as at, ${counts.join(' + ')} as rows`),
  );
}

/** Lists the snapshots by name. */
export function listSnapshots(db: Queries): Promise<Snapshot[]> {
  return db.query<Snapshot>(
    `select s.name, s.at, (select count(*) from snapshot_row r where r.snapshot = s.name) as rows
     from snapshot s order by s.name collate "C"`,
  );
}

/**
 * Stores the rows of the whole state under a name, replacing any snapshot of that name. `tx` must be
 * exclusive.
 */
export async function takeSnapshot(tx: Queries, name: string): Promise<void> {
  await tx.query('delete from snapshot where name = $1', [name]);
  await tx.query('insert into snapshot values ($1, clock_ms())', [name]);
  await tx.query(`insert into snapshot_sequence select $1, name, last_value from (${SEQUENCES}) s`, [name]);
  for (const { table } of await readTables(tx))
    await tx.query(
      `insert into snapshot_row select $1, '${table}', row_number() over (), t::text from ${quoted(table)} t`,
      [name],
    );
}

/** Deletes a snapshot; false if there is none of this name. */
export async function deleteSnapshot(db: Queries, name: string): Promise<boolean> {
  return (await db.query('delete from snapshot where name = $1 returning name', [name])).length > 0;
}

/**
 * Restores a snapshot; false if there is none of this name. `tx` must be exclusive. Triggers are
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
      ...alterTriggers(tables, 'disable'),
      `truncate ${tables.map(({ table }) => quoted(table)).join(', ')}`,
      ...tables.map(({ table }) => copyRows(table, name)),
      ...alterTriggers(tables, 'enable'),
      RESTART_SEQUENCES,
      `select setval(quote_ident(q.sequencename)::regclass, coalesce(s.last_value, q.start_value), s.last_value is not null)
       from pg_sequences q join snapshot_sequence s on s.sequence = q.sequencename
       where q.schemaname = '${SCHEMA}' and s.snapshot = '${name}'`,
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
