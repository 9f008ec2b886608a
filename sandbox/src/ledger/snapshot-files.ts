/**
 * The whole state as a file, for either database: gzipped lines of JSON. The first line is the header, an
 * object with `table` begins the rows of a table, and every other line is the text of a row.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { onlyRow, sqlState, type Db, type Queries } from '../db/db.js';
import { schemaVersion } from '../db/migrate.js';
import { quoted, readTables, SEQUENCES, type Table } from '../db/tables.js';
import { SnapshotRefused } from './snapshot-refused.js';
import { describeState, INITIAL, restoreSnapshot } from './snapshots.js';

const FORMAT = 'deposit-slip-sandbox snapshot';

/** Rows to read or write at a time. */
const ROWS = 2000;

const digits = z.string().regex(/^[0-9]{1,19}$/);

const header = z.object({
  format: z.literal(FORMAT),
  /** The version of the schema, which determines the columns of rows. */
  schema: z.string(),
  /** The time of the state, in milliseconds. */
  at: digits,
  rows: digits,
  /** All transactions that wrote a row come before it. */
  transaction: digits,
  /** The state of every sequence. */
  sequences: z.record(z.string(), digits.nullable()),
});
type Header = z.infer<typeof header>;

/**
 * The progress of `verify` is not part of the state, because transaction numbers differ between databases.
 */
const isInFiles = ({ table }: Table): boolean => table !== 'verified';

/** Writes the state of one moment. The same state gives the same bytes. */
export function writeSnapshotFile(db: Db): Promise<Uint8Array<ArrayBuffer>> {
  return db.atOneMoment(async (tx) => {
    const bytes = await buffer(Readable.from(linesOf(tx)).pipe(createGzip()));
    return new Uint8Array(bytes);
  });
}

/** Writes the state to a file, completely or not at all. */
export async function saveSnapshotFile(file: string, bytes: Uint8Array): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, bytes, { flag: 'wx' });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

async function* linesOf(tx: Queries): AsyncGenerator<string> {
  const tables = (await readTables(tx)).filter(isInFiles);
  const { at, rows } = await describeState(tx, tables);
  const { transaction } = onlyRow(
    await tx.query<Pick<Header, 'transaction'>>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as transaction',
    ),
  );
  const sequences = await readSequences(tx);
  yield line({
    ...{ format: FORMAT, schema: schemaVersion(), at: String(at), rows: String(rows), transaction },
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
  } satisfies Header);
  for (const { table, key } of tables) {
    yield line({ table });
    const order = key.map(quoted).join(', ');
    await tx.script(
      `declare state_rows cursor for select t::text as row from ${quoted(table)} t order by ${order}`,
    );
    for (;;) {
      const some = await tx.query<{ row: string }>(`fetch ${ROWS} from state_rows`);
      if (some.length === 0) break;
      yield some.map(({ row }) => line(row)).join('');
    }
    await tx.script('close state_rows');
  }
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

function readSequences(tx: Queries): Promise<readonly { readonly name: string; readonly value: string }[]> {
  return tx.query(`select name, last_value::text as value from (${SEQUENCES}) s order by name collate "C"`);
}

/**
 * Makes the state of a file the initial one, unless that has already been done. Changes nothing if the file
 * is refused.
 * @throws {SnapshotRefused} The file cannot be read, or the database has data that would be lost.
 */
export async function startFrom(db: Db, file: string): Promise<void> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new SnapshotRefused(`${file} cannot be read: ${reasonOf(error)}.`, error);
  });
  const digest = createHash('sha256').update(bytes).digest('hex');
  try {
    await db.exclusive(async (tx) => {
      const initial = await tx.query<{ file: string | null }>('select file from snapshot where name = $1', [
        INITIAL,
      ]);
      if (onlyRow(initial).file === digest) return;
      if (await hasChanged(tx))
        throw new SnapshotRefused(
          `The data has changed since it was created: start from ${file} with another directory or database.`,
        );
      await load(tx, bytes, file);
      await tx.query('update snapshot set file = $2 where name = $1', [INITIAL, digest]);
      await restoreSnapshot(tx, INITIAL);
    });
  } catch (error) {
    // Errors of malformed data, or of data that violates a constraint.
    if (/^2[23]/.test(sqlState(error) ?? '')) throw damaged(file, error);
    throw error;
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a directory' : code;
}

const foreign = (file: string, cause?: unknown) =>
  new SnapshotRefused(`${file} is not a snapshot of the sandbox.`, cause);
const damaged = (file: string, cause?: unknown) =>
  new SnapshotRefused(`${file} is damaged or incomplete: write it again.`, cause);

/** Whether the state differs from the initial one. */
async function hasChanged(tx: Queries): Promise<boolean> {
  const differences = (await readTables(tx)).filter(isInFiles).map(({ table }) => {
    const initial = `(select content from snapshot_row where snapshot = '${INITIAL}' and relation = '${table}')`;
    // Reads only as many rows as needed to see a difference.
    const rows = `(select t::text as content from ${quoted(table)} t limit 1 + (select count(*) from ${initial} i))`;
    return `select from (select count(*) as rows, count(i.content) as same from ${rows} r left join ${initial} i using (content)) c
      where (rows, same) <> ((select count(*) from ${initial} n), rows)`;
  });
  return (await tx.query(differences.join(' union all '))).length > 0;
}

/** Replaces the initial snapshot by the state of a file. */
async function load(tx: Queries, bytes: Uint8Array, file: string): Promise<void> {
  const lines = readLines(bytes, file);
  const { at, rows, transaction, sequences } = headerOf((await lines.next()).value, file);
  const tables = new Map(
    (await readTables(tx)).filter(isInFiles).map((table): [string, Table] => [table.table, table]),
  );
  const names = (await readSequences(tx)).map(({ name }) => name);
  if (names.join() !== Object.keys(sequences).toSorted().join()) throw damaged(file);
  await tx.query('update snapshot set at = $2 where name = $1', [INITIAL, BigInt(at)]);
  for (const name of names)
    await tx.query(
      'update snapshot_sequence set last_value = $3::text::bigint where snapshot = $1 and sequence = $2',
      [...[INITIAL, name], sequences[name]!],
    );
  await tx.query('delete from snapshot_row where snapshot = $1 and relation = any($2::text[])', [
    INITIAL,
    [...tables.keys()],
  ]);
  const write = await rowWriter(tx, transaction);
  let written = 0;
  let table: Table | undefined;
  let some: string[] = [];
  const flush = async () => {
    if (table && some.length > 0) await write(table, written, some);
    written += some.length;
    some = [];
  };
  for await (const value of lines) {
    if (typeof value === 'string') {
      some.push(value);
      if (some.length === ROWS) await flush();
    } else {
      await flush();
      table = tables.get(tableIn(value));
    }
    if (!table) throw damaged(file);
  }
  await flush();
  if (String(written) !== rows) throw damaged(file);
}

const tableIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'table' in value ? String(value.table) : '';

async function* readLines(bytes: Uint8Array, file: string): AsyncGenerator {
  // The header is read first, so that a foreign file is not reported as damaged.
  let refused = foreign;
  const unzipped = Readable.from([bytes]).pipe(createGunzip());
  const failed = new Promise<never>((_, reject) => unzipped.once('error', reject));
  failed.catch(() => undefined);
  try {
    const lines = createInterface({ input: unzipped, crlfDelay: Infinity })[Symbol.asyncIterator]();
    for (;;) {
      const { value, done } = await Promise.race([lines.next(), failed]);
      if (done) break;
      yield JSON.parse(value);
      refused = damaged;
    }
  } catch (error) {
    throw refused(file, error);
  }
}

function headerOf(value: unknown, file: string): Header {
  const { success, data } = header.safeParse(value);
  if (!success) throw foreign(file);
  if (data.schema !== schemaVersion())
    throw new SnapshotRefused(
      `${file} was written by another version of the sandbox: write it again with this one.`,
    );
  return data;
}

/**
 * Creates a function that stores rows of a table. Rows contain the number of the transaction that wrote them
 * in another database. Here these numbers must be lower than all future ones, and rows that were written
 * together must keep equal numbers.
 */
async function rowWriter(tx: Queries, transaction: string) {
  const { now } = onlyRow(await tx.query<{ now: string }>('select pg_current_xact_id()::text as now'));
  const [past, current] = [BigInt(transaction), BigInt(now)];
  const scale = past <= current ? '' : ` * ${current} / ${past}`;
  const written = `least(trunc((r.record).written::text::numeric${scale}), ${current - 1n})::text::xid8`;
  return async ({ table, columns, isStamped }: Table, before: number, rows: readonly string[]) => {
    const values = columns.map((column) => (column === 'written' ? written : `(r.record).${quoted(column)}`));
    const content = isStamped ? `row(${values.join(', ')})::text` : 'r.record::text';
    await tx.query(
      `insert into snapshot_row select $1, $2, r.place, ${content} from (
         select l.content::${quoted(table)} as record, $3 + l.place as place
         from unnest($4::text[]) with ordinality l (content, place) offset 0) r`,
      [INITIAL, table, BigInt(before), rows],
    );
  };
}
