import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { METHODS, type Method } from 'deposit-slip/core';
import { createDepositKit, type Grant } from 'deposit-slip/kit';
import { Hono } from 'hono';
import { sendFile, sendPage } from './pages.js';
import { scripted } from './scripted.js';
import { Visits } from './visits.js';

/** What the shop's server is given, as a merchant's would be: by its environment. */
export interface ShopOptions {
  /** Base URL of the payments API. */
  readonly apiUrl: string;
  /** Access token of the API; it stays in this process. */
  readonly apiToken: string;
  /** The folder the pages lie in. */
  readonly root: string;
  /** Address -> file of the built scripts the pages load. */
  readonly scripts: ReadonlyMap<string, string>;
}

/** Address -> file of every page. The SPA answers every address below its own: it has routes of its own there. */
export const PAGES: ReadonlyMap<string, string> = new Map([
  ['/', 'index.html'],
  ['/gallery', 'demo/gallery/index.html'],
  ['/spa', 'demo/spa/index.html'],
  ['/spa/*', 'demo/spa/index.html'],
]);

const FILES = [
  'demo/icon.svg',
  'demo/shop.css',
  'demo/shop.js',
  'demo/violations.js',
  'demo/gallery/gallery.css',
  'demo/spa/spa.css',
];

const SHOP_MERCHANT = 1001;
/** The gallery pays for nothing: its deposits must not look like a payer's of the shop. */
const GALLERY_MERCHANT = 1002;

/** The demo merchant's server: its pages, and the kit in front of the API under `/deposit`. */
export function createShop({ apiUrl, apiToken, root, scripts }: ShopOptions): Hono {
  const visits = new Visits();
  const kit = createDepositKit({
    baseUrl: apiUrl,
    token: apiToken,
    secret: randomBytes(32),
    test: true,
    // The gallery is one visit that looks at every view, again and again.
    limiter: false,
    authorize: (request) => grantOf(visits.of(request), new URL(request.url).pathname),
  });
  const shop = new Hono();
  for (const [path, page] of PAGES)
    shop.get(path, (c) => {
      visits.welcome(c);
      return sendPage(c, join(root, page), apiUrl);
    });
  for (const path of ['/deposit', '/gallery/deposit']) shop.all(path, (c) => kit(c.req.raw));
  shop.post('/session', (c) => {
    const session = visits.sessionFor(c.req.raw);
    return session ? c.json({ session }) : c.json({ msg: 'Nobody is visiting.' }, 401);
  });
  shop.route('/scripted', scripted);
  for (const file of FILES) shop.get(`/${file}`, (c) => sendFile(c, join(root, file)));
  for (const [path, file] of scripts) shop.get(path, (c) => sendFile(c, file));
  return shop;
}

/**
 * What a visitor may see: the shop's one account, one method of every rail; in the gallery every method this version
 * knows, and one it does not. The account is the visitor's own as far as the demo goes, so that arrivals without a
 * funding id can be told too.
 */
function grantOf(visit: string | undefined, path: string): Grant | null {
  if (!visit) return null;
  const isGallery = path.startsWith('/gallery/');
  return {
    id: isGallery ? `gallery-${visit}` : visit,
    merchantId: isGallery ? GALLERY_MERCHANT : SHOP_MERCHANT,
    methods: isGallery
      ? [...METHODS.map(offered), { paymentId: 135, fiat: 'ARS' }]
      : ONE_OF_EACH_RAIL.map(offered),
    ownAccount: true,
  };
}

const ONE_OF_EACH_RAIL: readonly Method[] = METHODS.filter(
  ({ slug }, at) => METHODS.findIndex((each) => each.slug === slug) === at,
);

function offered({ id, fiat }: Method): Grant['methods'][number] {
  return { paymentId: id, fiat };
}
