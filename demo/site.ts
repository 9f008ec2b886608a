import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Sandbox } from 'deposit-slip-sandbox';
import { createDepositKit, type DepositKit } from 'deposit-slip/kit';
import { createPostgresStore } from 'deposit-slip/kit/postgres';
import { Hono, type Context } from 'hono';
import { compress } from 'hono/compress';
import { Accounts, type Account } from './accounts.js';
import { bankRoutes } from './bank.js';
import type { Database } from './database.js';
import { sendFile } from './files.js';
import { grantOf, prepareWallet, type Owners } from './grants.js';
import { limitBody, refuseOtherSites } from './guard.js';
import { createHooks } from './hooks.js';
import { methodsPage } from './methods/page.js';
import { countryFor, Orders, type Order } from './orders.js';
import { PRESETS } from './presets.js';
import { scripted } from './scripted.js';
import type { Renderer } from './scripts.js';
import { shopRoutes } from './shop/routes.js';
import { addressesOf } from './site/addresses.js';
import { sendPage, type Page } from './site/page.js';
import { createTables, type Table, type Tables } from './table.js';
import { Visits } from './visits.js';
import { walletPage } from './wallet/page.js';
import { walletRoutes } from './wallet/routes.js';
import { Wallets, type WalletEntry } from './wallets.js';
import { framePage, workbenchPage, WORKBENCH_STYLES } from './workbench/page.js';

/** The configuration of the demo's server. */
export interface SiteOptions {
  /** The payments API. Its token never leaves this process. */
  readonly sandbox: Pick<Sandbox, 'url' | 'token' | 'control'>;
  /** Stores the payments, orders and wallets. */
  readonly database: Database;
  /** The root of the repository. */
  readonly root: string;
  /** The built scripts of the pages: path to file. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Renders the shop's slip. */
  readonly renderer: Renderer;
  /** Reports deposits for an order or a wallet. */
  readonly log: (line: string) => void;
}

/** The demo merchant's server. */
export interface Site {
  readonly app: Hono;
  /** Stops following deposits after pending work has ended. */
  stop(): Promise<void>;
}

const FILES = [
  'demo/site/icon.svg',
  'demo/site/header.css',
  'demo/site/site.css',
  'demo/site/violations.js',
  'demo/phone/phone.css',
  'demo/shop/order.css',
  'demo/shop/shop.css',
  'demo/payments/payments.css',
  'demo/methods/methods.css',
  'demo/wallet/wallet.css',
  ...[...WORKBENCH_STYLES, 'frame'].map((name) => `demo/workbench/${name}.css`),
  'src/reserve.css',
  ...PRESETS.map((preset) => `themes/${preset}.css`),
];

/** Every page except the shop's. The wallet itself routes the paths below its own. */
const PAGES = [
  ['/methods', methodsPage],
  ['/workbench', workbenchPage],
  ['/workbench/frame', framePage],
  ['/wallet', walletPage],
  ['/wallet/*', walletPage],
] as const;

/**
 * Creates the demo merchant's server: its pages, and a kit under the endpoint of each. It follows deposits
 * from now on, even while no page is open.
 */
export async function createSite(options: SiteOptions): Promise<Site> {
  const { sandbox, database, root, scripts } = options;
  const tables = await createTables(database.pglite);
  const owners = await openOwners(tables, sandbox);
  const { visits, orders, accounts } = owners;
  const kit = await createKit(options, owners, await tables.open('secret'));
  const settings = {
    template: join(root, 'index.html'),
    addresses: addressesOf({ site: '', sandbox: sandbox.url }),
    styleHash: await options.renderer.styleHash(),
  };
  const send = (c: Context, page: Page): Promise<Response> => sendPage(c, page, settings);

  const app = new Hono();
  app.use(refuseOtherSites, limitBody, compress());
  for (const path of ['/deposit', '/methods/deposit', '/workbench/deposit', '/wallet/deposit'])
    app.all(path, (c) => kit(c.req.raw));
  app.post('/session', async (c) => {
    const session = await visits.sessionFor(c.req.raw);
    return session ? c.json({ session }) : c.json({ msg: 'There is no visit.' }, 401);
  });
  app.route('/', shopRoutes(owners, { kit, renderer: options.renderer, send }));
  app.route('/', walletRoutes(owners));
  app.route('/', bankRoutes(sandbox.url));
  app.route('/scripted', scripted);
  for (const [path, page] of PAGES)
    app.get(path, (c) => {
      const visit = visits.ensure(c);
      // The page of every method is for testers and in their own language; the other pages are in the
      // language of the order.
      const country = countryFor(c.req.raw, page === methodsPage ? undefined : orders.latest(visit));
      if (page === walletPage) prepareWallet(country, visit, accounts);
      return send(c, page(new URL(c.req.url).searchParams, country));
    });
  for (const file of FILES) app.get(`/${file}`, (c) => sendFile(c, join(root, file)));
  for (const [path, file] of scripts) app.get(path, (c) => sendFile(c, file));

  const stopping = new AbortController();
  const following = kit.follow({ signal: stopping.signal });
  return {
    app,
    stop: () => {
      stopping.abort();
      return following;
    },
  };
}

async function openOwners(tables: Tables, sandbox: SiteOptions['sandbox']): Promise<Owners> {
  const [sessions, orders, accounts, entries] = await Promise.all([
    tables.open<string>('session'),
    tables.open<Order>('order'),
    tables.open<Account>('account'),
    tables.open<WalletEntry>('wallet entry'),
  ]);
  return {
    visits: new Visits(sessions),
    orders: new Orders(orders),
    accounts: await Accounts.open(sandbox, accounts),
    wallets: new Wallets(entries),
  };
}

/** The kit under every endpoint of the demo. */
async function createKit(
  { sandbox, database, log }: SiteOptions,
  owners: Owners,
  secrets: Table<string>,
): Promise<DepositKit> {
  const store = createPostgresStore(database.pglite);
  await store.migrate();
  // Pages that were opened before a restart continue to poll.
  const secret = secrets.get('kit') ?? randomBytes(32).toString('hex');
  await secrets.set('kit', secret);
  return createDepositKit({
    baseUrl: sandbox.url,
    token: sandbox.token,
    secret,
    store,
    // The sandbox's port, from which the default is derived, may change.
    scope: 'demo',
    test: true,
    // One visitor of the workbench repeatedly requests every situation.
    limiter: false,
    authorize: (request) => grantOf(request, owners),
    on: createHooks(owners, log),
  });
}
