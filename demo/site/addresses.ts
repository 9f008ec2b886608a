import type { Place } from './header.js';

/** The servers of the demo, as a page of one of them addresses them: the page's own by an empty string. */
export interface Servers {
  readonly site: string;
  readonly sandbox: string;
  /** Undefined if the guides have not been built. */
  readonly docs: string | undefined;
}

/** Where each place of the header is. */
export function addressesOf({ site, sandbox, docs }: Servers): Readonly<Record<Place, string | undefined>> {
  return {
    shop: `${site}/`,
    methods: `${site}/methods`,
    workbench: `${site}/workbench`,
    wallet: `${site}/wallet`,
    simulator: `${site}/simulator`,
    console: `${sandbox}/sandbox/`,
    api: `${sandbox}/sandbox/api`,
    docs,
  };
}
