import { PGlite, types, type Transaction } from '@electric-sql/pglite';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db, Param, Queries } from './db.js';
import { dropImage, keepImage, readImage } from './image.js';
import { lockFolder } from './lock.js';
import { seed } from '../seed.js';
import { migrate } from './migrate.js';
import { SESSION } from './schema.js';

// PGlite gives int8 as a number where it fits and a bigint where not; always a bigint is one thing to know.
const PARSERS = { [types.INT8]: (text: string) => BigInt(text) };

// The default of 128 MB is for servers: every page of it is filled at the start, and the data is a few megabytes.
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** Opens the embedded database, in memory or in `folder`, with the newest schema. */
export async function openPglite(folder?: string): Promise<Db> {
  if (folder === undefined) return dbOf(await prepared());
  await mkdir(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  let opened: PGlite | undefined;
  try {
    opened = await openFolder(folder);
    const db = dbOf(opened, unlock);
    await migrate(db);
    return db;
  } catch (error) {
    await opened?.close();
    await unlock();
    throw error;
  }
}

/** A new folder is filled beside its place and moved there, so that a start cut short leaves nothing half done. */
async function openFolder(folder: string): Promise<PGlite> {
  const place = join(folder, 'pgdata');
  if (!existsSync(place)) {
    const draft = join(folder, 'pgdata.new');
    await rm(draft, { recursive: true, force: true });
    const fresh = await prepared(draft);
    await fresh.close();
    await rename(draft, place);
  }
  return create(place);
}

/** A database with the schema and the seeded data in it: from the kept image, else made and kept. */
async function prepared(folder?: string): Promise<PGlite> {
  const image = await readImage();
  if (image) {
    try {
      return await create(folder, image);
    } catch {
      await dropImage();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    }
  }
  const made = await create(folder);
  await migrate(dbOf(made));
  await seed(dbOf(made));
  // Without it a restored image replays its log, and sequences resume 32 further on.
  await made.exec('checkpoint');
  await keepImage(await made.dumpDataDir('none'));
  return made;
}

async function create(folder?: string, image?: Blob): Promise<PGlite> {
  const options = { parsers: PARSERS, startParams: START, ...(image && { loadDataDir: image }) };
  const pglite = await (folder === undefined ? PGlite.create(options) : PGlite.create(folder, options));
  await pglite.exec(SESSION);
  return pglite;
}

function dbOf(pglite: PGlite, release: () => Promise<void> = async () => undefined): Db {
  const transaction: Db['transaction'] = (work) => pglite.transaction((tx) => work(queriesOf(tx)));
  let closed: Promise<void> | undefined;
  return {
    ...queriesOf(pglite),
    transaction,
    // One connection, one process: every transaction is alone.
    exclusive: transaction,
    close: () => (closed ??= pglite.close().then(release)),
  };
}

function queriesOf(on: Pick<PGlite | Transaction, 'query' | 'exec'>): Queries {
  return {
    query: async <Row>(sql: string, params: readonly Param[] = []) =>
      (await on.query<Row>(sql, [...params])).rows,
    script: async (sql) => {
      await on.exec(sql);
    },
  };
}
