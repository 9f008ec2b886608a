import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../test/root.js';

/**
 * Packages of a folder of the repository that has its own lockfile. They are few, large and needed by one or
 * two commands, so `npm ci` leaves them out and this installs them when they are first needed. Returns what
 * finds them.
 */
export function packagesOf(folder: string): NodeJS.Require {
  const place = join(ROOT, folder);
  if (!isInstalled(place)) install(place);
  return createRequire(join(place, 'package.json'));
}

/** Whether a folder has the packages of its lockfile. npm writes `.package-lock.json` at every install. */
export function isInstalled(place: string): boolean {
  const changed = (file: string) => statSync(join(place, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changed('node_modules/.package-lock.json') > changed('package-lock.json');
}

/** Installs elsewhere and moves the result, because several tests may do so at once. */
function install(place: string): void {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const elsewhere = mkdtempSync(join(ROOT, '.cache/install-'));
  try {
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(join(place, file), join(elsewhere, file));
    // A script inherits the strict settings of .npmrc, which are meant for the packages of the repository
    // itself.
    const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--no-engine-strict'], {
      cwd: elsewhere,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`npm ci failed in ${place}:\n${stderr}`);
    if (!isInstalled(place)) replace(join(place, 'node_modules'), join(elsewhere, 'node_modules'));
  } catch (error) {
    // Another installation was faster.
    if (!isInstalled(place)) throw error;
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

function replace(folder: string, by: string): void {
  rmSync(folder, { recursive: true, force: true });
  renameSync(by, folder);
}
