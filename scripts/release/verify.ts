import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.js';
import type { Tarball } from './pack.js';
import { LINTERS } from './plan.js';

interface Manifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Checks what will be published. Rejects with an Error that says what is wrong. */
export async function verify(root: string, tarballs: readonly Tarball[]): Promise<void> {
  const empty = mkdtempSync(join(tmpdir(), 'deposit-slip-release-'));
  try {
    await importEverything(root, empty, tarballs);
    checkHashes(join(empty, 'node_modules/deposit-slip'));
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
  await Promise.all(tarballs.map(({ file }) => lintTarball(root, file)));
}

/** Runs publint and attw on a tarball. Rejects if one of them is not installed. */
async function lintTarball(root: string, file: string): Promise<void> {
  const lint = (command: keyof typeof LINTERS, ...args: readonly string[]): Promise<string> =>
    run(process.execPath, [commandOf(join(root, 'node_modules', LINTERS[command]), command), ...args], root);
  await lint('publint', 'run', file, '--strict');
  const sheets = ['themes/bank.css', 'reserve.css'];
  await lint('attw', file, '--profile', 'esm-only', '--exclude-entrypoints', ...sheets);
}

/** The file of a command of a package. */
function commandOf(folder: string, command: string): string {
  return join(folder, manifestIn(folder).bin![command]!);
}

/** Installs the packages in an empty folder, with their optional peers, and imports every entry point. */
async function importEverything(root: string, empty: string, tarballs: readonly Tarball[]): Promise<void> {
  writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }\n');
  const { peerDependencies = {} } = manifestIn(root);
  const peers = Object.entries(peerDependencies).map(([name, range]) => `${name}@${range}`);
  const files = tarballs.map(({ file }) => join(root, file));
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...files, ...peers], empty);
  const modules = tarballs.flatMap(({ package: name }) => entriesOf(empty, name));
  writeFileSync(join(empty, 'all.js'), modules.map((module) => `await import('${module}');`).join('\n'));
  await run(process.execPath, ['all.js'], empty);
}

/** The modules that a package exports, with wildcards expanded to all files. */
function entriesOf(folder: string, name: string): readonly string[] {
  const place = join(folder, 'node_modules', name);
  const entries = Object.entries(manifestIn(place).exports).flatMap(([entry, targets]) => {
    if (!entry.includes('*')) return [entry];
    const target = typeof targets === 'string' ? targets : (targets as { default: string }).default;
    const [before = '', after = ''] = target.split('*');
    return readdirSync(join(place, before))
      .filter((file) => file.endsWith(after))
      .map((file) => entry.replace('*', file.slice(0, -after.length)));
  });
  return entries.filter((entry) => !/\.(?:json|css)$/.test(entry)).map((entry) => name + entry.slice(1));
}

/** The hashes in the inventory and in the README, which merchants copy, must match the files. */
function checkHashes(place: string): void {
  const cdn = join(place, 'cdn');
  const readme = readFileSync(join(place, 'README.md'), 'utf8');
  const { scripts } = JSON.parse(readFileSync(join(cdn, 'inventory.json'), 'utf8')) as {
    readonly scripts: readonly { readonly script: string; readonly integrity?: string }[];
  };
  for (const file of readdirSync(cdn).filter((name) => name.endsWith('.js'))) {
    const hash = createHash('sha384')
      .update(readFileSync(join(cdn, file)))
      .digest('base64');
    const entry = scripts.find(({ script }) => script === `cdn/${file}`);
    if (entry?.integrity !== `sha384-${hash}`)
      throw new Error(`cdn/inventory.json does not have the hash of cdn/${file}.`);
    if (file === 'deposit-slip.js' && !readme.includes(`integrity="sha384-${hash}"`))
      throw new Error(`README.md does not have the hash of cdn/${file}: run npm run docs.`);
  }
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
