import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { packageUrl, readPackageFile } from '../package-files.js';
import { onlyRow, StorageRefused, type Db, type Queries } from './db.js';
import { SCHEMA } from './schema.js';

/** One numbered migration of the schema. */
interface Migration {
  readonly name: string;
  readonly sql: string;
  /**
   * SHA-256 of the file. Distinguishes migrations of the same name from different versions of the sandbox.
   */
  readonly hash: string;
}

const FOLDER = 'db/migrations/';

const COLUMNS = 'name,hash,applied_at';
const TABLE =
  'create table migration (name text primary key, hash text not null, applied_at bigint not null)';

/** Reads all migrations, in order of their numbers. */
export function readMigrations(): readonly Migration[] {
  return readdirSync(packageUrl(FOLDER))
    .filter((name) => /^[0-9]{3}-[a-z-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readPackageFile(`${FOLDER}${name}`);
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Changes whenever a migration changes. Part of the name of a cached image. */
export function schemaVersion(): string {
  const hash = createHash('sha256').update(`${SCHEMA}\n${TABLE}\n`);
  for (const { name, sql } of readMigrations()) hash.update(`${name}\n${sql}\n`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Migrates a database to the newest schema in one transaction. If several processes try at once, only one
 * does so.
 */
export async function migrate(db: Db): Promise<void> {
  // Usually nothing is missing; then the start need not wait for the transactions of other processes.
  if ((await missingMigrations(db)).length > 0) await db.exclusive(applyMigrations);
}

/** Applies the missing migrations within an exclusive transaction. */
export async function applyMigrations(tx: Queries): Promise<void> {
  const { exists, isOurs } = await inspectSchema(tx);
  const missing = await missingMigrations(tx);
  if (!exists) await tx.script(`create schema ${SCHEMA}`);
  if (!isOurs) await tx.script(TABLE);
  for (const { name, sql, hash } of missing) {
    await tx.script(sql);
    await tx.query('insert into migration values ($1, $2, $3)', [name, hash, BigInt(Date.now())]);
  }
}

/**
 * The migrations a database still lacks.
 * @throws {StorageRefused} The schema of this name was created by another program or by another version of
 *   the sandbox.
 */
export async function missingMigrations(db: Queries): Promise<readonly Migration[]> {
  const { isEmpty, isOurs } = await inspectSchema(db);
  const migrations = readMigrations();
  if (isEmpty) return migrations;
  if (!isOurs)
    throw new StorageRefused(
      `The schema ${SCHEMA} of this database is not the sandbox's: use another database.`,
    );
  const applied = await db.query<Applied>('select name, hash from migration order by name collate "C"');
  // The applied migrations must be the first ones of this version, byte for byte.
  const mismatch = applied.find(
    ({ name, hash }, at) => migrations[at]?.name !== name || migrations[at].hash !== hash,
  );
  if (mismatch === undefined) return migrations.slice(applied.length);
  throw new StorageRefused(
    `The data was created by another version of the sandbox (its migration ${mismatch.name} differs): use that version.`,
  );
}

interface Applied {
  readonly name: string;
  readonly hash: string;
}

/**
 * The contents of a database's schema with the sandbox's name. `isEmpty`: there is no such schema, or it is
 * empty, so the sandbox may use it. `isOurs`: it has the sandbox's table of migrations.
 */
async function inspectSchema(db: Queries) {
  const { columns, ...schema } = onlyRow(
    await db.query<{ exists: boolean; isEmpty: boolean; columns: readonly string[] }>(
      `select n.oid is not null as "exists",
         not exists (select from pg_depend where refclassid = 'pg_namespace'::regclass and refobjid = n.oid) as "isEmpty",
         array(select attname::text from pg_attribute
           where attrelid = to_regclass($1::text || '.migration') and attnum > 0 order by attnum) as columns
       from (select) one left join pg_namespace n on n.nspname = $1::text`,
      [SCHEMA],
    ),
  );
  return { ...schema, isOurs: columns.join() === COLUMNS };
}
