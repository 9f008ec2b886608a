import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageHeader } from 'deposit-slip-sandbox';
import { addressesOf, type Servers } from './addresses.js';
import { guestHeader } from './header.js';

/**
 * The header of the demo on the pages of its sandbox. `servers` knows the addresses once the servers listen.
 */
export function sandboxHeader(root: string, servers: () => Omit<Servers, 'sandbox'>): PageHeader {
  return {
    styles: readFileSync(join(root, 'demo/site/header.css'), 'utf8'),
    html: (place) =>
      String(
        guestHeader({ brand: 'deposit-slip', place, addresses: addressesOf({ ...servers(), sandbox: '' }) }),
      ),
  };
}
