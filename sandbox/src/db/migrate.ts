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

const COLUMNS = ['name', 'hash', 'applied_at'];
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
  await db.exclusive(applyMigrations);
}

/** The steps themselves, for an exclusive transaction that does more around them. */
export async function applyMigrations(tx: Queries): Promise<void> {
  const { isThere, isEmpty, columns } = await lookAtSchema(tx);
  if (!isThere) await tx.script(`create schema ${SCHEMA}`);
  if (!isThere || isEmpty) await tx.script(TABLE);
  else if (String(columns) !== String(COLUMNS))
    throw new StorageRefused(
      `The schema ${SCHEMA} of this database is somebody else's. Choose another database.`,
    );
  const applied = await tx.query<Applied>('select name, hash from migration order by name collate "C"');
  for (const { name, sql, hash } of missingSteps(readMigrations(), applied)) {
    await tx.script(sql);
    await tx.query('insert into migration values ($1, $2, $3)', [name, hash, BigInt(Date.now())]);
  }
}

/** Takes the schema away, with all that is in it, and nothing else. */
export async function dropSchema(tx: Queries): Promise<void> {
  await tx.script(`drop schema ${SCHEMA} cascade`);
}

interface Applied {
  readonly name: string;
  readonly hash: string;
}

/**
 * The steps still to be taken. Those a database has must be our first ones, word for word.
 * @throws {StorageRefused} Another version of the sandbox made it.
 */
export function missingSteps(steps: readonly Migration[], applied: readonly Applied[]): readonly Migration[] {
  const stranger = applied.find(({ name, hash }, at) => steps[at]?.name !== name || steps[at].hash !== hash);
  if (stranger === undefined) return steps.slice(applied.length);
  throw new StorageRefused(
    `This data was made by another version of the sandbox: its step ${stranger.name} is not ours. ` +
      'Use that version, or other storage.',
  );
}

/** What a database has under our schema's name. */
async function lookAtSchema(tx: Queries) {
  return only(
    await tx.query<{ isThere: boolean; isEmpty: boolean; columns: readonly string[] }>(
      `select n.oid is not null as "isThere",
         not exists (select from pg_depend where refclassid = 'pg_namespace'::regclass and refobjid = n.oid) as "isEmpty",
         array(select attname::text from pg_attribute
           where attrelid = to_regclass($1::text || '.migration') and attnum > 0 and not attisdropped order by attnum) as columns
       from (select) one left join pg_namespace n on n.nspname = $1::text`,
      [SCHEMA],
    ),
  );
}
