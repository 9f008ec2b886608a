import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { createDepositKit } from 'deposit-slip/kit';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context } from 'hono';
import type { Accounts } from './accounts.js';
import { bankRoutes } from './bank.js';
import { sendFile } from './files.js';
import { grantOf, type Owners } from './grants.js';
import { methodsPage } from './methods/page.js';
import { countryOf, Orders, preferredCountry } from './orders.js';
import { PRESETS } from './presets.js';
import { scripted } from './scripted.js';
import { orderState, shopPage } from './shop/page.js';
import { simulatorPage } from './simulator/page.js';
import type { Place } from './site/header.js';
import { sendPage, type Page } from './site/page.js';
import { Visits } from './visits.js';
import { walletPage } from './wallet/page.js';
import { workbenchFaults, type FaultOptions } from './workbench/faults.js';
import { framePage, workbenchPage } from './workbench/page.js';

/** The configuration of the demo's server. */
export interface SiteOptions {
  /** Base URL of the payments API. */
  readonly apiUrl: string;
  /** Access token of the API. It never leaves this process. */
  readonly apiToken: string;
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

/** Where each place of the header is. The docs site is served if it was built. */
export function addressesOf(
  base: string,
  sandboxUrl: string,
  root: string,
): Record<Place, string | undefined> {
  return {
    shop: `${base}/`,
    methods: `${base}/methods`,
    workbench: `${base}/workbench`,
    wallet: `${base}/wallet`,
    simulator: `${base}/simulator`,
    console: `${sandboxUrl}/sandbox/`,
    api: `${sandboxUrl}/sandbox/api`,
    docs: existsSync(join(root, 'site/dist/index.html')) ? `${base}/docs/` : undefined,
  };
}

/** The demo merchant's server: its pages, and the kit under the endpoint of each. */
export function createSite({ apiUrl, apiToken, accounts, control, root, scripts }: SiteOptions): Hono {
  const visits = new Visits();
  const orders = new Orders();
  const kit = createKit({ apiUrl, apiToken }, { visits, orders, accounts });
  const settings = {
    template: join(root, 'index.html'),
    addresses: addressesOf('', apiUrl, root),
  };
  const send = (c: Context, page: Page): Promise<Response> => sendPage(c, page, settings);

  const site = new Hono();
  site.get('/', (c) => {
    const visit = visits.ensure(c);
    const chosen = countryOf(c.req.query('country'));
    const latest = chosen ? undefined : orders.latest(visit);
    const country = chosen ?? preferredCountry(c.req.header('accept-language') ?? '');
    return send(c, shopPage(latest ?? orders.of(visit, country)));
  });
  site.post('/orders', (c) => {
    const visit = visits.ensure(c);
    orders.place(visit, orders.latest(visit)?.country ?? preferredCountry(''));
    return c.redirect('/', 303);
  });
  site.get('/orders/latest', (c) => {
    const order = orders.latest(visits.of(c.req.raw) ?? '');
    return order ? c.json(orderState(order)) : c.json({ msg: 'There is no order.' }, 404);
  });
  for (const [path, page] of [
    ['/methods', methodsPage],
    ['/workbench', workbenchPage],
    ['/workbench/frame', framePage],
    ['/wallet', walletPage],
    ['/wallet/*', walletPage],
    ['/simulator', simulatorPage],
  ] as const)
    site.get(path, (c, next) => {
      // An endpoint is no page.
      if (c.req.path.endsWith('/deposit')) return next();
      visits.ensure(c);
      return send(c, page(new URL(c.req.url).searchParams));
    });
  for (const path of ['/deposit', '/methods/deposit', '/workbench/deposit', '/wallet/deposit'])
    site.all(path, (c) => kit(c.req.raw));
  site.post('/session', (c) => {
    const session = visits.sessionFor(c.req.raw);
    return session ? c.json({ session }) : c.json({ msg: 'There is no visit.' }, 401);
  });
  site.route('/', bankRoutes(apiUrl));
  site.route('/scripted', scripted);
  site.route('/workbench/faults', workbenchFaults({ visits, accounts, control }));
  serveFiles(site, root, scripts);
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

/** The docs site, and the files of the pages. */
function serveFiles(site: Hono, root: string, scripts: SiteOptions['scripts']): void {
  site.use(
    '/docs/*',
    serveStatic({ root: join(root, 'site/dist'), rewriteRequestPath: (path) => path.slice(5) }),
  );
  for (const file of FILES) site.get(`/${file}`, (c) => sendFile(c, join(root, file)));
  for (const [path, file] of scripts) site.get(path, (c) => sendFile(c, file));
}
