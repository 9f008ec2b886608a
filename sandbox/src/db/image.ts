import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readSeed } from '../seed/seed.js';
import { schemaVersion } from './migrate.js';

/** Maximum number of images to keep: each version of the sandbox leaves one of 18 MB. */
const MAX_IMAGES = 3;

/**
 * Options of `initdb`. By default a segment of the log is 16 MB, which is more than all the data of an image.
 */
export const INITDB = ['--wal-segsize=1'] as const;

/**
 * Statements that prepare a database for its image. Run one by one, because `drop database` cannot share a
 * transaction.
 */
export const BEFORE_IMAGE = [
  // Nobody creates another database here. Without the templates, an image is 15 MB smaller and restores
  // faster.
  "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  'drop database template0',
  'drop database template1',
  // Without a checkpoint, a restored image replays its log and every sequence skips 32 numbers.
  'checkpoint',
] as const;

/**
 * A Blob that returns its bytes without copying them. A plain Blob copies them twice, which takes 30 ms at
 * the start.
 */
class BytesBlob extends Blob {
  readonly #bytes: Buffer<ArrayBuffer>;

  constructor(bytes: Buffer<ArrayBuffer>) {
    super();
    this.#bytes = bytes;
  }

  override get size(): number {
    return this.#bytes.byteLength;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

/**
 * Reads the data image of this version, an initialized database with schema and seeded data, if it is cached.
 */
export async function readImage(): Promise<Blob | undefined> {
  try {
    // Synchronous: an asynchronous read would only complete after the modules that load at the same time, 100
    // ms later.
    return new BytesBlob(readFileSync(imagePath()));
  } catch {
    return undefined;
  }
}

/** Caches an image for the next start. If writing fails, the next start is only slower. */
export async function saveImage(image: Blob): Promise<void> {
  const path = imagePath();
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(cacheFolder(), { recursive: true, mode: 0o700 });
    await writeFile(draft, new Uint8Array(await image.arrayBuffer()), { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
    await deleteOldImages();
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

async function deleteOldImages(): Promise<void> {
  const paths = (await readdir(cacheFolder()))
    .filter((name) => /^image-.*\.tar(\.gz)?$/.test(name))
    .map((name) => join(cacheFolder(), name));
  const dated = await Promise.all(paths.map(async (path) => ({ path, time: (await stat(path)).mtimeMs })));
  const old = dated.toSorted((a, b) => b.time - a.time).slice(MAX_IMAGES);
  await Promise.all(old.map(({ path }) => rm(path, { force: true })));
}

/** Deletes a cached image that did not load. */
export async function deleteImage(): Promise<void> {
  await rm(imagePath(), { force: true }).catch(() => undefined);
}

function imagePath(): string {
  // Not compressed: reading 18 MB is much faster than decompressing 5 MB.
  return join(cacheFolder(), `image-${pgliteVersion()}-${contentVersion()}.tar`);
}

// In the user's own cache folder, not in the shared temporary folder, because the file is loaded as a
// database.
function cacheFolder(): string {
  const { env, platform } = process;
  const own =
    env['XDG_CACHE_HOME'] ??
    (platform === 'win32' ? env['LOCALAPPDATA'] : undefined) ??
    (platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache'));
  return join(own, 'deposit-slip-sandbox');
}

/** Changes with everything that affects an image. */
function contentVersion(): string {
  const hash = createHash('sha256')
    .update(schemaVersion())
    .update(readSeed())
    .update([...INITDB, ...BEFORE_IMAGE].join());
  return hash.digest('hex').slice(0, 16);
}

export function pgliteVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version;
}
