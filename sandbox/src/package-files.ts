import { readFileSync } from 'node:fs';

/** The URL of a file or folder of this package, such as `db/seed.sql`. */
export function packageUrl(path: string): URL {
  // This module is in src, and is built into a file in dist: the package's folder is the parent of both.
  return new URL(`../${path}`, import.meta.url);
}

/** Reads a text file of this package. */
export function readPackageFile(path: string): string {
  return readFileSync(packageUrl(path), 'utf8');
}
