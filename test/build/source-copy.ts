import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.js';

/**
 * Copies the files that git tracks, so no built files. Packages are links, but our own packages link to the
 * copy.
 */
export function copyOfSource(copy: string, modified = new Date()): string {
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], options);
  for (const file of stdout.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)))) {
    cpSync(join(ROOT, file), join(copy, file));
    utimesSync(join(copy, file), modified, modified);
  }
  const modules = join(copy, 'node_modules');
  mkdirSync(modules);
  for (const entry of readdirSync(join(ROOT, 'node_modules'), { withFileTypes: true }))
    if (entry.isDirectory() && !entry.name.startsWith('.'))
      symlinkSync(join(ROOT, 'node_modules', entry.name), join(modules, entry.name));
  symlinkSync('..', join(modules, 'deposit-slip'));
  symlinkSync('../sandbox', join(modules, 'deposit-slip-sandbox'));
  return copy;
}
