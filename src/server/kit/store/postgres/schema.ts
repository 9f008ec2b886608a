import { MIGRATIONS, SCHEMA_VERSION } from '../migrations.js';
import { StoreError } from '../store.js';
import { sqlStateOf, type Database, type Queries } from './database.js';

/** SQLSTATEs of a schema, or a table, that does not exist. */
const MISSING: ReadonlySet<unknown> = new Set(['3F000', '42P01']);

/** Milliseconds for which the version of the tables is cached: if the kit works with it, and if not. */
const [RECHECK_GOOD, RECHECK_BAD] = [60_000, 1_000];

/** The key of an advisory lock that is held while tables are created. */
const LOCK_KEY = 7_305_002;

const MIGRATE = 'run npx deposit-slip-migrate';

const READ_VERSION = `select json_build_object('version', version) from deposit_slip.version`;

/**
 * Creates or upgrades the tables in one transaction. Resolves to their version. Several processes may do so
 * at once. Tables of the next version are not changed.
 */
export function migrate(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.run(`select json_build_object('locked', pg_advisory_xact_lock(${LOCK_KEY}) is not null)`);
    const from = await createVersionTable(tx);
    if (from > SCHEMA_VERSION + 1) throw new StoreError(unknownVersion(from));
    for (const statements of MIGRATIONS.slice(from)) for (const sql of statements) await tx.run(sql);
    if (from >= SCHEMA_VERSION) return from;
    await tx.run('update deposit_slip.version set version = $1::integer', [SCHEMA_VERSION]);
    return SCHEMA_VERSION;
  });
}

/** The version of the tables; zero if there are none. */
async function createVersionTable(tx: Queries): Promise<number> {
  const found = await tx.run<{ schema: boolean; table: boolean }>(
    `select json_build_object('schema', to_regnamespace('deposit_slip') is not null,
      'table', to_regclass('deposit_slip.version') is not null)`,
  );
  // "create schema if not exists" needs the right to create a schema even where it exists.
  if (!found?.schema) await tx.run('create schema deposit_slip');
  if (!found?.table) {
    await tx.run(`create table deposit_slip.version
      (is_only boolean primary key default true check (is_only), version integer not null)`);
    await tx.run('insert into deposit_slip.version (version) values (0)');
  }
  const { version } = (await tx.run<{ version: number }>(READ_VERSION)) ?? { version: 0 };
  return version;
}

/** Wraps the database so that it rejects everything unless the kit works with the version of its tables. */
export function withVersionCheck(database: Database): Database & { recheck(): void } {
  let check: Promise<void> | undefined;
  let until = 0;
  const isValid = (): boolean => {
    const left = until - Date.now();
    return left > 0 && left <= RECHECK_GOOD;
  };
  const ready = async (): Promise<void> => {
    if (!check || !isValid()) {
      until = Date.now() + RECHECK_BAD;
      check = checkVersion(database);
      check.then(
        () => (until = Date.now() + RECHECK_GOOD),
        () => undefined,
      );
    }
    await check;
  };
  return {
    run: async (sql, params) => {
      await ready();
      return database.run(sql, params);
    },
    transaction: async (work) => {
      await ready();
      return database.transaction(work);
    },
    recheck: () => (until = 0),
  };
}

async function checkVersion(database: Database): Promise<void> {
  const version = await versionOf(database);
  if (version === undefined)
    throw new StoreError(`The database has no tables of the deposit kit: ${MIGRATE}.`);
  if (version < SCHEMA_VERSION)
    throw new StoreError(`The schema deposit_slip is at version ${version}, which is too old: ${MIGRATE}.`);
  if (version > SCHEMA_VERSION + 1) throw new StoreError(unknownVersion(version));
}

function unknownVersion(version: number): string {
  return `The schema deposit_slip is at version ${version}, which is too new: update deposit-slip, then ${MIGRATE}.`;
}

async function versionOf(database: Database): Promise<number | undefined> {
  try {
    return (await database.run<{ version: number }>(READ_VERSION))?.version;
  } catch (error) {
    if (error instanceof StoreError && MISSING.has(sqlStateOf(error.cause))) return undefined;
    throw error;
  }
}
