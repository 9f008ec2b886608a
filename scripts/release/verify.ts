import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.js';
import type { Tarball } from './pack.js';

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The project that has the linters of packages (CONTRIBUTING.md). */
const LINTERS = 'integrations/node_modules/.bin';

/** Checks what will be published. Rejects with an Error that says what is wrong. Resolves with what was skipped, and why. */
export async function verify(root: string, tarballs: readonly Tarball[]): Promise<readonly string[]> {
  const empty = mkdtempSync(join(tmpdir(), 'deposit-slip-release-'));
  try {
    await importEverything(root, empty, tarballs);
    checkInventory(join(empty, 'node_modules/deposit-slip/cdn'));
  } finally {
    rmSync(empty, { recursive: true, force: true });
  }
  if (!existsSync(join(root, LINTERS, 'publint')))
    return ['publint and attw: they are not installed. The test of the frameworks runs them.'];
  for (const { file } of tarballs) await lintTarball(root, file);
  return [];
}

/** Runs publint and attw on a tarball. */
export async function lintTarball(root: string, file: string): Promise<void> {
  const bin = join(root, LINTERS);
  await run(join(bin, 'publint'), ['run', file, '--strict'], root);
  await run(
    join(bin, 'attw'),
    [file, '--profile', 'esm-only', '--exclude-entrypoints', 'themes/bank.css', 'reserve.css'],
    root,
  );
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

/** The modules that a package exports, with every file in place of a wildcard. */
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

/** The hash that a merchant copies from the inventory must be that of the file. */
function checkInventory(cdn: string): void {
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
  }
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
