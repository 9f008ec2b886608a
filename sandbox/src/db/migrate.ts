import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Db, Queries } from './db.js';

/** One numbered step of the schema. */
interface Migration {
  readonly name: string;
  readonly sql: string;
}

// The same distance from src/db and from dist/db.
const FOLDER = fileURLToPath(new URL('../../db/migrations/', import.meta.url));

// Any constant: it keeps two processes from migrating one database at once.
const MIGRATION_LOCK = 7_305_001;

/** The schema's steps, in order of their numbers. */
export function readMigrations(): readonly Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^[0-9]{3}-[a-z-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({ name, sql: readFileSync(`${FOLDER}${name}`, 'utf8') }));
}

/** Changes whenever a step does: names the prepared image of a database. */
export function schemaVersion(): string {
  const hash = createHash('sha256');
  for (const { name, sql } of readMigrations()) hash.update(`${name}\n${sql}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** Brings a database to the newest schema. All steps or none. */
export async function migrate(db: Db): Promise<void> {
  await db.transaction(applyMigrations);
}

/** The steps themselves, for a transaction that does more around them. */
export async function applyMigrations(tx: Queries): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await tx.script('create table if not exists migration (name text primary key, applied_at bigint not null)');
  const rows = await tx.query<{ name: string }>('select name from migration');
  const applied = new Set(rows.map(({ name }) => name));
  for (const { name, sql } of readMigrations().filter((step) => !applied.has(step.name))) {
    await tx.script(sql);
    await tx.query('insert into migration values ($1, $2)', [name, BigInt(Date.now())]);
  }
}
