import type { PGlite } from '@electric-sql/pglite';

/** The demo's tables. Each holds one kind of record, and is stored with the payments. */
export interface Tables {
  /** Reads a table, which is empty at first. */
  open<Value>(name: string): Promise<Table<Value>>;
}

/**
 * Records by key, in the order in which they were added. They are read from memory, and written to the
 * database as well.
 */
export interface Table<Value> {
  readonly size: number;
  get(key: string): Value | undefined;
  entries(): Iterable<readonly [key: string, value: Value]>;
  /** Resolves once the record is stored. It can be read from then on. */
  set(key: string, value: Value): Promise<void>;
}

const CREATE = `create table if not exists demo_record (
  number bigint generated always as identity,
  kind text not null,
  key text not null,
  value json not null,
  primary key (kind, key)
)`;
const READ = 'select key, value from demo_record where kind = $1 order by number';
const WRITE = `insert into demo_record (kind, key, value) values ($1, $2, $3::text::json)
  on conflict (kind, key) do update set value = excluded.value`;

/** The demo's tables in a database. */
export async function createTables(pglite: PGlite): Promise<Tables> {
  await pglite.exec(CREATE);
  return {
    async open<Value>(name: string): Promise<Table<Value>> {
      const { rows } = await pglite.query<{ key: string; value: Value }>(READ, [name]);
      const records = new Map(rows.map(({ key, value }) => [key, value]));
      return {
        get size() {
          return records.size;
        },
        get: (key) => records.get(key),
        entries: () => records.entries(),
        async set(key, value) {
          await pglite.query(WRITE, [name, key, JSON.stringify(value)]);
          records.set(key, value);
        },
      };
    },
  };
}
