import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval as every, setTimeout as pause } from 'node:timers/promises';
import { openPglite, openPostgres, seed } from '../../sandbox/inside.js';
import { ownServer } from '../../sandbox/test/postgres.js';
import { startBuilt, type BuiltSandbox } from './built-sandbox.js';
import { fill, fillOrders } from './fill.js';
import type { Engine } from './growth.js';
import { timeOf } from './rates.js';

/** The cost of snapshots of the built sandbox, and how long other clients wait for them. */
export interface SnapshotFigures {
  readonly runs: readonly SnapshotRun[];
}

export interface SnapshotRun {
  readonly engine: Engine;
  readonly flows: number;
  /** The same without a snapshot. */
  readonly idle: Taken;
  readonly take: Taken;
  /** After the changes of the other client. */
  readonly restore: Taken;
  readonly reset: Taken;
  /** All rows. */
  readonly restoreAfterReset: Taken;
}

export interface Taken {
  readonly ms: number;
  /** The longest time that a request of another client took meanwhile. */
  readonly othersWaitMs: number;
  /** How many requests of that client were refused with a 503. */
  readonly refused: number;
}

const RUNS: readonly (readonly [Engine, number])[] = [
  ['PGlite', 1e5],
  ['PostgreSQL', 1e5],
  ['PGlite', 1e6],
  ['PostgreSQL', 1e6],
];

/** The interval at which another client sends requests, without waiting for earlier responses. */
const EVERY_MS = 10;
const IDLE_MS = 2_000;

/** Measures both engines with up to `FLOWS` flows. */
export async function benchSnapshots(): Promise<SnapshotFigures> {
  const most = Number(process.env['FLOWS'] ?? Infinity);
  const runs: SnapshotRun[] = [];
  for (const [engine, flows] of RUNS) if (flows <= most) runs.push(await run(engine, flows));
  return { runs };
}

async function run(engine: Engine, flows: number): Promise<SnapshotRun> {
  const { sandbox, remove } = await startFilled(engine, flows);
  const other = new OtherClient(sandbox);
  const control = (path: string) => () => expectSuccess(sandbox.send({ path, body: {}, token: 'control' }));
  try {
    await other.during(() => pause(IDLE_MS));
    return {
      ...{ engine, flows },
      idle: await other.during(() => pause(IDLE_MS)),
      take: await other.during(control('/sandbox/snapshots/bench')),
      restore: await other.during(control('/sandbox/snapshots/bench/restore')),
      reset: await other.during(control('/sandbox/reset')),
      restoreAfterReset: await other.during(control('/sandbox/snapshots/bench/restore')),
    };
  } finally {
    await sandbox.stop();
    await remove();
  }
}

async function startFilled(engine: Engine, flows: number) {
  if (engine === 'PGlite') {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-snapshots-'));
    await fillAndClose(await openPglite(folder), flows);
    return {
      sandbox: await startBuilt(Infinity, ['--data', folder]),
      remove: async () => rmSync(folder, { recursive: true }),
    };
  }
  const server = await ownServer();
  const url = await server.createDatabase();
  await fillAndClose(await openPostgres(url), flows);
  return {
    sandbox: await startBuilt(Infinity, [], { DATABASE_URL: url }),
    remove: () => server.dropDatabase(url),
  };
}

async function fillAndClose(db: Awaited<ReturnType<typeof openPglite>>, flows: number): Promise<void> {
  await seed(db);
  await fill(db, flows);
  await fillOrders(db, flows);
  await db.close();
}

/** Alternately reads a page of flows and transfers money. */
class OtherClient {
  readonly #sandbox: BuiltSandbox;
  #calls = 0;

  constructor(sandbox: BuiltSandbox) {
    this.#sandbox = sandbox;
  }

  /** How long some work takes, and the longest time that a request sent during it takes. */
  async during(work: () => Promise<unknown>): Promise<Taken> {
    const ended = new AbortController();
    const sent: Promise<Sent>[] = [];
    const sending = this.#sendUntil(ended.signal, sent);
    const ms = await timeOf(work);
    ended.abort();
    await sending;
    const all = await Promise.all(sent);
    const othersWaitMs = Math.max(...all.map((each) => each.ms));
    return { ms, othersWaitMs, refused: all.filter(({ status }) => status === 503).length };
  }

  async #sendUntil(ended: AbortSignal, sent: Promise<Sent>[]): Promise<void> {
    try {
      for await (const _ of every(EVERY_MS, undefined, { signal: ended })) sent.push(this.#send());
    } catch (error) {
      if (!ended.aborted) throw error;
    }
  }

  async #send(): Promise<Sent> {
    const call = this.#calls++;
    const began = performance.now();
    const { status } = await this.#sandbox.send(
      call % 2 === 0
        ? { path: '/v2/merchant/fiat/flows?merchantId=1001&pageSize=1' }
        : { path: '/v2/merchant/transfer', body: { ...TRANSFER, clientId: `other-${call}` } },
    );
    if (status !== 200 && status !== 503) throw new Error(`A request got the status ${status}.`);
    return { status, ms: performance.now() - began };
  }
}

interface Sent {
  readonly status: number;
  readonly ms: number;
}

const TRANSFER = {
  ...{ fromMerchantId: 1001, toMerchantId: 1002 },
  ...{ fiat: 'BRL', paymentId: 90, fiatAmount: '1.00' },
};

async function expectSuccess(answer: ReturnType<BuiltSandbox['send']>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(text);
}
