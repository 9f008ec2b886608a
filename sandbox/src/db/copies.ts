import type { PGlite } from '@electric-sql/pglite';
import { randomUUID } from 'node:crypto';
import { constants, cpSync, existsSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StateCopy } from './db.js';

/**
 * Copies of all files of an embedded database, by name. They are stored beside the database, so a restore
 * does not change them.
 */
export interface Copies {
  list(): Promise<readonly StateCopy[]>;
  /** Copies the files, replacing any copy of that name. Nothing may write to them meanwhile. */
  take(pglite: PGlite, about: StateCopy): Promise<void>;
  /** Prepares to open a copy while the database keeps working; undefined if there is none of this name. */
  prepare(name: string): Promise<Prepared | undefined>;
  /** Deletes a copy; false if there is none of this name. */
  delete(name: string): Promise<boolean>;
}

/** A copy that can replace the database. */
export interface Prepared {
  /**
   * Closes the database and opens the copy in its place. If the copy does not open, opens the database again.
   */
  replace(pglite: PGlite): Promise<{ readonly pglite: PGlite; readonly error?: unknown }>;
  /** Removes the files of the replaced database. */
  tidy(): Promise<void>;
}

/** Copies of a database in memory. */
export function memoryCopies(open: (image: Blob) => Promise<PGlite>): Copies {
  const copies = new Map<string, { readonly about: StateCopy; readonly image: Blob }>();
  return {
    list: async () => [...copies.values()].map(({ about }) => about),
    take: async (pglite, about) => {
      copies.set(about.name, { about, image: await pglite.dumpDataDir('none') });
    },
    prepare: async (name) => {
      const image = copies.get(name)?.image;
      return (
        image && {
          replace: (pglite) => replaceInMemory(pglite, () => open(image)),
          tidy: async () => undefined,
        }
      );
    },
    delete: async (name) => copies.delete(name),
  };
}

async function replaceInMemory(pglite: PGlite, open: () => Promise<PGlite>) {
  try {
    const opened = await open();
    await pglite.close();
    return { pglite: opened };
  } catch (error) {
    return { pglite, error };
  }
}

/** The folder of the database, within the data folder. */
export const PLACE = 'pgdata';

const replacedPlace = (folder: string) => join(folder, `${PLACE}.old`);
const draftOf = (folder: string) => join(folder, `${PLACE}.draft`);

/**
 * If a process was killed during a restore, either the copy is already in place, or the database returns to
 * it.
 */
export async function recoverPlace(folder: string): Promise<void> {
  const [place, replaced] = [join(folder, PLACE), replacedPlace(folder)];
  if (!existsSync(place) && existsSync(replaced)) await rename(replaced, place);
  for (const path of [replaced, draftOf(folder)]) rmSync(path, { recursive: true, force: true });
}

/** Copies of a database, stored in its data folder. */
export function folderCopies(folder: string, open: () => Promise<PGlite>): Copies {
  const root = join(folder, 'snapshots');
  const place = join(folder, PLACE);
  const pathOf = (name: string) => join(root, name);
  return {
    list: async () => {
      const names = await readdir(root).catch(() => []);
      // An incomplete copy has no such file.
      const found = await Promise.all(names.map((name) => readAbout(pathOf(name)).catch(() => [])));
      return found.flat();
    },
    take: async (_, about) => {
      const draft = join(root, `.${randomUUID()}`);
      try {
        await mkdir(draft, { recursive: true });
        copyFiles(place, join(draft, PLACE));
        await writeFile(
          join(draft, ABOUT),
          JSON.stringify({ ...about, at: String(about.at), rows: String(about.rows) }),
        );
        await rm(pathOf(about.name), { recursive: true, force: true });
        await rename(draft, pathOf(about.name));
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
    prepare: async (name) => {
      if (!existsSync(join(pathOf(name), ABOUT))) return undefined;
      await recoverPlace(folder);
      copyFiles(join(pathOf(name), PLACE), draftOf(folder));
      return {
        replace: (pglite) => replaceFolder(folder, pglite, open),
        tidy: () => recoverPlace(folder),
      };
    },
    delete: async (name) => {
      if (!existsSync(join(pathOf(name), ABOUT))) return false;
      await rm(pathOf(name), { recursive: true });
      return true;
    },
  };
}

const ABOUT = 'snapshot.json';

async function readAbout(path: string): Promise<StateCopy> {
  const { name, at, rows } = JSON.parse(await readFile(join(path, ABOUT), 'utf8')) as Record<
    keyof StateCopy,
    string
  >;
  return { name, at: BigInt(at), rows: BigInt(rows) };
}

/**
 * Copies a folder, without copying the bytes where the file system supports that. Copies it all at once,
 * because nothing may write to it meanwhile, and copying file by file would take five times as long.
 */
function copyFiles(from: string, to: string): void {
  cpSync(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function replaceFolder(folder: string, pglite: PGlite, open: () => Promise<PGlite>) {
  const [place, replaced] = [join(folder, PLACE), replacedPlace(folder)];
  await pglite.close();
  await rename(place, replaced);
  try {
    await rename(draftOf(folder), place);
    return { pglite: await open() };
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    await rename(replaced, place);
    return { pglite: await open(), error };
  }
}
