import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.js';

/** A project with every framework that the package has types for. It is installed when it is first needed. */
export const CONSUMER = join(ROOT, 'test/build/frameworks');

/** Runs a command in a folder and returns its output. Fails if the command does. */
export function run(command: string, cwd: string = CONSUMER): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
  return stdout;
}

/** Builds the package and installs it in the project as it would be published. */
export function installPackage(): void {
  if (!isInstalled()) run('npm ci');
  run('npm run build', ROOT);
  const place = join(CONSUMER, 'node_modules/deposit-slip');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  const tarball = run(`npm pack --silent --ignore-scripts --pack-destination '${place}'`, ROOT).trim();
  run(`tar -xzf '${tarball}' --strip-components=1 && rm '${tarball}'`, place);
}

function isInstalled(): boolean {
  const changed = (file: string) => statSync(join(CONSUMER, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changed('node_modules/.package-lock.json') > changed('package-lock.json');
}
