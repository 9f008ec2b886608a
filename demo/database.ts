import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { BEFORE_IMAGE, INITDB, lockFolder, pgliteVersion } from '../sandbox/serving.js';

/** The database of the demo merchant: the payments of the kit, and the demo's own records. */
export interface Database {
  readonly pglite: PGlite;
  close(): Promise<void>;
}

// The default of 128 MB is meant for servers.
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/**
 * Opens the database, in memory or in `folder`, which no other process may use.
 * @throws {StorageRefused} Another process has it open.
 */
export async function openDatabase(root: string, folder?: string): Promise<Database> {
  if (folder === undefined) {
    const pglite = await prepare(root);
    return { pglite, close: () => pglite.close() };
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(folder);
  try {
    const pglite = await openFolder(root, folder);
    return { pglite, close: () => pglite.close().then(lock.release) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * A new database is prepared in a second folder and then moved, so that an interrupted start leaves nothing
 * incomplete.
 */
async function openFolder(root: string, folder: string): Promise<PGlite> {
  const place = join(folder, 'pgdata');
  if (!existsSync(place)) {
    const draft = `${place}.new`;
    await rm(draft, { recursive: true, force: true });
    const fresh = await prepare(root, draft);
    await fresh.close();
    await rename(draft, place);
  }
  return PGlite.create(place, { startParams: START });
}

/** Creates an empty database from a cached image, which is five times as fast. */
async function prepare(root: string, folder?: string): Promise<PGlite> {
  const path = join(root, `.cache/demo/database-${pgliteVersion()}.tar`);
  const image = await readFile(path).catch(() => undefined);
  if (image) {
    try {
      return await create(folder, { loadDataDir: new Blob([image]) });
    } catch {
      await rm(path, { force: true });
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    }
  }
  const pglite = await create(folder, { initDbStartParams: [...INITDB] });
  for (const statement of BEFORE_IMAGE) await pglite.exec(statement);
  await saveImage(path, await pglite.dumpDataDir('none'));
  return pglite;
}

function create(folder: string | undefined, options: Parameters<typeof PGlite.create>[1]): Promise<PGlite> {
  const all = { ...options, startParams: START };
  return folder === undefined ? PGlite.create(all) : PGlite.create(folder, all);
}

/** Other processes may start at the same time: the file is complete once it has its final name. */
async function saveImage(path: string, image: Blob): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, new Uint8Array(await image.arrayBuffer()));
  await rename(draft, path);
}
