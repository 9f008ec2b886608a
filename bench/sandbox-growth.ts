/**
 * Measures the sandbox as one merchant's flows grow: `node --conditions=@deposit-slip/source --import tsx
 * bench/sandbox-growth.ts [engine] [flows] …`, by default both engines at 1e3 and 1e5 flows and PostgreSQL at 1e6, which
 * takes some ten minutes.
 *
 * Targets: a page of flows with any filter within 5 ms at 1e6 flows on PostgreSQL, and within 20 ms at 1e5 on PGlite; a
 * deep page, and a total in a window of time, within 50 ms; no statement of `verify` holds up the requests of PGlite.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../sandbox/src/app.js';
import { channelsOf } from '../sandbox/src/channels.js';
import { onlyRow, type Db } from '../sandbox/src/db/db.js';
import { openPglite } from '../sandbox/src/db/pglite.js';
import { openPostgres } from '../sandbox/src/db/postgres.js';
import { flowsQuery, type FlowFilter } from '../sandbox/src/ledger/flows.js';
import { pageStatement } from '../sandbox/src/ledger/page.js';
import { verify } from '../sandbox/src/ledger/verify.js';
import { seed } from '../sandbox/src/seed.js';
import { ownServer } from '../sandbox/test/postgres.js';
import { median } from './rates.js';

const ENGINES = ['pglite', 'postgres'] as const;
type Engine = (typeof ENGINES)[number];

const DAY = 86_400_000;
const START = Date.UTC(2025, 5, 1);
const SPAN = 365 * DAY;
/** Flows that a round of four operations books on merchant 1001. */
const FLOWS_PER_ROUND = 6;
const ROUNDS_PER_TRANSACTION = 50;

/**
 * Books deposits, transfers both ways and claims of merchant 1001, evenly over a year and over six currencies, with the
 * functions that serve requests. Meanwhile the clock of the ledger is that of the operation.
 */
export async function fill(db: Db, flows: number): Promise<void> {
  const clock = "select pg_get_functiondef('clock_ms'::regproc) as source";
  const { source } = onlyRow(await db.query<{ source: string }>(clock));
  await db.script(`create or replace function clock_ms() returns bigint language sql volatile as
    $$ select current_setting('bench.clock')::bigint $$`);
  const rounds = Math.ceil(flows / FLOWS_PER_ROUND);
  for (let first = 0; first < rounds; first += ROUNDS_PER_TRANSACTION)
    await db.script(`do $$
      declare
        fiat text; method bigint;
      begin
        for n in ${first}..${Math.min(first + ROUNDS_PER_TRANSACTION, rounds) - 1} loop
          perform set_config('bench.clock', (${START} + n::bigint * ${SPAN} / ${rounds})::text, true);
          fiat := (array['MXN', 'ARS', 'COP', 'BRL', 'USD', 'EUR'])[n % 6 + 1];
          perform credit_deposit(1001, fiat, 5000, '50.00', null, null, null, null, 'Payer ' || n, null);
          perform transfer_funds(1001, 1002, 'out-' || n, fiat, 1000);
          perform transfer_funds(1002, 1001, 'in-' || n, fiat, 900);
          fiat := (array['MXN', 'ARS'])[n % 2 + 1];
          perform claim_funds(1001, 'claim-' || n, fiat, 300, 501 + n % 2);
        end loop;
      end $$`);
  await db.script(source);
}

interface Opened {
  readonly db: Db;
  /** Opens the same database again. */
  open(): Promise<Db>;
  close(): Promise<void>;
}

async function openNew(engine: Engine): Promise<Opened> {
  if (engine === 'pglite') {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-growth-'));
    const open = () => openPglite(folder);
    return { db: await open(), open, close: async () => rmSync(folder, { recursive: true }) };
  }
  const server = await ownServer();
  const url = await server.createDatabase();
  const open = () => openPostgres(url, 10);
  return { db: await open(), open, close: () => server.dropDatabase(url) };
}

/** Sends requests to a sandbox on this database, without a network. */
function appOn(db: Db) {
  const app = createApp({
    db,
    seed: 1,
    tokens: new Map([['t', [1001n]]]),
    controlToken: 'c',
    channels: channelsOf({}),
    baseUrl: () => 'http://127.0.0.1',
    later: () => undefined,
  });
  return async (path: string): Promise<unknown> => {
    const headers = { 'x-bh-token': 't', authorization: 'Bearer c' };
    const response = await app.fetch(new Request(`http://127.0.0.1${path}`, { headers }));
    const text = await response.text();
    if (response.status !== 200) throw new Error(text);
    return JSON.parse(text);
  };
}

const CALLS = 15;

/** The median time of a call, in milliseconds. */
async function time(call: () => Promise<unknown>, calls = CALLS): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < calls + 2; n++) {
    const began = performance.now();
    await call();
    if (n >= 2 || calls === 1) times.push(performance.now() - began);
    if (calls === 1) break;
  }
  return median(times);
}

const inMs = (milliseconds: number) =>
  `${milliseconds < 100 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;

/** Query strings of operation 7, by what they filter. */
async function filters(db: Db): Promise<Readonly<Record<string, string>>> {
  const { txId } = onlyRow(
    await db.query<{ txId: bigint }>(
      'select from_id as "txId" from transfer order by from_id offset 40 limit 1',
    ),
  );
  const month = `startTime=${START + 100 * DAY}&endTime=${START + 130 * DAY}`;
  return {
    'no filter': '',
    fiat: 'fiat=MXN',
    'a rare fiat': 'fiat=PEN',
    flowType: 'flowType=TRANSFER_OUT',
    'a rare flowType': 'flowType=BUY_CRYPTO',
    'fiat and flowType': 'fiat=MXN&flowType=WITHDRAW',
    txId: `txId=${txId}`,
    month,
    'month and fiat': `${month}&fiat=MXN`,
    'month and flowType': `${month}&flowType=DEPOSIT`,
    'all filters': `${month}&fiat=MXN&flowType=DEPOSIT&txId=${txId}`,
  };
}

async function measurePages(db: Db): Promise<Record<string, string>> {
  const request = appOn(db);
  const row: Record<string, string> = {};
  for (const [name, query] of Object.entries(await filters(db))) {
    const path = `/v2/merchant/fiat/flows?${query}`;
    row[`flows, ${name}`] = inMs(await time(() => request(path)));
    const { data } = (await request(path)) as { data: { total: number } };
    const last = Math.ceil(data.total / 10);
    if (last < 100) continue;
    const deep = `${path}&currentPage=${Math.ceil(last / 2)}`;
    row[`flows, ${name}, page in the middle`] = inMs(await time(() => request(deep)));
  }
  row['flows, 1000 a page'] = inMs(await time(() => request('/v2/merchant/fiat/flows?pageSize=1000')));
  const details = '/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN';
  row['pending fund'] = inMs(await time(() => request(details)));
  row['deposits of the control API'] = inMs(await time(() => request('/sandbox/deposits')));
  return row;
}

/** How long a verification takes, and the longest that another request waits meanwhile. */
async function measureVerify(db: Db, full: boolean): Promise<string> {
  let isDone = false;
  let longest = 0;
  const waiting = (async () => {
    while (!isDone) {
      longest = Math.max(longest, await time(() => db.query('select 1'), 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const began = performance.now();
  const { ok, invariants } = await verify(db, { full });
  const taken = performance.now() - began;
  isDone = true;
  await waiting;
  if (!ok) throw new Error(JSON.stringify(invariants));
  return `${inMs(taken)} (others wait ${inMs(longest)})`;
}

const mib = (bytes: number | bigint) => `${Math.round(Number(bytes) / 2 ** 20)} MiB`;

/** Resident memory of this process, which includes PGlite, or of the server's largest process. */
function memory(engine: Engine): string {
  if (engine === 'pglite') return mib(process.memoryUsage().rss);
  const rss = readdirSync('/proc')
    .filter((pid) => /^[0-9]+$/.test(pid))
    .map((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        return status.startsWith('Name:\tpostgres') ? Number(/VmRSS:\s+([0-9]+)/.exec(status)?.[1] ?? 0) : 0;
      } catch {
        return 0;
      }
    });
  return mib(Math.max(...rss) * 1024);
}

async function measure(engine: Engine, flows: number): Promise<Record<string, string>> {
  const { db: first, open, close } = await openNew(engine);
  await seed(first);
  const began = performance.now();
  await fill(first, flows);
  const filled = performance.now() - began;
  const verifyNew = await measureVerify(first, false);
  await first.script(`select transfer_funds(1001, 1002, 'one more', 'MXN', 100)`);
  const verifyOne = await measureVerify(first, false);
  await first.close();
  const starting = performance.now();
  const db = await open();
  const start = performance.now() - starting;
  const pages = await measurePages(db);
  const verifyFull = await measureVerify(db, true);
  const { bytes } = onlyRow(
    await db.query<{ bytes: bigint }>('select pg_database_size(current_database()) as bytes'),
  );
  const row = {
    ...pages,
    'verify, one transfer more': verifyOne,
    'verify --full': verifyFull,
    'verify, all of it new': verifyNew,
    start: inMs(start),
    disk: mib(bytes),
    memory: memory(engine),
    'filled in': inMs(filled),
  };
  if (process.env['PLANS']) await printPlans(db);
  await db.close();
  await close();
  return row;
}

/** The plans of the five hottest statements. */
async function printPlans(db: Db): Promise<void> {
  const flows: Record<string, [FlowFilter, number]> = {
    'flows, no filter': [{ merchants: [1001n] }, 1],
    'flows of a currency and type': [{ merchants: [1001n], fiat: 'MXN', flowType: 'WITHDRAW' }, 1],
    'flows, deep page': [{ merchants: [1001n] }, 5000],
    'flows of a txId': [{ merchants: [1001n], txId: 100_100n }, 1],
  };
  for (const [name, [filter, current]] of Object.entries(flows)) {
    const { sql, params } = pageStatement(flowsQuery(filter), { current, size: 10 });
    await printPlan(db, name, sql, params);
  }
  const account = `(select id from account where merchant = 1001 and currency = 'MXN')`;
  await printPlan(db, "next number of an account's type", `select last_type_seq(${account}, 'DEPOSIT')`, []);
}

async function printPlan(
  db: Db,
  name: string,
  sql: string,
  params: Parameters<Db['query']>[1],
): Promise<void> {
  const rows = await db.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off, buffers) ${sql}`,
    params,
  );
  console.log(`\n${name}\n${rows.map((line) => `  ${line['QUERY PLAN']}`).join('\n')}`);
}

if (process.argv[1]?.endsWith('sandbox-growth.ts')) await main();
async function main() {
  const [engine, ...sizes] = process.argv.slice(2);
  const runs: readonly (readonly [Engine, number])[] =
    engine === undefined
      ? [
          ...[1e3, 1e5].map((size) => ['pglite', size] as const),
          ...[1e3, 1e5, 1e6].map((size) => ['postgres', size] as const),
        ]
      : sizes.map((size) => [engine as Engine, Number(size)] as const);
  const columns: Record<string, Record<string, string>> = {};
  for (const [each, size] of runs) {
    const column = `${each} ${size.toExponential(0).replace('+', '')}`;
    for (const [name, value] of Object.entries(await measure(each, size)))
      (columns[name] ??= {})[column] = value;
  }
  console.table(columns);
  process.exit(0);
}
