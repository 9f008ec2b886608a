import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readSeed } from '../seed.js';
import { schemaVersion } from './migrate.js';

/** The prepared data image of this version: an initialized database with the schema and the seeded data. */
export async function readImage(): Promise<Blob | undefined> {
  try {
    return new Blob([await readFile(imagePath())]);
  } catch {
    return undefined;
  }
}

/** Keeps an image for the next start. A cache that cannot be written costs time, never the start. */
export async function keepImage(image: Blob): Promise<void> {
  const path = imagePath();
  const draft = `${path}.${randomUUID()}`;
  try {
    await mkdir(cacheFolder(), { recursive: true, mode: 0o700 });
    await writeFile(draft, new Uint8Array(await image.arrayBuffer()), { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Forgets an image that did not load. */
export async function dropImage(): Promise<void> {
  await rm(imagePath(), { force: true }).catch(() => undefined);
}

function imagePath(): string {
  return join(cacheFolder(), `image-${pgliteVersion()}-${contentVersion()}.tar.gz`);
}

// The user's own cache folder, not the shared temporary one: what lies there is loaded as a database.
function cacheFolder(): string {
  const { env, platform } = process;
  const own =
    env['XDG_CACHE_HOME'] ??
    (platform === 'win32' ? env['LOCALAPPDATA'] : undefined) ??
    (platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache'));
  return join(own, 'deposit-slip-sandbox');
}

/** Changes with the schema and with what is seeded. */
function contentVersion(): string {
  const hash = createHash('sha256').update(schemaVersion()).update(readSeed());
  return hash.digest('hex').slice(0, 16);
}

function pgliteVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version;
}
