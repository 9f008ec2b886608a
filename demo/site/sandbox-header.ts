import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageHeader } from 'deposit-slip-sandbox';
import { addressesOf } from './addresses.js';
import { guestHeader } from './header.js';

/**
 * The header of the demo on the pages of its sandbox. `site` returns the demo's address once it listens.
 */
export function sandboxHeader(root: string, site: () => string): PageHeader {
  return {
    styles: readFileSync(join(root, 'demo/site/header.css'), 'utf8'),
    html: (place) =>
      String(
        guestHeader({ brand: 'deposit-slip', place, addresses: addressesOf({ site: site(), sandbox: '' }) }),
      ),
  };
}
