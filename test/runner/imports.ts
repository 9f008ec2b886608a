import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** The file of the repository that an import names; undefined for an installed package. */
function resolve(from: string, name: string): string | undefined {
  const path = name.startsWith('.')
    ? join(dirname(from), name)
    : name.replace(/^deposit-slip-sandbox$/, 'sandbox/src/index').replace(/^deposit-slip\//, 'src/');
  return [`${path.replace(/\.js$/, '')}.ts`, path].find((file) => existsSync(file));
}

/** A file and every file of the repository that it imports, directly or not. */
export function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !/\.[jt]s$/.test(file)) return found;
  found.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const imported = resolve(file, name!);
    if (imported !== undefined) filesOf(imported, found);
  }
  return found;
}
