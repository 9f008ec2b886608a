import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { BEFORE_IMAGE, INITDB, pgliteVersion } from '../sandbox/serving.js';

// The default of 128 MB is meant for servers.
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/**
 * Opens the database of the demo merchant, in memory: the payments of the kit. A cached image of an empty
 * database is five times as fast as creating one.
 */
export async function openDatabase(root: string): Promise<PGlite> {
  const path = join(root, `.cache/demo/database-${pgliteVersion()}.tar`);
  const image = await readFile(path).catch(() => undefined);
  if (image) return PGlite.create({ loadDataDir: new Blob([image]), startParams: START });
  const pglite = await PGlite.create({ initDbStartParams: [...INITDB], startParams: START });
  for (const statement of BEFORE_IMAGE) await pglite.exec(statement);
  await saveImage(path, await pglite.dumpDataDir('none'));
  return pglite;
}

/** Other processes may start at the same time: the file is complete once it has its final name. */
async function saveImage(path: string, image: Blob): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, new Uint8Array(await image.arrayBuffer()));
  await rename(draft, path);
}
