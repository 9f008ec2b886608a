import { dirname, join } from 'node:path';
import { satisfies } from 'semver';
import { packagesOf } from '../../scripts/on-demand.js';

/** The version that the newest Angular needs. Nuxt and Astro work with earlier ones. */
const NEEDED = '^22.22.3 || ^24.15.0 || >=26';

/**
 * The folder of a Node that Angular, Nuxt and Astro can run on: the current Node, or one that this installs.
 * The packages themselves also support earlier versions.
 */
export function laterNode(): string {
  if (satisfies(process.versions.node, NEEDED)) return dirname(process.execPath);
  const name = `node-${process.platform}-${process.arch}`;
  try {
    return join(dirname(packagesOf('integrations/node').resolve(`${name}/package.json`)), 'bin');
  } catch (cause) {
    throw new Error(`Angular, Nuxt and Astro need Node ${NEEDED}, and this is ${process.versions.node}.`, {
      cause,
    });
  }
}
