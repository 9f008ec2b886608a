import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { METHODS, type Method } from 'deposit-slip/core';
import { createDepositKit, type Grant } from 'deposit-slip/kit';
import { Hono } from 'hono';
import type { Accounts } from './accounts.js';
import { sendFile, sendPage } from './pages.js';
import { PRESETS } from './presets.js';
import { scripted } from './scripted.js';
import { Visits } from './visits.js';

/** The configuration of the shop's server. */
export interface ShopOptions {
  /** Base URL of the payments API. */
  readonly apiUrl: string;
  /** Access token of the API. It never leaves this process. */
  readonly apiToken: string;
  /** The accounts of the wallet's payers. */
  readonly accounts: Accounts;
  /** The folder that contains the pages. */
  readonly root: string;
  /** The built scripts of the pages: path to file. */
  readonly scripts: ReadonlyMap<string, string>;
}

/** Every page: path to file. The single-page app routes the paths below its own itself. */
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
  ...PRESETS.map((preset) => `themes/${preset}.css`),
];

const SHOP_MERCHANT = 1001;
/** Keeps the gallery's deposits apart from those of the shop's payers. */
const GALLERY_MERCHANT = 1002;

/** The demo merchant's server: the pages, and the kit under `/deposit`, of the gallery and of the wallet. */
export function createShop({ apiUrl, apiToken, accounts, root, scripts }: ShopOptions): Hono {
  const visits = new Visits();
  const kit = createDepositKit({
    baseUrl: apiUrl,
    token: apiToken,
    secret: randomBytes(32),
    test: true,
    // One visitor of the gallery requests every view, again and again.
    limiter: false,
    authorize: (request) => grantOf(visits.of(request), new URL(request.url).pathname, accounts),
  });
  const shop = new Hono();
  for (const [path, page] of PAGES)
    shop.get(path, (c) => {
      visits.ensureCookie(c);
      return sendPage(c, join(root, page), apiUrl);
    });
  for (const path of ['/deposit', '/gallery/deposit', '/wallet/deposit'])
    shop.all(path, (c) => kit(c.req.raw));
  shop.post('/session', (c) => {
    const session = visits.sessionFor(c.req.raw);
    return session ? c.json({ session }) : c.json({ msg: 'There is no visit.' }, 401);
  });
  shop.route('/scripted', scripted);
  for (const file of FILES) shop.get(`/${file}`, (c) => sendFile(c, join(root, file)));
  for (const [path, file] of scripts) shop.get(path, (c) => sendFile(c, file));
  return shop;
}

/**
 * The grant of a visitor: one method of every rail in the shop and in the wallet; every known method and an unknown one in the
 * gallery. `ownAccount` lets the demo detect deposits that have no funding id. In the wallet it holds: each payer has an account.
 */
async function grantOf(visit: string | undefined, path: string, accounts: Accounts): Promise<Grant | null> {
  if (!visit) return null;
  const methods = ONE_OF_EACH_RAIL.map(offered);
  if (path.startsWith('/wallet/'))
    return { id: `wallet-${visit}`, merchantId: await accounts.of(visit), methods, ownAccount: true };
  if (!path.startsWith('/gallery/'))
    return { id: visit, merchantId: SHOP_MERCHANT, methods, ownAccount: true };
  return {
    id: `gallery-${visit}`,
    merchantId: GALLERY_MERCHANT,
    methods: [...METHODS.map(offered), { paymentId: 135, fiat: 'ARS' }],
    ownAccount: true,
  };
}

const ONE_OF_EACH_RAIL: readonly Method[] = METHODS.filter(
  ({ slug }, at) => METHODS.findIndex((each) => each.slug === slug) === at,
);

function offered({ id, fiat }: Method): Grant['methods'][number] {
  return { paymentId: id, fiat };
}
