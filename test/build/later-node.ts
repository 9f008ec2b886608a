import { dirname, join } from 'node:path';
import { satisfies } from 'semver';
import { packagesOf } from '../../scripts/on-demand.js';

/** What the newest Angular needs. Nuxt and Astro need less. */
const NEEDED = '^22.22.3 || ^24.15.0 || >=26';

/**
 * The folder with a Node that Angular, Nuxt and Astro run on: this one, or one that is installed. The
 * packages themselves support earlier versions, too.
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
