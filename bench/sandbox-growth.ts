/**
 * Measures the sandbox as one merchant's flows and orders grow: `npm run bench:growth -- [engine flows…]`, by default both engines at
 * 1e3 and 1e5 flows and PostgreSQL at 1e6, which takes some ten minutes. A time is the median of fifteen calls, then the
 * shortest one.
 *
 * Targets: a page of flows or orders with any filter within 5 ms at 1e6 flows on PostgreSQL, and within 20 ms at 1e5 on PGlite; a
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
/** A month in the middle, as parameters of a list. */
const MONTH = `startTime=${START + 100 * DAY}&endTime=${START + 130 * DAY}`;
/** Flows that a round of four operations books on merchant 1001. */
const FLOWS_PER_ROUND = 6;
const ROUNDS_PER_TRANSACTION = 100;

/**
 * Books deposits, transfers both ways and claims of merchant 1001, evenly over a year and over six currencies, as the
 * functions of the ledger do (`credit_deposit`, `transfer_funds`, `claim_funds`, `post`), but many in one transaction.
 * `verify` must find no violation afterwards.
 */
async function fill(db: Db, flows: number): Promise<void> {
  const rounds = Math.ceil(flows / FLOWS_PER_ROUND);
  for (let first = 0; first < rounds; first += ROUNDS_PER_TRANSACTION) {
    const last = Math.min(first + ROUNDS_PER_TRANSACTION, rounds) - 1;
    await db.script(`begin; ${bookRounds(first, last, rounds)}; commit`);
  }
}

const bookRounds = (first: number, last: number, rounds: number) => `
  create temp table op on commit drop as
    select n, kind, (array['MXN', 'ARS', 'COP', 'BRL', 'USD', 'EUR'])[case kind when 'claim' then n % 2 else n % 6 end + 1] as fiat,
      ${START} + n::bigint * ${SPAN} / ${rounds} as at, nextval('tx_id') as tx, nextval('tx_id') as to_tx,
      nextval('posting_id') as posting, row_number() over (order by n, place) as place
    from generate_series(${first}, ${last}) n
    cross join unnest(array['deposit', 'out', 'in', 'claim']) with ordinality k (kind, place);
  insert into transfer (from_id, to_id, sender, recipient, client_id, currency, amount, fee)
    select tx, to_tx, case kind when 'out' then 1001 else 1002 end, case kind when 'out' then 1002 else 1001 end,
      kind || '-' || n, fiat, 1000, 5 from op where kind in ('out', 'in') order by place;
  insert into withdrawal (tx_id, merchant, client_id, currency, amount, fee, payment_method)
    select tx, 1001, 'claim-' || n, fiat, 300, 200, 501 + n % 2 from op where kind = 'claim' order by place;
  create temp table part on commit drop as
    select op.*, a.id as account, a.merchant is not null as is_main, l.*
    from op cross join lateral (values
      ('deposit', 1, 1001, 'main', 5000, 'TRANSFER', 'DEPOSIT', tx), ('deposit', 2, null, 'bank', -5000, 'TRANSFER', 'DEPOSIT', tx),
      ('out', 1, 1001, 'main', -1000, 'TRANSFER', 'TRANSFER_OUT', tx), ('out', 2, 1002, 'main', 1000, 'TRANSFER', 'TRANSFER_IN', to_tx),
      ('out', 3, 1001, 'main', -5, 'FEE', 'TRANSFER_OUT', tx), ('out', 4, null, 'fees', 5, 'FEE', 'TRANSFER_OUT', tx),
      ('in', 1, 1002, 'main', -1000, 'TRANSFER', 'TRANSFER_OUT', tx), ('in', 2, 1001, 'main', 1000, 'TRANSFER', 'TRANSFER_IN', to_tx),
      ('in', 3, 1002, 'main', -5, 'FEE', 'TRANSFER_OUT', tx), ('in', 4, null, 'fees', 5, 'FEE', 'TRANSFER_OUT', tx),
      ('claim', 1, 1001, 'main', -300, 'TRANSFER', 'WITHDRAW', tx), ('claim', 2, null, 'bank', 300, 'TRANSFER', 'WITHDRAW', tx),
      ('claim', 3, 1001, 'main', -200, 'FEE', 'WITHDRAW', tx), ('claim', 4, null, 'fees', 200, 'FEE', 'WITHDRAW', tx))
      l (of_kind, leg, of_merchant, of_role, changed, category, flow_type, leg_tx)
    join account a on a.merchant is not distinct from of_merchant and a.currency = fiat and a.role = of_role
    where of_kind = kind;
  insert into entry (posting, account, seq, type_seq, changed, total, category, flow_type, tx_id, ext_id, at)
    select p.posting, p.account, case when is_main then a.seq + row_number() over w end,
      case when is_main then t.type_seq + row_number() over (partition by p.account, p.flow_type order by place, leg) end,
      changed, case when is_main then a.balance + sum(changed) over w end, category, p.flow_type, leg_tx, kind || '-' || n, at
    from part p join account a on a.id = p.account
    join (select account, flow_type, last_type_seq(account, flow_type) as type_seq from part 
      group by account, flow_type) t on t.account = p.account and t.flow_type = p.flow_type
    window w as (partition by p.account order by place, leg) order by place, leg;
  update account a set balance = balance + s.changed, seq = seq + s.parts, last_at = s.at
    from (select account, sum(changed) as changed, count(*) as parts, max(at) as at from part where is_main group by account) s
    where a.id = s.account;
  insert into deposit (currency, amount, stated, merchant, sender_name, tx_id, entry, at)
    select fiat, 5000, '50.00', 1001, 'Payer ' || n, tx, e.id, op.at from op
    join entry e on e.tx_id = tx and e.seq is not null where kind = 'deposit' order by place`;

/** Sales of crypto, which move no money here, as many as flows, over the same year. One status is rare. */
async function fillOrders(db: Db, orders: number): Promise<void> {
  const each = 10_000;
  for (let first = 0; first < orders; first += each)
    await db.query(`insert into orders (kind, client_id, merchant, price, status, currency, payment_id, amount, fee, crypto,
        crypto_amount, at, completed_at)
      select 'crypto_to_fiat', 'order-' || n, 1001, '17.25', status, 'MXN', 105, 1000, 5, 'USDT', '0.58', at,
        case when status >= 60 then at end
      from generate_series(${first}, ${Math.min(first + each, orders) - 1}) n
      cross join lateral (select ${START} + n::bigint * ${SPAN} / ${orders} as at,
        case when n % 10007 = 7 then 31 else (array[10, 40, 60, 70])[n % 4 + 1] end as status) o`);
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

/** The median time of a call and, because other load on the machine makes calls slower only, the shortest one. */
async function time(call: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  await call();
  for (let n = 0; n < CALLS; n++) times.push(await timeOnce(call));
  return `${inMs(median(times))} (${inMs(Math.min(...times))})`;
}

async function timeOnce(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
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
  return {
    'no filter': '',
    fiat: 'fiat=MXN',
    'a rare fiat': 'fiat=PEN',
    flowType: 'flowType=TRANSFER_OUT',
    'a rare flowType': 'flowType=BUY_CRYPTO',
    'fiat and flowType': 'fiat=MXN&flowType=WITHDRAW',
    txId: `txId=${txId}`,
    month: MONTH,
    'month and fiat': `${MONTH}&fiat=MXN`,
    'month and flowType': `${MONTH}&flowType=DEPOSIT`,
    'all filters': `${MONTH}&fiat=MXN&flowType=DEPOSIT&txId=${txId}`,
  };
}

async function measurePages(db: Db): Promise<Record<string, string>> {
  const request = appOn(db);
  const row: Record<string, string> = {};
  for (const [name, query] of Object.entries(await filters(db))) {
    const path = `/v2/merchant/fiat/flows?${query}`;
    row[`flows, ${name}`] = await time(() => request(path));
    const { data } = (await request(path)) as { data: { total: number } };
    const last = Math.ceil(data.total / 10);
    if (last < 100) continue;
    const deep = `${path}&currentPage=${Math.ceil(last / 2)}`;
    row[`flows, ${name}, page in the middle`] = await time(() => request(deep));
  }
  row['flows, 1000 a page'] = await time(() => request('/v2/merchant/fiat/flows?pageSize=1000'));
  Object.assign(row, await measureOrders(request));
  const details = '/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN';
  row['pending fund'] = await time(() => request(details));
  for (const list of CONTROL_LISTS)
    row[`control API, ${list}`] = await time(() => request(`/sandbox/${list}`));
  return row;
}

const CONTROL_LISTS = [
  'deposits',
  'flows?merchantId=1001',
  'flows?fiat=PEN',
  'postings',
  'claims?merchantId=1001',
  'orders',
];

/** Query strings of operation 5, by what they filter. */
const ORDER_FILTERS = {
  'no filter': '',
  orderStatus: '&orderStatus=60',
  'a rare orderStatus': '&orderStatus=31',
  month: `&${MONTH}`,
  'month and orderStatus': `&${MONTH}&orderStatus=70`,
};

async function measureOrders(request: (path: string) => Promise<unknown>): Promise<Record<string, string>> {
  const row: Record<string, string> = {};
  for (const [name, query] of Object.entries(ORDER_FILTERS)) {
    const path = `/v2/orders?orderType=crypto_to_fiat${query}`;
    row[`orders, ${name}`] = await time(() => request(path));
    const { data } = (await request(path)) as { data: { total: number } };
    const middle = Math.ceil(data.total / 20);
    if (middle < 50) continue;
    row[`orders, ${name}, page in the middle`] = await time(() => request(`${path}&currentPage=${middle}`));
  }
  return row;
}

/** How long a verification takes, and the longest that another request waits meanwhile. */
async function measureVerify(db: Db, full: boolean): Promise<string> {
  const finished = new AbortController();
  let longest = 0;
  const waiting = (async () => {
    while (!finished.signal.aborted) {
      longest = Math.max(longest, await timeOnce(() => db.query('select 1')));
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const began = performance.now();
  const { ok, invariants } = await verify(db, { full });
  const taken = performance.now() - began;
  finished.abort();
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
  await fillOrders(first, flows);
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
