import type { Load, LoadSample } from './handler.js';
import { startServer } from '../../sandbox/test/postgres.js';
import { startApi, startHandler } from './kit-processes.js';
import { spreadOf, type Spread } from './rates.js';

/** Several copies of the kit on one PostgreSQL. */
export interface CopiesFigures {
  readonly rows: readonly CopiesRow[];
  /**
   * How many grants every copy was asked for at the same moment, and how many requests to the API this
   * caused.
   */
  readonly sharedGrants: number;
  readonly upstreamRequests: number;
}

export interface CopiesRow {
  readonly copies: number;
  readonly requests: 'new' | 'cached';
  /** Slips per second, of all copies together. */
  readonly rate: Spread;
  /** Processor time of the copies per slip, in milliseconds, without that of PostgreSQL and of the API. */
  readonly cpuMs: Spread;
  /** Store calls per slip. */
  readonly storeCalls: number;
}

const COPIES = [1, 2, 4] as const;
const ROUNDS = 5;
/** Concurrent requests to all copies together. A multiple of each number of copies. */
const WIDTH = 20;
const SHARED_GRANTS = 500;

type Copy = Awaited<ReturnType<typeof startHandler>>;

/**
 * Measures 1, 2 and 4 copies in alternating rounds under the same load, then asks all copies for the same
 * grants.
 */
export async function benchCopies(): Promise<CopiesFigures> {
  const [server, api] = await Promise.all([startServer(), startApi()]);
  const options = { kind: 'kit', baseUrl: api.local, databaseUrl: await server.createDatabase() } as const;
  const copies = await Promise.all(Array.from({ length: Math.max(...COPIES) }, () => startHandler(options)));
  try {
    const rows = await measureRows(copies);
    const before = await api.countRequests();
    await runAll(copies, SHARED_GRANTS);
    const upstreamRequests = (await api.countRequests()) - before;
    return { rows, sharedGrants: SHARED_GRANTS, upstreamRequests };
  } finally {
    for (const copy of copies) copy.stop();
    api.stop();
    await server.stop();
  }
}

async function measureRows(copies: readonly Copy[]): Promise<CopiesRow[]> {
  const cases = (['new', 'cached'] as const).flatMap((requests) =>
    COPIES.map((count) => ({ copies: count, requests, rounds: [] as Total[] })),
  );
  for (let round = 0; round <= ROUNDS; round++)
    for (const { copies: count, requests, rounds } of cases) {
      const total = totalOf(await runAll(copies.slice(0, count), requests));
      // The first round is a warm-up.
      if (round > 0) rounds.push(total);
    }
  return cases.map(({ rounds, ...row }) => ({
    ...row,
    rate: spreadOf(rounds.map(({ rate }) => rate)),
    cpuMs: spreadOf(rounds.map(({ cpuMs }) => cpuMs)),
    storeCalls: spreadOf(rounds.map(({ storeCalls }) => storeCalls)).median,
  }));
}

function runAll(copies: readonly Copy[], requests: Load['requests']): Promise<LoadSample[]> {
  return Promise.all(copies.map((copy) => copy.run({ requests, width: WIDTH / copies.length })));
}

interface Total {
  readonly rate: number;
  /** Figures per slip. */
  readonly cpuMs: number;
  readonly storeCalls: number;
}

function totalOf(samples: readonly LoadSample[]): Total {
  const sum = (value: (sample: LoadSample) => number) =>
    samples.reduce((total, sample) => total + value(sample), 0);
  const calls = sum((sample) => sample.calls);
  return {
    rate: sum((sample) => (sample.calls * 1000) / sample.ms),
    cpuMs: sum((sample) => sample.cpuMs) / calls,
    storeCalls: sum((sample) => sample.storeCalls) / calls,
  };
}
