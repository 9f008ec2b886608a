import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { createDepositKit } from 'deposit-slip/kit';
import { Hono, type Context } from 'hono';
import type { Accounts } from './accounts.js';
import { bankRoutes } from './bank.js';
import { sendFile } from './files.js';
import { grantOf, prepareWallet, type Owners } from './grants.js';
import { methodsPage } from './methods/page.js';
import { countryFor, Orders } from './orders.js';
import { PRESETS } from './presets.js';
import { scripted } from './scripted.js';
import { shopRoutes } from './shop/routes.js';
import { simulatorPage } from './simulator/page.js';
import { addressesOf } from './site/addresses.js';
import { sendPage, type Page } from './site/page.js';
import { Visits } from './visits.js';
import { walletPage } from './wallet/page.js';
import { walletRoutes } from './wallet/routes.js';
import { workbenchFaults, type FaultOptions } from './workbench/faults.js';
import { framePage, workbenchPage } from './workbench/page.js';

/** The configuration of the demo's server. */
export interface SiteOptions {
  /** Base URL of the payments API. */
  readonly apiUrl: string;
  /** Access token of the API. It never leaves this process. */
  readonly apiToken: string;
  /** Where the guides are served, if they are. */
  readonly docsUrl?: string | undefined;
  /** The accounts of orders and wallets. */
  readonly accounts: Accounts;
  /** Controls the sandbox, for the workbench. */
  readonly control: FaultOptions['control'];
  /** The root of the repository. */
  readonly root: string;
  /** The built scripts of the pages: path to file. */
  readonly scripts: ReadonlyMap<string, string>;
}

const FILES = [
  'demo/site/icon.svg',
  'demo/site/header.css',
  'demo/site/site.css',
  'demo/site/violations.js',
  'demo/phone/phone.css',
  'demo/shop/shop.css',
  'demo/methods/methods.css',
  'demo/simulator/simulator.css',
  'demo/wallet/wallet.css',
  ...['workbench', 'sketch', 'frame'].map((name) => `demo/workbench/${name}.css`),
  ...PRESETS.map((preset) => `themes/${preset}.css`),
];

/** Every page but the shop's. The wallet routes the paths below its own itself. */
const PAGES = [
  ['/methods', methodsPage],
  ['/workbench', workbenchPage],
  ['/workbench/frame', framePage],
  ['/wallet', walletPage],
  ['/wallet/*', walletPage],
  ['/simulator', simulatorPage],
] as const;

/** The demo merchant's server: its pages, and the kit under the endpoint of each. */
export function createSite(options: SiteOptions): Hono {
  const { apiUrl, apiToken, accounts, control, root, scripts, docsUrl } = options;
  const owners = { visits: new Visits(), orders: new Orders(), accounts };
  const { visits, orders } = owners;
  const kit = createKit({ apiUrl, apiToken }, owners);
  const settings = {
    template: join(root, 'index.html'),
    addresses: addressesOf({ site: '', sandbox: apiUrl, docs: docsUrl }),
  };
  const send = (c: Context, page: Page): Promise<Response> => sendPage(c, page, settings);

  const site = new Hono();
  for (const path of ['/deposit', '/methods/deposit', '/workbench/deposit', '/wallet/deposit'])
    site.all(path, (c) => kit(c.req.raw));
  site.post('/session', (c) => {
    const session = visits.sessionFor(c.req.raw);
    return session ? c.json({ session }) : c.json({ msg: 'There is no visit.' }, 401);
  });
  site.route('/', shopRoutes(owners, send));
  site.route('/', walletRoutes(apiUrl, apiToken, owners));
  site.route('/workbench/faults', workbenchFaults({ visits, accounts, control }));
  site.route('/', bankRoutes(apiUrl));
  site.route('/scripted', scripted);
  for (const [path, page] of PAGES)
    site.get(path, (c) => {
      const visit = visits.ensure(c);
      const country = countryFor(c.req.raw, orders.latest(visit));
      if (page === walletPage) prepareWallet(country, visit, accounts);
      return send(c, page(new URL(c.req.url).searchParams, country));
    });
  for (const file of FILES) site.get(`/${file}`, (c) => sendFile(c, join(root, file)));
  for (const [path, file] of scripts) site.get(path, (c) => sendFile(c, file));
  return site;
}

/** The kit under every endpoint of the demo. */
function createKit(
  { apiUrl, apiToken }: Pick<SiteOptions, 'apiUrl' | 'apiToken'>,
  owners: Owners,
): ReturnType<typeof createDepositKit> {
  return createDepositKit({
    baseUrl: apiUrl,
    token: apiToken,
    secret: randomBytes(32),
    test: true,
    // One visitor of the workbench requests every situation, again and again.
    limiter: false,
    authorize: (request) => grantOf(request, owners),
    on: { arrived: (event) => owners.orders.book(event) },
  });
}
