import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack, type Tarball } from './pack.js';
import { planRelease, withVersion, type Release } from './plan.js';
import { statingFiles, withStatedVersion } from './versions.js';

/** The folders of the packages. */
export const FOLDERS = ['.', 'sandbox'];

/**
 * Checks the arguments of `npm run release`, sets the version, builds and packs. Throws a `ReleaseError`
 * before it changes anything.
 */
export function prepareRelease(args: readonly string[], root: string): readonly Tarball[] {
  const release = planRelease(args, root);
  setVersion(root, release);
  build(root);
  return FOLDERS.map((folder) => pack(root, folder, release));
}

interface Lockfile {
  version?: string;
  readonly packages: Record<string, { version?: string }>;
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
  const editLock = (file: string, places: readonly string[]): void =>
    edit(file, (text) => {
      const lock = JSON.parse(text) as Lockfile;
      if (lock.version !== undefined) lock.version = release.version;
      for (const place of places) lock.packages[place]!.version = release.version;
      return `${JSON.stringify(lock, null, 2)}\n`;
    });
  for (const file of statingFiles(root)) edit(file, (text) => withStatedVersion(text, release.version));
  editLock('package-lock.json', ['', 'sandbox']);
  editLock('integrations/package-lock.json', ['deposit-slip', 'deposit-slip-sandbox'].map(installedAt));
  edit('CHANGELOG.md', (text) => withVersion(text, release));
}

const installedAt = (name: string) => `node_modules/${name}`;

function build(root: string): void {
  const options = { cwd: root, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], options);
  if (status !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`);
}
