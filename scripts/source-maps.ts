import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

interface SourceMap {
  sources: string[];
  sourcesContent: (string | null)[];
}

const MODULES = `${sep}node_modules${sep}`;

/**
 * Makes the source maps of a folder complete inside the package at `root`: a source that ships with the package is named by its
 * path, and the text of any other is in the map. No name depends on where the repository or its packages are.
 */
export function completeSourceMaps(folder: string, root: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.js.map'))) {
    const path = join(folder, file);
    const map = JSON.parse(readFileSync(path, 'utf8')) as SourceMap;
    const absolute = map.sources.map((source) => resolve(dirname(path), source));
    map.sourcesContent = map.sourcesContent.map((text, at) => (isShipped(absolute[at]!, root) ? null : text));
    map.sources = absolute.map((source) => nameOf(source, dirname(path), root));
    writeFileSync(path, JSON.stringify(map));
  }
}

function isShipped(source: string, root: string): boolean {
  return source.startsWith(resolve(root, 'src') + sep) && existsSync(source);
}

function nameOf(source: string, from: string, root: string): string {
  if (isShipped(source, root)) return slashes(relative(from, source));
  if (source.includes(MODULES)) return `npm/${slashes(source.split(MODULES).at(-1)!)}`;
  return existsSync(source) ? `deposit-slip/${slashes(relative('.', source))}` : 'bundler/runtime.js';
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}
