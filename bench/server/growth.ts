import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, onlyRow, openPglite, openPostgres, seed } from '../../sandbox/inside.js';
import { ownServer } from '../../sandbox/test/postgres.js';
import { fill, fillOrders, MONTH } from './fill.js';
import { childrenOf, ownMemoryOf, parentOf } from './processes.js';
import { spreadOf, timeOf, type Spread } from './rates.js';
import { assertExact, sandboxOn, versionOf, type Send } from './sandbox-app.js';

/** The performance of the sandbox as one merchant's flows, and as many orders, grow. */
export interface GrowthFigures {
  readonly runs: readonly GrowthRun[];
}

export interface GrowthRun {
  readonly engine: Engine;
  readonly version: string;
  readonly flows: number;
  /** How long each request for a page of a list takes, in milliseconds. */
  readonly pages: Readonly<Record<Request, Spread>>;
  readonly verifyOneMore: VerifyFigures;
  readonly verifyFull: VerifyFigures;
  readonly startMs: number;
  readonly diskMib: number;
  /**
   * Resident memory of this process, which includes PGlite, or of the largest process of the PostgreSQL
   * server.
   */
  readonly memoryMib: number;
}

export interface VerifyFigures {
  readonly ms: number;
  /** The longest time that another query took during the verification. */
  readonly othersWaitMs: number;
}

export type Engine = 'PGlite' | 'PostgreSQL';

const FLOWS = '/v2/merchant/fiat/flows?';
const ORDERS = '/v2/orders?orderType=crypto_to_fiat';
/** The path of each measured request. */
const REQUESTS = {
  'ten flows': FLOWS,
  'ten flows of a month and a type': `${FLOWS}${MONTH}&flowType=DEPOSIT`,
  'ten flows in the middle': FLOWS,
  'a thousand flows': `${FLOWS}pageSize=1000`,
  'ten orders': ORDERS,
  'ten orders in the middle': ORDERS,
  'pending fund': '/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN',
};
type Request = keyof typeof REQUESTS;
const CALLS = 15;

const RUNS: readonly (readonly [Engine, number])[] = [
  ['PGlite', 1e3],
  ['PGlite', 1e5],
  ['PostgreSQL', 1e3],
  ['PostgreSQL', 1e5],
  ['PostgreSQL', 1e6],
];

/** Measures both engines with up to `FLOWS` flows. */
export async function benchGrowth(): Promise<GrowthFigures> {
  const most = Number(process.env['FLOWS'] ?? Infinity);
  const runs: GrowthRun[] = [];
  for (const [engine, flows] of RUNS) if (flows <= most) runs.push(await run(engine, flows));
  return { runs };
}

async function run(engine: Engine, flows: number): Promise<GrowthRun> {
  const { db: first, open, remove } = await openNew(engine);
  await seed(first);
  await fill(first, flows);
  await fillOrders(first, flows);
  await assertExact(first);
  await first.script(`select transfer_funds(1001, 1002, 'one more', 'MXN', 100)`);
  const verifyOneMore = await measureVerify(first, false);
  await first.close();
  const starting = performance.now();
  const db = await open();
  const startMs = performance.now() - starting;
  const pages = await measurePages(sandboxOn(db));
  const verifyFull = await measureVerify(db, true);
  const { bytes } = onlyRow(
    await db.query<{ bytes: bigint }>('select pg_database_size(current_database()) as bytes'),
  );
  const version = await versionOf(db);
  const figures = { engine, version, flows, pages, verifyOneMore, verifyFull, startMs };
  const memoryMib = await memoryOf(engine, db);
  await db.close();
  await remove();
  return { ...figures, diskMib: Math.round(Number(bytes) / 2 ** 20), memoryMib };
}

interface Opened {
  readonly db: Db;
  /** Opens the same database again. */
  open(): Promise<Db>;
  remove(): Promise<void>;
}

async function openNew(engine: Engine): Promise<Opened> {
  if (engine === 'PGlite') {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-growth-'));
    const open = () => openPglite(folder);
    return { db: await open(), open, remove: async () => rmSync(folder, { recursive: true }) };
  }
  const server = await ownServer();
  const url = await server.createDatabase();
  const open = () => openPostgres(url, 10);
  return { db: await open(), open, remove: () => server.dropDatabase(url) };
}

async function measurePages(send: Send): Promise<Record<Request, Spread>> {
  const times: [string, Spread][] = [];
  for (const [name, list] of Object.entries(REQUESTS)) {
    const first = await send(list);
    const path = name.endsWith('in the middle') ? middleOf(list, first) : list;
    const calls: number[] = [];
    for (let call = 0; call < CALLS; call++) calls.push(await timeOf(() => send(path)));
    times.push([name, spreadOf(calls)]);
  }
  return Object.fromEntries(times) as Record<Request, Spread>;
}

/** The path of the page in the middle of a list, whose pages have ten records. */
function middleOf(list: string, firstPage: string): string {
  const { data } = JSON.parse(firstPage) as { data: { total: number } };
  return `${list}&currentPage=${Math.ceil(data.total / 20)}`;
}

/** How long a verification takes, and the longest time that a concurrent query takes. */
async function measureVerify(db: Db, full: boolean): Promise<VerifyFigures> {
  const finished = new AbortController();
  let othersWaitMs = 0;
  const others = (async () => {
    while (!finished.signal.aborted) {
      othersWaitMs = Math.max(othersWaitMs, await timeOf(() => db.query('select 1')));
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const ms = await timeOf(() => assertExact(db, full));
  finished.abort();
  await others;
  return { ms, othersWaitMs };
}

async function memoryOf(engine: Engine, db: Db): Promise<number> {
  if (engine === 'PGlite') return Math.round(process.memoryUsage().rss / 2 ** 20);
  const { pid } = onlyRow(await db.query<{ pid: number }>('select pg_backend_pid() as pid'));
  return Math.round(Math.max(...childrenOf(parentOf(pid)).map(ownMemoryOf)));
}
