import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack, type Tarball } from './pack.js';
import { planRelease, withVersion, type Release } from './plan.js';

/** The folders of the packages. */
const FOLDERS = ['.', 'sandbox'];

/** Checks the arguments of `npm run release`, sets the version, builds and packs. Throws a `ReleaseError` before it changes anything. */
export function prepareRelease(args: readonly string[], root: string): readonly Tarball[] {
  const release = planRelease(args, root);
  setVersion(root, release);
  build(root);
  return FOLDERS.map((folder) => pack(root, folder, release));
}

function setVersion(root: string, release: Release): void {
  const edit = (file: string, change: (text: string) => string): void => {
    const path = join(root, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };
  for (const folder of FOLDERS)
    edit(join(folder, 'package.json'), (text) =>
      text.replace(/^ {2}"version": ".*"/m, `  "version": "${release.version}"`),
    );
  edit('package-lock.json', (text) => {
    const lock = JSON.parse(text) as { version: string; packages: Record<string, { version?: string }> };
    lock.version = release.version;
    for (const folder of ['', 'sandbox']) lock.packages[folder]!.version = release.version;
    return `${JSON.stringify(lock, null, 2)}\n`;
  });
  edit('CHANGELOG.md', (text) => withVersion(text, release));
}

function build(root: string): void {
  const options = { cwd: root, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], options);
  if (status !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`);
}
