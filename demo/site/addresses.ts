import type { Place } from './header.js';

/**
 * The addresses of the demo's servers, relative to a page of one of them: the page's own server is an empty
 * string.
 */
interface Servers {
  readonly site: string;
  readonly sandbox: string;
}

/** The address of each entry in the header. */
export function addressesOf({ site, sandbox }: Servers): Readonly<Record<Place, string>> {
  return {
    shop: `${site}/`,
    methods: `${site}/methods`,
    workbench: `${site}/workbench`,
    wallet: `${site}/wallet`,
    simulator: `${sandbox}/sandbox/pay`,
    console: `${sandbox}/sandbox/`,
  };
}
