import fc from 'fast-check';
import { applyMigrations, dropSchema } from '../../../src/db/migrate.js';
import { openPglite } from '../../../src/db/pglite.js';
import type { Db } from '../../../src/db/db.js';
import { Bench, type Tally } from './bench.js';
import { fillDatabase, emptyModel } from './fixtures.js';
import { details, listVirtualAccounts } from './commands/accounts.js';
import { askClaim } from './commands/claims.js';
import type { Step } from './commands/command.js';
import { DAYS } from './commands/inputs.js';
import { deposit } from './commands/deposits.js';
import { STEP } from './commands/index.js';
import { sendCrypto } from './commands/crypto.js';
import { change, order } from './commands/orders.js';
import { askTransfer } from './commands/transfers.js';
import { compareAll } from './compare.js';
import { Divergence } from './divergence.js';
import type { Model } from './model/model.js';
import { rolledBack } from './rollback.js';

/** A database every sequence starts from, and the model of it. */
export interface Start {
  readonly db: Db;
  readonly model: Model;
}

/** A sequence went wrong: what differed, and which invariants were broken then. */
export class SequenceFailed extends Error {
  readonly check: string;
  readonly broken: readonly string[];

  constructor(error: unknown, broken: readonly string[]) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    super(`${message}\nInvariants that are broken: ${broken.join(', ') || 'none'}`, { cause: error });
    this.name = 'SequenceFailed';
    this.check = error instanceof Divergence ? error.check : 'error';
    this.broken = broken;
  }
}

/** Before any time a command gives. */
const OPENED_AT = DAYS[0]! - 1n;

/** What is in the accounts at first, in minor units. */
const OPENINGS = [
  { merchant: 7001n, paymentId: 105, fiat: 'MXN', amount: 100_000n },
  { merchant: 7001n, paymentId: 63, fiat: 'ARS', amount: 50_000n },
  { merchant: 7001n, paymentId: 90, fiat: 'BRL', amount: 2_000n },
  { merchant: 7002n, paymentId: 105, fiat: 'MXN', amount: 7_550n },
] as const;

/** A database in memory with merchants, some balances and details that were given out, and the model that says the same. */
export async function openStart(): Promise<Start> {
  const db = await openPglite();
  // The model knows nothing of what is seeded.
  await db.exclusive(async (tx) => {
    await dropSchema(tx);
    await applyMigrations(tx);
  });
  await fillDatabase(db);
  const model = emptyModel();
  const bench = new Bench(db, model);
  for (const { merchant, paymentId, fiat, amount } of OPENINGS) {
    await details(bench, { merchant, paymentId, fiat, alias: undefined, amount: undefined });
    const { account } = model.issued.at(-1)!;
    await deposit(bench, { merchant, fiat, amount, account }, { writing: 'text', day: OPENED_AT });
  }
  await details(bench, { merchant: 7001n, paymentId: 81, fiat: 'USD', alias: undefined, amount: undefined });
  for (const [merchant, paymentId] of [[7001n, 105] as const, [7001n, 92] as const, [7002n, 105] as const])
    await listVirtualAccounts(bench, { merchant, paymentId, pageSize: 50 });
  await makePayments(bench);
  await compareAll(bench);
  return { db, model };
}

/** Something to repeat, reject, move and refund, all of one account: what the clock booked lets no earlier time in. */
async function makePayments(bench: Bench): Promise<void> {
  const holder = { merchant: 7001n, fiat: 'ARS' };
  await askClaim(bench, { ...holder, clientId: 'z', method: 502n, amount: 1_000n }, 'text');
  const ends = { from: 7001n, to: 7002n, clientId: 'z' };
  await askTransfer(bench, { ...ends, fiat: holder.fiat, amount: 1_000n }, 'text');
  await sendCrypto(bench, { ...ends, token: 'USDT', units: 1_000_000n }, undefined);
  for (const [at, statuses] of [[], [50], [60]].entries()) {
    const side = { fiat: holder.fiat, paymentId: 63, amount: 1_500n, fee: 50n };
    const terms = { crypto: 'USDT', cryptoAmount: '1', price: '15' };
    const ask = { ...terms, kind: 'fiat_to_crypto', merchant: holder.merchant, sides: [side] } as const;
    await order(bench, { ...ask, clientId: `z${at}` }, 'text');
    for (const orderStatus of statuses) await change(bench, bench.model.orders.at(-1)!, { orderStatus });
  }
}

const MOST_COMMANDS = 60;
/** In sequences: rows that were rolled back stay in their tables until a vacuum, and slow every look at them. */
const VACUUM_EVERY = 200;

type Run = (steps: Iterable<Step>) => Promise<void>;

/** The same run, with a vacuum now and then; for a database that is in no transaction. */
export function withVacuum(db: Db, run: Run): Run {
  let runs = 0;
  return async (steps) => {
    runs += 1;
    if (runs % VACUUM_EVERY === 0) await db.script('vacuum');
    await run(steps);
  };
}

/** Any sequence of commands, to be run. `replayPath`: what fast-check printed of a sequence that failed. */
export function anySequence(run: Run, replayPath?: string): fc.IAsyncProperty<[Iterable<Step>]> {
  const constraints = { maxCommands: MOST_COMMANDS, size: 'max', ...(replayPath && { replayPath }) } as const;
  return fc.asyncProperty(fc.commands([...STEP], constraints), run);
}

/**
 * Runs a sequence from the start and takes back all it did.
 * @throws {SequenceFailed} The sandbox and the model differ, then or in the end.
 */
export function runSequence({ db, model }: Start, steps: Iterable<Step>, tally: Tally): Promise<void> {
  return rolledBack(db, async (inner) => {
    const bench = new Bench(inner, structuredClone(model), tally);
    try {
      await fc.asyncModelRun(() => ({ model: bench.model, real: bench }), steps);
      await compareAll(bench);
    } catch (error) {
      throw new SequenceFailed(error, await bench.broken());
    }
  });
}
