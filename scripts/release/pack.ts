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

type Manifest = Readonly<Record<string, unknown>>;

/** What only the repository needs. The sandbox's own dependency on a folder is among it. */
const UNPUBLISHED = ['devDependencies', 'scripts', 'workspaces', 'overrides'];

/** Packs the package of a folder of the root, with the release's addresses in its manifest. */
export function pack(root: string, folder: string, release: Release): Tarball {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  const stage = mkdtempSync(join(cache, 'release-'));
  try {
    const { filename } = npmPack(join(root, folder), stage);
    execFileSync('tar', ['-xzf', filename], { cwd: stage });
    const file = join(stage, 'package/package.json');
    const manifest = publishedManifest(JSON.parse(readFileSync(file, 'utf8')) as Manifest, folder, release);
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
    const packed = npmPack(join(stage, 'package'), root);
    return { package: packed.name, file: packed.filename, integrity: packed.integrity };
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function publishedManifest(manifest: Manifest, folder: string, release: Release): Manifest {
  const { repository, homepage, bugs } = release;
  const kept = Object.entries(manifest).filter(([name]) => !UNPUBLISHED.includes(name));
  return {
    ...Object.fromEntries(kept),
    repository: {
      type: 'git',
      url: `git+${repository}.git`,
      ...(folder !== '.' && { directory: folder }),
    },
    homepage,
    bugs: { url: bugs },
  };
}

function npmPack(from: string, to: string): { name: string; filename: string; integrity: string } {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', to];
  const output = execFileSync('npm', args, { cwd: from, encoding: 'utf8', maxBuffer: 1e8 });
  const [packed] = JSON.parse(output) as [{ name: string; filename: string; integrity: string }];
  return packed;
}
