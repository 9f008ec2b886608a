import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

interface SourceMap {
  sources: string[];
}

const MODULES = `${sep}node_modules${sep}`;

/**
 * Names the sources in the source maps of a folder so that no name depends on the location of the repository
 * or its packages. The maps contain the sources' texts, because no package contains the sources.
 */
export function nameSources(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.js.map'))) {
    const path = join(folder, file);
    const map = JSON.parse(readFileSync(path, 'utf8')) as SourceMap;
    map.sources = map.sources.map((source) => nameOf(resolve(dirname(path), source)));
    writeFileSync(path, JSON.stringify(map));
  }
}

function nameOf(source: string): string {
  if (source.includes(MODULES)) return `npm/${slashes(source.split(MODULES).at(-1)!)}`;
  return existsSync(source) ? `deposit-slip/${slashes(relative('.', source))}` : 'bundler/runtime.js';
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
