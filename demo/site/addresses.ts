import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './header.js';

/** Where the built guides are. */
export const docsFolder = (root: string): string => join(root, 'site/dist');

/** Where each place of the header is: on the demo's site or on its sandbox, of which one is the page's own. */
export function addressesOf(
  root: string,
  siteUrl: string,
  sandboxUrl: string,
): Readonly<Record<Place, string | undefined>> {
  return {
    shop: `${siteUrl}/`,
    methods: `${siteUrl}/methods`,
    workbench: `${siteUrl}/workbench`,
    wallet: `${siteUrl}/wallet`,
    simulator: `${siteUrl}/simulator`,
    console: `${sandboxUrl}/sandbox/`,
    api: `${sandboxUrl}/sandbox/api`,
    // Present once `npm run site` has built them.
    docs: existsSync(docsFolder(root)) ? `${siteUrl}/docs/` : undefined,
  };
}
