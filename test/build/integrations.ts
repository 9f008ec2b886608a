import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { DepositSlip } from 'deposit-slip';
import type { DepositHistory } from 'deposit-slip/history';
import { createControl, type Control } from 'deposit-slip-sandbox';
import { runOn, sharedServer } from '../../sandbox/test/postgres.js';
import { shell } from '../../scripts/run.js';
import { freePort } from '../browsers/free-port.js';
import { reach } from '../e2e/demo-browsers.js';
import type { Browser, Page } from '../e2e/driver/index.js';
import { ROOT } from '../root.js';
import { hasOwnLockfile, INTEGRATIONS } from './consumer.js';
import { laterNode } from './later-node.js';

/**
 * The page of each sample, and the server that it is tested with. Next, Nuxt and Astro are both page and
 * server.
 */
export const PAIRS = {
  html: 'hono',
  react: 'express',
  preact: 'fastify',
  vue: 'fastify',
  svelte: 'express',
  solid: 'hono',
  angular: 'hono',
  next: 'next',
  nuxt: 'nuxt',
  astro: 'astro',
} as const;
export type PageName = keyof typeof PAIRS;
export type ServerName = (typeof PAIRS)[PageName];

/** Whether a sample's server writes its own pages. */
export const isWhole = (name: PageName | ServerName): boolean =>
  name in PAIRS && PAIRS[name as PageName] === name;

/** The servers that store payments in PostgreSQL in these tests. The others store them in memory. */
const WITH_DATABASE: readonly string[] = ['express', 'hono'];

/** The page that has `<deposit-history>` beside the slip. */
const WITH_HISTORY: PageName = 'react';

// TypeScript 7, which the project itself uses, checks the samples in a fifth of the time. Their own version
// runs the other tools.
const TOOLS = ['node_modules/typescript/bin', 'integrations/node_modules/.bin'].map((folder) =>
  join(ROOT, folder),
);
const NO_TELEMETRY = {
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
};

/** The environment of the commands of a sample. */
function envOf(sample: string): Readonly<Record<string, string>> {
  const isOwn = hasOwnLockfile(sample);
  const own = isOwn ? [laterNode(), join(INTEGRATIONS, sample, 'node_modules/.bin')] : TOOLS;
  return { ...NO_TELEMETRY, PATH: [...own, process.env['PATH'] ?? ''].join(delimiter) };
}

const ENV = envOf('.');

/** Runs the named scripts of a sample's package.json, if it has them. */
export async function runScripts(sample: string, names: readonly string[]): Promise<void> {
  const folder = join(INTEGRATIONS, sample);
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of names) if (scripts[name]) await shell(scripts[name], folder, envOf(sample));
}

interface Started {
  /** What it printed before it was ready. */
  readonly output: string;
  /** Resolves when the output contains a text. */
  prints(wanted: RegExp): Promise<string>;
  stop(): Promise<void>;
}

/** A process that listens on a port. */
interface Running extends Omit<Started, 'output'> {
  readonly url: string;
}

/** Starts a command, and resolves when it prints a text. */
async function start(
  command: string,
  folder: string,
  env: Readonly<Record<string, string>>,
  ready: RegExp,
): Promise<Started> {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: join(INTEGRATIONS, folder),
    env: { ...process.env, ...envOf(folder), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const prints = outputOf(child);
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    if (child.kill()) await ended;
  };
  return { output: await prints(ready), prints, stop };
}

/**
 * Collects the output of a process. Returns a function that waits for a text in the output, and returns all
 * of it.
 */
function outputOf(child: ChildProcess): Started['prints'] {
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
  return async (wanted) => {
    const options = { signal: AbortSignal.timeout(60_000) };
    while (!wanted.test(output)) {
      const event = await Promise.race([
        once(child.stdout!, 'data', options).then(() => 'data'),
        once(child, 'exit', options).then(() => 'exit'),
      ]);
      if (event === 'exit')
        throw new Error(`The process ended before it printed ${wanted.source}.\n${output}`);
    }
    return output;
  };
}

/** Starts the packed sandbox. */
export async function startPackedSandbox(): Promise<Running & { readonly control: Control }> {
  const { output, ...sandbox } = await start('deposit-slip-sandbox --port 0', '.', {}, /^http\S+\n/);
  const [url = ''] = output.split('\n');
  return { ...sandbox, url, control: createControl(url, 'control-token') };
}

/** Creates a database with the kit's tables, using the package's command. Returns its URL. */
async function createDatabase(): Promise<string> {
  const url = await (await sharedServer()).createDatabase();
  await shell('deposit-slip-migrate', INTEGRATIONS, { ...ENV, DATABASE_URL: url });
  return url;
}

/** Starts a server, with a page. */
export async function startServer(
  server: ServerName,
  page: PageName,
  apiUrl: string,
  databaseUrl?: string,
): Promise<Running> {
  const { scripts } = JSON.parse(readFileSync(join(INTEGRATIONS, server, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const port = String(await freePort());
  const env = {
    PORT: port,
    HOST: '127.0.0.1',
    PAGE: `../${page}/dist`,
    API_URL: apiUrl,
    API_TOKEN: 'sandbox-token',
    DEPOSIT_SECRET: 'a secret of the samples, thirty-two bytes long',
    SESSION_SECRET: 'a secret of the sessions, thirty-two bytes long',
    DATABASE_URL: databaseUrl ?? '',
  };
  const { prints, stop } = await start(scripts.start, server, env, /\/pay\n|Ready|istening on/);
  return { url: `http://localhost:${port}`, prints, stop };
}

/**
 * Two payers check out in a built page on its server. One of them deposits and sees the arrival, also in the
 * history if the page has one. The endpoint passes every rule of the package's check. A third payer deposits
 * while no page is open, and their order is shipped.
 */
export async function tryPage(
  name: PageName,
  browser: Browser,
  sandbox: { readonly url: string; readonly control: Control },
): Promise<void> {
  const databaseUrl = WITH_DATABASE.includes(PAIRS[name]) ? await createDatabase() : undefined;
  const server = await startServer(PAIRS[name], name, sandbox.url, databaseUrl);
  const openPage = () => browser.newPage({ width: 420, height: 900 });
  const [page, other] = await Promise.all([openPage(), openPage()]);
  try {
    assert.equal(
      (await fetch(`${server.url}/deposit`)).status,
      401,
      'a visitor without an order has no slip',
    );
    await page.beforeScripts(VIOLATIONS);
    const { messages } = await page.record();
    const txId = await checkOut(page, name, server.url);
    const otherTxId = await checkOut(other, name, server.url);
    assert.notEqual(otherTxId, txId, 'the slip of another payer');
    const hasHistory = name === WITH_HISTORY;
    const loadedAt = hasHistory && (await listed(page, txId, 'Waiting'));
    await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '10.00', txId });
    await reach(page, SLIP, 'arrived');
    if (hasHistory) {
      assert.equal(await listed(page, txId, 'Received'), loadedAt, 'the page is not loaded again');
      await listed(other, otherTxId, 'Waiting');
    }
    // The page received the event in the way its framework delivers events.
    await page.waitFor("document.querySelector('p')?.textContent === 'Paid: 10.00'", { what: 'the event' });
    assert.equal(await other.evaluate(statusOf, SLIP), 'ready');
    const violations = await page.evaluate('violations');
    assert.deepEqual({ violations, messages }, { violations: [], messages: [] });
    await provePolicy(page);
    const payer = await checkOutWithoutScripts(name, server.url);
    await checkEndpoint(server.url, payer);
    await depositWithoutPage(server, payer, sandbox.control);
    if (databaseUrl) assert.deepEqual(await sumsIn(databaseUrl), ['0', '1000', '2000']);
  } finally {
    await Promise.all([page.close(), other.close()]);
    await server.stop();
  }
}

export const SLIP = 'deposit-slip';

export const VIOLATIONS = `
  const violations = [];
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    violations.push([effectiveDirective, blockedURI, sourceFile, lineNumber].join(' ')));`;

/**
 * What the policy of every page must contain. Next and Nuxt need a nonce for their own scripts. Whole shops
 * submit a form, and have the styles of the slip in the page.
 */
const POLICY = [
  /^default-src 'none'; script-src ('self'|'nonce-[\w-]+' 'strict-dynamic'); /,
  /connect-src 'self'; style-src 'self'(?: '(?:nonce|sha256)-[\w+/=-]+')?; base-uri 'none'; form-action '(?:none|self)'; frame-ancestors 'none'; /,
  /require-trusted-types-for 'script'/,
];

/** Expects a strict policy that is in force, and a page that reports what the policy blocks. */
async function provePolicy(page: Page): Promise<void> {
  const policy = await page.evaluate(async () => {
    const response = await fetch(location.href);
    return response.headers.get('content-security-policy')!;
  });
  for (const part of POLICY) assert.match(policy, part);
  const refused = await page.evaluate(`(() => {
    try { trustedTypes.createPolicy('unknown', {}); } catch ({ name }) { return name; }
  })()`);
  assert.equal(refused, 'TypeError');
  await page.waitFor('violations.length === 1', { what: 'the violation' });
}

/** Checks out, and returns the number of the transaction of the slip that is shown. */
async function checkOut(page: Page, name: PageName, url: string): Promise<string> {
  await page.goto(`${url}/pay`);
  await page.click('button');
  const txId = await shownTxId(page);
  if (!isWhole(name)) return txId;
  // A framework treats an element that its server wrote differently from one that it creates.
  await page.goto(`${url}/pay`);
  assert.equal(await shownTxId(page), txId, 'the same slip after a reload');
  return txId;
}

export async function shownTxId(page: Page): Promise<string> {
  await reach(page, SLIP, 'ready');
  return page.evaluate((tag) => document.querySelector<DepositSlip>(tag)!.slip!.txId!, SLIP);
}

/**
 * Waits until the history shows exactly this deposit, in this state. Returns the time at which its page was
 * loaded.
 */
function listed(page: Page, txId: string, state: string): Promise<number | false> {
  return page.waitFor(
    (wanted, word) => {
      const { deposits, shadowRoot } = document.querySelector<DepositHistory>('deposit-history')!;
      const [state, ...others] = shadowRoot!.querySelectorAll<HTMLElement>('[part="state"]');
      const isListed = deposits[0]?.txId === wanted && state?.innerText === word && others.length === 0;
      return isListed && performance.timeOrigin;
    },
    { args: [txId, state], what: `the history to show ${txId} as ${state}`, timeout: 20_000 },
  );
}

const statusOf = (tag: string) => document.querySelector<DepositSlip>(tag)?.status;

/** Checks out without a browser, and returns the payer's cookies. */
export async function checkOutWithoutScripts(name: PageName | ServerName, url: string): Promise<string> {
  const response = await (name === 'next'
    ? submitForm(url)
    : fetch(`${url}/checkout`, { method: 'POST', headers: { origin: url }, redirect: 'manual' }));
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/pay']);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}

/** Submits the form of a server action as a browser does before hydration. */
async function submitForm(url: string): Promise<Response> {
  const html = await (await fetch(url)).text();
  const [, name] = /<input type="hidden" name="([^"]+)"/.exec(html) ?? [];
  const body = new FormData();
  body.set(name!, '');
  return fetch(url, { method: 'POST', headers: { origin: url }, body, redirect: 'manual' });
}

/** The endpoint passes every rule of the package's own check. */
async function checkEndpoint(url: string, cookie: string): Promise<void> {
  const command = `deposit-slip-check ${url}/deposit --header 'Cookie: ${cookie}'`;
  const report = await shell(command, INTEGRATIONS, ENV);
  assert.deepEqual(
    report.split('\n').filter((line) => /^(?:FAIL|warning) /.test(line)),
    [],
  );
  assert.match(report, / 0 failed, 0 warnings/);
}

/** A payer who has closed the page deposits too much, and the server ships their order. */
async function depositWithoutPage({ url, prints }: Running, cookie: string, control: Control): Promise<void> {
  const response = await fetch(`${url}/deposit?paymentId=90`, { headers: { cookie } });
  const { data } = (await response.json()) as { data: { txId: string } };
  await control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '20.00', txId: data.txId });
  const output = await prints(/^Paid: [\w-]+ 20\.00$/m).catch((error: unknown) => {
    throw new Error('The server did not learn of the deposit.', { cause: error });
  });
  assert.equal(output.match(/^Paid: /gm)?.length, 2, 'the order of the page, and this one, once each');
}

/** What was received for each order, in minor units. */
async function sumsIn(databaseUrl: string): Promise<readonly string[]> {
  const { rows } = await runOn(databaseUrl, 'select received from deposit_slip.payment order by received');
  return (rows as { received: string }[]).map(({ received }) => received);
}
