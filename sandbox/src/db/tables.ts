import type { Queries } from './db.js';
import { SCHEMA } from './schema.js';

/** A table of the state. */
export interface Table {
  readonly table: string;
  /** The columns of its primary key. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /**
   * Whether its column `written` contains the transaction that last wrote a row. Rows of such a table are
   * never deleted.
   */
  readonly isStamped: boolean;
  readonly hasTriggers: boolean;
}

/** Reads the tables that make up the state, each after those it refers to. */
export async function readTables(db: Queries): Promise<readonly Table[]> {
  const tables = await db.query<Table & { readonly parents: readonly string[] }>(
    `select c.relname::text as table,
       array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality k (attnum, place)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
         where i.indrelid = c.oid and i.indisprimary order by place) as key,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'written') as "isStamped",
       exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTriggers",
       array(select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and p.oid <> c.oid order by 1) as parents
     from pg_class c where c.relnamespace = '${SCHEMA}'::regnamespace and c.relkind = 'r'
       and c.relname !~ '^(migration$|snapshot$|snapshot_)' order by c.oid`,
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

/** A name in SQL. Names of tables and columns are plain words. */
export const quoted = (name: string): string => `"${name}"`;

/** Statements that disable the tables' triggers, or enable them again. */
export function alterTriggers(tables: readonly Table[], change: 'enable' | 'disable'): string[] {
  return tables
    .filter(({ hasTriggers }) => hasTriggers)
    .map(({ table }) => `alter table ${quoted(table)} ${change} trigger user`);
}

/** Unlike `setval`, a rollback undoes a restart and any `setval` after it. */
export const RESTART_SEQUENCES = `do $$
  declare name text;
  begin
    for name in select sequencename from pg_sequences where schemaname = '${SCHEMA}' loop
      execute format('alter sequence %I restart', name);
    end loop;
  end $$`;

/** The state of every sequence. */
export const SEQUENCES = `select sequencename::text as name, last_value from pg_sequences where schemaname = '${SCHEMA}'`;
