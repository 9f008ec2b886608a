/**
 * Copies of the whole state on a PostgreSQL server: a table beside each table. A copy is read from one
 * snapshot of the database. A restore replaces only the rows that differ; it finds them while others still
 * work, so others wait only as long as replacing the changed rows takes.
 */
import { onlyRow, type Queries, type StateCopy } from './db.js';
import { SCHEMA } from './schema.js';
import { beginOverwrite, endOverwrite, quoted, readTables, SEQUENCES, type Table } from './tables.js';

const copyOf = (id: number, table: string) => quoted(`snapshot_copy_${id}_${table}`);

/** Lists the copies. */
export function listCopies(db: Queries): Promise<readonly StateCopy[]> {
  return db.query<StateCopy>('select name, at, rows from snapshot_copy');
}

/** Copies every table, replacing any copy of that name. All statements of `tx` must see the same rows. */
export async function takeCopy(tx: Queries, about: StateCopy): Promise<void> {
  await deleteCopy(tx, about.name);
  const { id } = onlyRow(
    await tx.query<{ id: number }>('select coalesce(max(id), 0) + 1 as id from snapshot_copy'),
  );
  const copied = (await readTables(tx)).flatMap(({ table, key }) => [
    `create table ${copyOf(id, table)} as select * from ${quoted(table)}`,
    `create unique index on ${copyOf(id, table)} (${columns(key)})`,
  ]);
  // Done last, so that no row has an id that a sequence has yet to issue.
  await tx.script([...copied, `create table ${copyOf(id, 'sequence')} as ${SEQUENCES}`].join(';\n'));
  const { name, at, rows } = about;
  await tx.query('insert into snapshot_copy values ($1, $2, $3, $4)', [name, id, at, rows]);
}

/** Deletes a copy; false if there is none of this name. */
export async function deleteCopy(tx: Queries, name: string): Promise<boolean> {
  const deleted = await tx.query<{ id: number }>('delete from snapshot_copy where name = $1 returning id', [
    name,
  ]);
  for (const { id } of deleted) {
    const tables = (await readTables(tx)).map(({ table }) => copyOf(id, table));
    await tx.script(`drop table if exists ${[...tables, copyOf(id, 'sequence')].join(', ')}`);
  }
  return deleted.length > 0;
}

/**
 * Restores a copy; false if there is none of this name. `stopOthers` makes `tx` exclusive. Foreign keys are
 * dropped meanwhile: a deleted row would be looked up in all tables that may refer to it, and tables that
 * never lose a row have no index for that. Call `validateKeys` afterwards.
 */
export async function restoreCopy(
  tx: Queries,
  name: string,
  stopOthers: () => Promise<void>,
): Promise<boolean> {
  const [copy] = await tx.query<{ id: number; horizon: string }>(
    'select id, pg_snapshot_xmin(pg_current_snapshot())::text as horizon from snapshot_copy where name = $1',
    [name],
  );
  if (!copy) return false;
  const tables = await readTables(tx);
  const stamped = tables.filter(({ isStamped }) => isStamped);
  await tx.script([MEMORY, ...stamped.map((table) => findDiffering(table, copy.id))].join(';\n'));
  const keys = await readForeignKeys(tx);
  const indexes = await readIndexes(tx, await readRewritten(tx, stamped, copy.id));
  await stopOthers();
  await tx.script(
    [
      ...beginOverwrite(tables),
      ...keys.map(({ table, key }) => `alter table ${table} drop constraint ${key}`),
      ...indexes.map(({ drop }) => drop),
      ...stamped.flatMap((table) => addWritten(table, copy.horizon)),
      ...tables.map((table) => deleteRows(table, copy.id)),
      ...tables.map((table) => insertRows(table, copy.id)),
      `drop table ${stamped.map(({ table }) => differing(table)).join(', ')}`,
      ...indexes.map(({ create }) => create),
      ...keys.map(
        ({ table, key, definition }) => `alter table ${table} add constraint ${key} ${definition} not valid`,
      ),
      ...endOverwrite(tables, `select * from ${copyOf(copy.id, 'sequence')}`),
    ].join(';\n'),
  );
  return true;
}

/** With a server's default memory, comparing and sorting a million rows uses the disk. */
const MEMORY = `set local work_mem = '64MB'; set local maintenance_work_mem = '256MB'`;

/** Checks the foreign keys of restored rows. Others can read and write meanwhile. */
export async function validateKeys(tx: Queries): Promise<void> {
  const keys = await readForeignKeys(tx);
  await tx.script(
    keys.map(({ table, key }) => `alter table ${table} validate constraint ${key}`).join(';\n'),
  );
}

interface ForeignKey {
  readonly table: string;
  readonly key: string;
  readonly definition: string;
}

function readForeignKeys(tx: Queries): Promise<readonly ForeignKey[]> {
  return tx.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as key,
       regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '') as definition
     from pg_constraint where connamespace = '${SCHEMA}'::regnamespace and contype = 'f'
       and conrelid <> all ('{snapshot_row, snapshot_sequence}'::regclass[]) order by conrelid, conname`,
  );
}

/** The tables in which most rows will be written. */
async function readRewritten(tx: Queries, tables: readonly Table[], id: number): Promise<readonly string[]> {
  const counts = tables.map(
    ({ table }) => `select '${table}' as table where (select count(*) from ${differing(table)}) * 2
      > (select count(*) from ${copyOf(id, table)})`,
  );
  return (await tx.query<{ table: string }>(counts.join(' union all '))).map(({ table }) => table);
}

interface Index {
  readonly drop: string;
  readonly create: string;
}

/**
 * Statements that drop and create the indexes of tables. Creating an index takes half as long as adding that
 * many rows to it.
 */
function readIndexes(tx: Queries, tables: readonly string[]): Promise<readonly Index[]> {
  return tx.query<Index>(
    `select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
         else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
       case when c.oid is null then pg_get_indexdef(i.indexrelid)
         else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
         end as create
     from pg_index i join pg_class t on t.oid = i.indrelid
     left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
     where t.relnamespace = '${SCHEMA}'::regnamespace and t.relname = any($1::text[]) order by i.indexrelid`,
    [tables],
  );
}

const columns = (key: readonly string[], of?: string) =>
  key.map((column) => (of === undefined ? quoted(column) : `${of}.${quoted(column)}`)).join(', ');

const matches = (key: readonly string[]) =>
  key.map((column) => `t.${quoted(column)} = s.${quoted(column)}`).join(' and ');

/** A table with the keys of differing rows. It is dropped before the restore ends, so nobody else sees it. */
const differing = (table: string) => quoted(`snapshot_differing_${table}`);

/** Collects the keys of rows that exist only in the table or only in its copy, or that differ. */
function findDiffering({ table, key }: Table, id: number): string {
  return `create unlogged table ${differing(table)} as select ${columns(key)}
    from ${quoted(table)} t full join ${copyOf(id, table)} s using (${columns(key)}) where (t *= s) is not true`;
}

/** Adds the keys of rows that may have been written since. */
function addWritten({ table, key }: Table, horizon: string): string[] {
  return [
    `insert into ${differing(table)} select ${columns(key)} from ${quoted(table)} where written >= '${horizon}'`,
    `analyze ${differing(table)}`,
  ];
}

function deleteRows({ table, key, isStamped }: Table, id: number): string {
  const differs = isStamped
    ? `(${columns(key)}) in (select ${columns(key)} from ${differing(table)})`
    : `not exists (select from ${copyOf(id, table)} s where ${matches(key)} and t *= s)`;
  return `delete from ${quoted(table)} t where ${differs}`;
}

function insertRows({ table, key, isStamped }: Table, id: number): string {
  const isMissing = isStamped
    ? `(${columns(key)}) in (select ${columns(key)} from ${differing(table)})`
    : `not exists (select from ${quoted(table)} t where ${matches(key)})`;
  return `insert into ${quoted(table)} overriding system value select * from ${copyOf(id, table)} s where ${isMissing}`;
}
