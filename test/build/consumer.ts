import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isInstalled } from '../../scripts/on-demand.js';
import { shell } from '../../scripts/run.js';
import { isSoak } from '../proofs/scale.js';
import { ROOT } from '../root.js';
import { arePacked, buildPackages } from './build.js';
import { laterNode } from './later-node.js';

/** The sample projects, which share one install. */
export const INTEGRATIONS = join(ROOT, 'integrations');
/** One of them: the tag in the templates of every framework, for the tests. */
export const CONSUMER = join(INTEGRATIONS, 'types');

const PACKED = join(INTEGRATIONS, 'packages');
const PACKAGES = ['deposit-slip', 'deposit-slip-sandbox'];

/** The folders of all samples. */
function samples(): readonly string[] {
  const manifest = readFileSync(join(INTEGRATIONS, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { workspaces: string[] }).workspaces;
}

/** Samples that are large, need a later Node than the packages do, and have a lockfile of their own. */
const ALONE: readonly string[] = ['angular', 'nuxt', 'astro'];
export const hasOwnLockfile = (sample: string): boolean => ALONE.includes(sample);

/** Installs a sample that has a lockfile of its own, with the tarballs that were packed last. */
export async function installAlone(sample: string): Promise<void> {
  const place = join(INTEGRATIONS, sample);
  if (isInstalled(place)) return unpack(place, ['deposit-slip']);
  const PATH = [laterNode(), process.env['PATH'] ?? ''].join(delimiter);
  await shell('npm ci', place, { PATH });
}

/** Builds the packages, packs them, and installs the tarballs and what the samples need. Next is large, and only installed if it is wanted. */
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
  if (!arePacked(tarballs)) await pack();
  return tarballs.map((file) => join(ROOT, file));
}

async function pack(): Promise<void> {
  mkdirSync(PACKED, { recursive: true });
  const command = `npm pack --silent --ignore-scripts --pack-destination '${PACKED}' . ./sandbox`;
  const names = (await shell(command, ROOT)).trim().split('\n');
  for (const [at, name] of names.entries())
    renameSync(join(PACKED, name), join(PACKED, `${PACKAGES[at]}.tgz`));
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
