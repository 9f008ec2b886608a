/**
 * The sizes of the bundles: `npm run build` measures them, and `npm run docs` writes them into the README.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { table } from './table.js';

const FILE = new URL('results/sizes.json', import.meta.url);

/**
 * A bundle and its size. A tenth of a KB is less than the difference between two versions of a compressor.
 */
export interface Size {
  readonly what: string;
  readonly kb: number;
  readonly budget: number;
}

/**
 * Does not touch the file if nothing has changed, because a build is repeated when a source is newer than the
 * file.
 */
export function saveSizes(sizes: readonly Size[]): void {
  const text = `${JSON.stringify(sizes, undefined, 2)}\n`;
  if (existsSync(FILE) && readFileSync(FILE, 'utf8') === text) return;
  writeFileSync(FILE, text);
  console.log('The sizes have changed: npm run docs writes them into the README.');
}

export function readSizes(): readonly Size[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as readonly Size[];
}

/** The sizes in the last build, and their budgets. */
export function sizesTable(): string {
  const kb = (value: number): string => `${value.toFixed(1)} KB`;
  return table(
    ['what', 'size', 'budget'],
    readSizes().map(({ what, kb: size, budget }) => [what, kb(size), kb(budget)]),
  );
}
