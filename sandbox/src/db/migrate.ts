import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { only, StorageRefused, type Db, type Queries } from './db.js';
import { SCHEMA } from './schema.js';

/** One numbered step of the schema. */
interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Tells a step from one of the same name that says something else. */
  readonly hash: string;
}

// The same distance from src/db and from dist/db.
const FOLDER = fileURLToPath(new URL('../../db/migrations/', import.meta.url));

const COLUMNS = 'name,hash,applied_at';
const TABLE =
  'create table migration (name text primary key, hash text not null, applied_at bigint not null)';

/** The schema's steps, in order of their numbers. */
export function readMigrations(): readonly Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^[0-9]{3}-[a-z-]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(`${FOLDER}${name}`, 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Changes whenever a step does: names the prepared image of a database. */
export function schemaVersion(): string {
  const hash = createHash('sha256').update(`${SCHEMA}\n${TABLE}\n`);
  for (const { name, sql } of readMigrations()) hash.update(`${name}\n${sql}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** Brings a database to the newest schema. All steps or none; of several processes at once, one does it. */
export async function migrate(db: Db): Promise<void> {
  // Most starts find nothing to do, and need not wait until everybody else's transactions end.
  if ((await missingSteps(db)).length > 0) await db.exclusive(applyMigrations);
}

/** The steps themselves, for an exclusive transaction that does more around them. */
export async function applyMigrations(tx: Queries): Promise<void> {
  const { isThere, isOurs } = await lookAtSchema(tx);
  const steps = await missingSteps(tx);
  if (!isThere) await tx.script(`create schema ${SCHEMA}`);
  if (!isOurs) await tx.script(TABLE);
  for (const { name, sql, hash } of steps) {
    await tx.script(sql);
    await tx.query('insert into migration values ($1, $2, $3)', [name, hash, BigInt(Date.now())]);
  }
}

/**
 * The steps a database still lacks.
 * @throws {StorageRefused} Somebody else has a schema of our name there, or another version of the sandbox.
 */
export async function missingSteps(db: Queries): Promise<readonly Migration[]> {
  const { isEmpty, isOurs } = await lookAtSchema(db);
  const steps = readMigrations();
  if (isEmpty) return steps;
  if (!isOurs)
    throw new StorageRefused(
      `The schema ${SCHEMA} of this database is not the sandbox's: it needs another database.`,
    );
  const applied = await db.query<Applied>('select name, hash from migration order by name collate "C"');
  // What was applied must be our first steps, word for word.
  const stranger = applied.find(({ name, hash }, at) => steps[at]?.name !== name || steps[at].hash !== hash);
  if (stranger === undefined) return steps.slice(applied.length);
  throw new StorageRefused(
    `The data was made by another version of the sandbox, whose ${stranger.name} is not ours: it needs that version.`,
  );
}

/** Takes the schema away, with all that is in it, and nothing else. */
export async function dropSchema(tx: Queries): Promise<void> {
  await tx.script(`drop schema ${SCHEMA} cascade`);
}

interface Applied {
  readonly name: string;
  readonly hash: string;
}

/** What a database has under our schema's name. One that is empty was made for us. */
async function lookAtSchema(db: Queries) {
  const { columns, ...found } = only(
    await db.query<{ isThere: boolean; isEmpty: boolean; columns: readonly string[] }>(
      `select n.oid is not null as "isThere",
         not exists (select from pg_depend where refclassid = 'pg_namespace'::regclass and refobjid = n.oid) as "isEmpty",
         array(select attname::text from pg_attribute
           where attrelid = to_regclass($1::text || '.migration') and attnum > 0 order by attnum) as columns
       from (select) one left join pg_namespace n on n.nspname = $1::text`,
      [SCHEMA],
    ),
  );
  return { ...found, isOurs: columns.join() === COLUMNS };
}
