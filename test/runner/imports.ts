import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCE = '@deposit-slip/source';
type Export = string | { readonly [SOURCE]?: string };

/** For each import of the package by its own name, the file that the manifest exports. */
const OWN = new Map<string, string>();
for (const [subpath, target] of Object.entries<Export>(
  JSON.parse(readFileSync('package.json', 'utf8')).exports,
))
  if (typeof target !== 'string' && target[SOURCE])
    OWN.set(join('deposit-slip', subpath), join(target[SOURCE]));

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** The file of the repository that an import names; undefined for an installed package. */
function resolve(from: string, name: string): string | undefined {
  const path = name.startsWith('.')
    ? join(dirname(from), name)
    : (OWN.get(name) ?? name.replace(/^deposit-slip-sandbox$/, 'sandbox/src/index'));
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
