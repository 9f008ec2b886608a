import { PGlite, types, type Transaction } from '@electric-sql/pglite';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db, Param, Queries } from './db.js';
import { BEFORE_IMAGE, INITDB, deleteImage, readImage, saveImage } from './image.js';
import { lockFolder, type FolderLock } from './lock.js';
import { seed } from '../seed/seed.js';
import { migrate } from './migrate.js';
import { SESSION } from './schema.js';
import { FairQueue, type Place } from './fair-queue.js';

// By default PGlite returns an int8 as a number if it fits and as a bigint if not. The sandbox always uses
// bigint.
const PARSERS = { [types.INT8]: (text: string) => BigInt(text) };

// The default of 128 MB is meant for servers. It is allocated at the start, and the data is only a few
// megabytes.
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** The folder of the database, within the data folder. */
const PLACE = 'pgdata';

/** Opens the embedded database, in memory or in `folder`, with the newest schema. */
export async function openPglite(folder?: string): Promise<Db> {
  if (folder === undefined) return dbOf(await prepareDatabase());
  await mkdir(folder, { recursive: true });
  const lock = await lockFolder(folder);
  let opened: PGlite | undefined;
  try {
    opened = await openFolder(folder);
    const db = dbOf(opened, { folder, lock });
    await migrate(db);
    return db;
  } catch (error) {
    await opened?.close();
    await lock.release();
    throw error;
  }
}

/**
 * A new database is prepared in a second folder and then moved, so that an interrupted start leaves no
 * partial data.
 */
async function openFolder(folder: string): Promise<PGlite> {
  const place = join(folder, PLACE);
  if (!existsSync(place)) {
    const draft = join(folder, 'pgdata.new');
    await rm(draft, { recursive: true, force: true });
    const fresh = await prepareDatabase(draft);
    await fresh.close();
    await rename(draft, place);
  }
  return create(place);
}

/**
 * Creates a database with schema and seeded data, from the cached image if there is one. Otherwise caches an
 * image.
 */
async function prepareDatabase(folder?: string): Promise<PGlite> {
  const image = await readImage();
  if (image) {
    try {
      return await create(folder, image);
    } catch {
      await deleteImage();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    }
  }
  const pglite = await create(folder);
  await migrate(dbOf(pglite));
  await seed(dbOf(pglite));
  for (const statement of BEFORE_IMAGE) await pglite.exec(statement);
  await saveImage(await pglite.dumpDataDir('none'));
  return pglite;
}

/**
 * Whether the process has created a database before. Then compiling once for all later ones is worthwhile.
 */
let wasCreated = false;
let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Otherwise PGlite would compile its program again for each database, which takes half the time.
 */
function compiledModule(): Promise<WebAssembly.Module> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  return (compiled ??= readFile(file).then((bytes) => WebAssembly.compile(bytes)));
}

async function create(folder?: string, image?: Blob): Promise<PGlite> {
  const options = {
    parsers: PARSERS,
    startParams: START,
    initDbStartParams: [...INITDB],
    ...(image && { loadDataDir: image }),
    ...(wasCreated && { pgliteWasmModule: await compiledModule() }),
  };
  wasCreated = true;
  const pglite = await (folder === undefined ? PGlite.create(options) : PGlite.create(folder, options));
  await pglite.exec(SESSION);
  return pglite;
}

interface Storage {
  readonly folder: string;
  readonly lock: FolderLock;
}

/** More than the database allocates at once: a segment of its log has 1 MiB. */
const ROOM = new Uint8Array(2 * 1024 * 1024);

/**
 * Rejects if the folder no longer belongs to this process, or has no space for the next write of the
 * database.
 */
async function checkStorage({ folder, lock }: Storage): Promise<void> {
  await lock.check();
  const path = join(folder, PLACE, 'room');
  try {
    await writeFile(path, ROOM);
  } finally {
    await rm(path, { force: true });
  }
}

function dbOf(pglite: PGlite, storage?: Storage): Db {
  const queue = new FairQueue();
  let closed: Promise<void> | undefined;
  const atPlace = (place?: Place): Db => {
    // There is only one connection, so every transaction runs alone.
    const transaction: Db['transaction'] = (work) =>
      queue.take(() => pglite.transaction((tx) => work(queriesOf(tx))), place);
    return {
      query: (sql, params) => queue.take(() => queriesOf(pglite).query(sql, params), place),
      script: (sql) => queue.take(() => queriesOf(pglite).script(sql), place),
      transaction,
      exclusive: transaction,
      atOneMoment: transaction,
      forRequest: () => atPlace(queue.arrive()),
      checkWritable: async () => {
        if (storage) await checkStorage(storage);
        await queue.take(() => pglite.query('update clock set ahead = ahead'));
      },
      close: () => (closed ??= queue.add(() => pglite.close()).then(() => storage?.lock.release())),
    };
  };
  return atPlace();
}

function queriesOf(connection: Pick<PGlite | Transaction, 'query' | 'exec'>): Queries {
  return {
    query: async <Row>(sql: string, params: readonly Param[] = []) =>
      (await connection.query<Row>(sql, [...params])).rows,
    script: async (sql) => {
      await connection.exec(sql);
    },
  };
}
