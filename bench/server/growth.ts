import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, onlyRow, openPglite, openPostgres, seed } from '../../sandbox/inside.js';
import { ownServer } from '../../sandbox/test/postgres.js';
import { fill, fillOrders } from './fill.js';
import { measureLists, type ListFigures } from './lists.js';
import { printPlans } from './plans.js';
import { childrenOf, ownMemoryOf, parentOf } from './processes.js';
import { timeOf } from './rates.js';
import { assertExact, sandboxOn, versionOf } from './sandbox-app.js';

/** The performance of the sandbox as one merchant's flows, and as many orders, grow. */
export interface GrowthFigures {
  readonly runs: readonly GrowthRun[];
}

export interface GrowthRun {
  readonly engine: Engine;
  readonly version: string;
  readonly flows: number;
  readonly lists: ListFigures;
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

const RUNS: readonly (readonly [Engine, number])[] = [
  ['PGlite', 1e3],
  ['PGlite', 1e5],
  ['PostgreSQL', 1e3],
  ['PostgreSQL', 1e5],
  ['PostgreSQL', 1e6],
];

/**
 * Measures both engines with up to `FLOWS` flows. With `PLANS`, also prints the plans of the hottest
 * statements.
 */
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
  const lists = await measureLists(db, sandboxOn(db));
  const verifyFull = await measureVerify(db, true);
  const { bytes } = onlyRow(
    await db.query<{ bytes: bigint }>('select pg_database_size(current_database()) as bytes'),
  );
  const version = await versionOf(db);
  const figures = { engine, version, flows, lists, verifyOneMore, verifyFull, startMs };
  const memoryMib = await memoryOf(engine, db);
  if (process.env['PLANS']) await printPlans(db);
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
