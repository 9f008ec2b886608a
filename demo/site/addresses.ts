import type { Place } from './header.js';

/**
 * The addresses of the demo's servers, relative to a page of one of them: the page's own server is an empty
 * string.
 */
export interface Servers {
  readonly site: string;
  readonly sandbox: string;
  /** Undefined if the guides have not been built. */
  readonly docs: string | undefined;
}

/** The address of each entry in the header. */
export function addressesOf({ site, sandbox, docs }: Servers): Readonly<Record<Place, string | undefined>> {
  return {
    shop: `${site}/`,
    methods: `${site}/methods`,
    workbench: `${site}/workbench`,
    wallet: `${site}/wallet`,
    simulator: `${sandbox}/sandbox/pay`,
    console: `${sandbox}/sandbox/`,
    docs,
  };
}
