/** Generates the reference pages from the docstrings of every export. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesOf } from './on-demand.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Writes the pages into a folder. Throws if an export is undocumented or refers to a type that is not exported. */
export function writeReference(folder: string): void {
  const typedoc = join(dirname(packagesOf('docs').resolve('typedoc')), '../bin/typedoc');
  const args = [typedoc, '--options', `${ROOT}/docs/typedoc.json`, '--out', folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: `${ROOT}/docs`,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
}
