import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from './plan.js';

/** A tarball for the registry. */
export interface Tarball {
  readonly package: string;
  /** Its path below the root. */
  readonly file: string;
  readonly integrity: string;
}

type Manifest = Readonly<Record<string, unknown>> & {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly sideEffects?: readonly string[];
};

/** The members that only the repository needs, including the sandbox's dependency on a folder. */
const UNPUBLISHED = ['devDependencies', 'scripts', 'workspaces', 'overrides'];
/** The condition that resolves to the sources, which no package contains. */
const SOURCE = '@deposit-slip/source';

/** The addresses in a manifest. */
export type Addresses = Pick<Release, 'repository' | 'homepage' | 'bugs'>;

/** Packs the package of a folder of the root into the folder `to`, with the addresses in its manifest. */
export function pack(root: string, folder: string, addresses: Addresses, to = root): Tarball {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  const stage = mkdtempSync(join(cache, 'release-'));
  try {
    const { filename } = npmPack(join(root, folder), stage);
    execFileSync('tar', ['-xzf', filename], { cwd: stage });
    const file = join(stage, 'package/package.json');
    const manifest = publishedManifest(JSON.parse(readFileSync(file, 'utf8')) as Manifest, folder, addresses);
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
    const packed = npmPack(join(stage, 'package'), to);
    return { package: packed.name, file: packed.filename, integrity: packed.integrity };
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function publishedManifest(manifest: Manifest, folder: string, addresses: Addresses): Manifest {
  const { repository, homepage, bugs } = addresses;
  const { exports, sideEffects } = manifest;
  const kept = Object.entries(manifest).filter(([name]) => !UNPUBLISHED.includes(name));
  return {
    ...Object.fromEntries(kept),
    exports: Object.fromEntries(
      Object.entries(exports).map(([entry, target]) => [entry, withoutSource(target)]),
    ),
    ...(sideEffects && { sideEffects: sideEffects.filter((path) => !path.startsWith('./src/')) }),
    repository: {
      type: 'git',
      url: `git+${repository}.git`,
      ...(folder !== '.' && { directory: folder }),
    },
    homepage,
    bugs: { url: bugs },
  };
}

function withoutSource(target: Manifest['exports'][string]): Manifest['exports'][string] {
  if (typeof target === 'string') return target;
  return Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== SOURCE));
}

function npmPack(from: string, to: string): { name: string; filename: string; integrity: string } {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', to];
  const output = execFileSync('npm', args, { cwd: from, encoding: 'utf8', maxBuffer: 1e8 });
  const [packed] = JSON.parse(output) as [{ name: string; filename: string; integrity: string }];
  return packed;
}
