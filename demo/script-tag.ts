import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { scriptTagBuild } from '../vite.config.js';

const FILE = 'cdn/deposit-slip.js';
const SOURCES = [
  'src/core',
  'src/widget',
  'src/define.ts',
  'src/index.ts',
  'src/element.ts',
  'vite.config.ts',
];

/** The script-tag file, built first where it is missing or older than what it is made of. Resolves to its path. */
export async function scriptTagFile(root: string): Promise<string> {
  const file = join(root, FILE);
  const newest = Math.max(...SOURCES.map((source) => newestUnder(join(root, source))));
  if (!existsSync(file) || statSync(file).mtimeMs < newest)
    await build({ ...scriptTagBuild, root, logLevel: 'warn' });
  return file;
}

function newestUnder(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestUnder(join(path, name))));
}
