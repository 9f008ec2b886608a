import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isInstalled } from '../../scripts/on-demand.js';
import { pack as packFolder } from '../../scripts/release/pack.js';
import { FOLDERS } from '../../scripts/release/prepare.js';
import { shell } from '../../scripts/run.js';
import { isSoak } from '../proofs/scale.js';
import { ROOT } from '../root.js';
import { arePacked, buildPackages } from './build.js';
import { laterNode } from './later-node.js';

/** The sample projects, which share one install. */
export const INTEGRATIONS = join(ROOT, 'integrations');
/** A sample for the tests: the tag in the templates of every framework. */
export const CONSUMER = join(INTEGRATIONS, 'types');

const PACKED = join(INTEGRATIONS, 'packages');
const PACKAGES = ['deposit-slip', 'deposit-slip-sandbox'];

/** The folders of all samples. */
function samples(): readonly string[] {
  const manifest = readFileSync(join(INTEGRATIONS, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { workspaces: string[] }).workspaces;
}

/** Samples that are large, need a later Node than the packages do, and have their own lockfile. */
const ALONE: readonly string[] = ['angular', 'nuxt', 'astro'];
export const hasOwnLockfile = (sample: string): boolean => ALONE.includes(sample);

/** Installs a sample that has its own lockfile, with the latest packed tarballs. */
export async function installAlone(sample: string): Promise<void> {
  const place = join(INTEGRATIONS, sample);
  if (isInstalled(place)) return unpack(place, ['deposit-slip']);
  const PATH = [laterNode(), process.env['PATH'] ?? ''].join(delimiter);
  await shell('npm ci', place, { PATH });
}

/**
 * Builds the packages, packs them, and installs the tarballs and the dependencies of the samples. Next is
 * large, and is only installed on request.
 */
export async function installPackages(withNext = isSoak): Promise<void> {
  await packPackages();
  if (isInstalled(INTEGRATIONS) && (!withNext || existsSync(join(INTEGRATIONS, 'node_modules/next'))))
    await unpack(INTEGRATIONS, PACKAGES);
  else {
    const wanted = samples().filter((name) => withNext || name !== 'next');
    const workspaces = wanted.map((name) => `--workspace ${name}`).join(' ');
    await shell(`npm ci --include-workspace-root ${workspaces}`, INTEGRATIONS);
  }
}

/** Builds the packages, and packs them as they would be published. Returns the paths of the tarballs. */
export async function packPackages(): Promise<readonly string[]> {
  await buildPackages();
  const tarballs = PACKAGES.map((name) => `integrations/packages/${name}.tgz`);
  if (!arePacked(tarballs)) pack();
  return tarballs.map((file) => join(ROOT, file));
}

/** Packs the packages as a release does. */
function pack(): void {
  mkdirSync(PACKED, { recursive: true });
  const address = 'https://git.example/owner/name';
  const addresses = { repository: address, homepage: address, bugs: `${address}/issues` };
  for (const folder of FOLDERS) {
    const { package: name, file } = packFolder(ROOT, folder, addresses, PACKED);
    renameSync(join(PACKED, file), join(PACKED, `${name}.tgz`));
  }
}

/** Replaces the installed packages. */
async function unpack(project: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const place = join(project, 'node_modules', name);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place);
    await shell(`tar -xzf '${PACKED}/${name}.tgz' --strip-components=1`, place);
  }
}
