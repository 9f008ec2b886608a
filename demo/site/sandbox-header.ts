import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageHeader } from 'deposit-slip-sandbox';
import { addressesOf } from './addresses.js';
import { siteHeader } from './header.js';

/** The header of the demo on the pages of its sandbox. `url` is the address of the demo, once it has one. */
export function sandboxHeader(root: string, url: () => string): PageHeader {
  return {
    styles: readFileSync(join(root, 'demo/site/header.css'), 'utf8'),
    html: (place) =>
      String(siteHeader({ brand: 'deposit-slip', place, addresses: addressesOf(root, url(), '') })),
  };
}
