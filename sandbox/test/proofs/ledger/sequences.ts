import fc from 'fast-check';
import type { Db } from '../../../src/db/db.js';
import { applyMigrations } from '../../../src/db/migrate.js';
import { SCHEMA } from '../../../src/db/schema.js';
import { openPglite } from '../../../src/db/pglite.js';
import { listVirtualAccounts, requestDetails } from './commands/accounts.js';
import { sendClaim } from './commands/claims.js';
import type { LedgerCommand } from './commands/command.js';
import { sendCryptoTransfer } from './commands/crypto.js';
import { sendBack, sendDeposit } from './commands/deposits.js';
import { COMMANDS } from './commands/index.js';
import { DAYS } from './commands/inputs.js';
import { createOrder, updateOrder } from './commands/orders.js';
import { sendTransfer } from './commands/transfers.js';
import { compareAll } from './compare.js';
import { Divergence } from './divergence.js';
import { emptyModel, fillDatabase } from './fixtures.js';
import { Harness, type Send, type Tally } from './harness.js';
import type { Model } from './model/model.js';
import { withRollback } from '../../rollback.js';

/** The database from which every sequence starts, and its model. */
export interface InitialState {
  readonly db: Db;
  readonly model: Model;
}

/** A failed sequence: the difference, and the invariants that were violated at that point. */
export class SequenceError extends Error {
  readonly check: string;
  readonly violations: readonly string[];

  constructor(error: unknown, violations: readonly string[]) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    super(`${message}\nViolated invariants: ${violations.join(', ') || 'none'}`, { cause: error });
    this.name = 'SequenceError';
    this.check = error instanceof Divergence ? error.check : 'error';
    this.violations = violations;
  }
}

/** Earlier than all times in commands. */
const OPENED_AT = DAYS[0]! - 1n;

/** Opening balances, in minor units. */
const OPENING_BALANCES = [
  { merchant: 7001n, paymentId: 105, fiat: 'MXN', amount: 100_000n },
  { merchant: 7001n, paymentId: 63, fiat: 'ARS', amount: 50_000n },
  { merchant: 7001n, paymentId: 90, fiat: 'BRL', amount: 2_000n },
  { merchant: 7002n, paymentId: 105, fiat: 'MXN', amount: 7_550n },
] as const;

/**
 * Fills a database, by default one in memory, with merchants, balances and issued deposit details, and
 * creates its model.
 */
export async function createInitialState(database?: Db): Promise<InitialState> {
  const db = database ?? (await openPglite());
  // The seeded data is left out, because it is not in the model.
  await db.exclusive(async (tx) => {
    await tx.script(`drop schema ${SCHEMA} cascade`);
    await applyMigrations(tx);
  });
  await fillDatabase(db);
  const model = emptyModel();
  const harness = new Harness(db, model);
  const own = { alias: undefined, amount: undefined };
  for (const { merchant, paymentId, fiat, amount } of OPENING_BALANCES) {
    await requestDetails(harness, { ...own, merchant, paymentId, fiat });
    const { account } = model.issued.at(-1)!;
    await sendDeposit(harness, { merchant, fiat, amount, account }, { format: 'text', day: OPENED_AT });
  }
  await requestDetails(harness, { ...own, merchant: 7001n, paymentId: 81, fiat: 'USD' });
  for (const [merchant, paymentId] of [[7001n, 105] as const, [7001n, 92] as const, [7002n, 105] as const])
    await listVirtualAccounts(harness, { merchant, paymentId, pageSize: 50 });
  await makePayments(harness);
  await compareAll(harness);
  return { db, model };
}

/**
 * Makes payments that commands can repeat, reject, move and refund. All payments are on one account, because
 * an account with an entry dated by the clock rejects the earlier times in commands.
 */
async function makePayments(harness: Harness): Promise<void> {
  const [merchant, fiat] = [7001n, 'ARS'];
  await sendClaim(harness, { merchant, fiat, clientId: 'z', method: 502n, amount: 1_000n }, 'text');
  const { account } = harness.model.issued.find((each) => each.merchant === merchant && each.fiat === fiat)!;
  await sendDeposit(harness, { merchant, fiat, amount: 500n, account }, { format: 'text', day: undefined });
  for (const share of [40n, undefined])
    await sendBack(harness, harness.model.deposits.at(-1)!, { share, format: 'text', day: undefined });
  const ends = { from: merchant, to: 7002n, clientId: 'z' };
  await sendTransfer(harness, { ...ends, fiat, amount: 1_000n }, 'text');
  await sendCryptoTransfer(harness, { ...ends, token: 'USDT', units: 1_000_000n }, undefined);
  for (const [index, statuses] of [[], [50], [60]].entries()) {
    const side = { fiat, paymentId: 63, amount: 1_500n, fee: 50n };
    const terms = { crypto: 'USDT', cryptoAmount: '1', price: '15' };
    const request = { ...terms, kind: 'fiat_to_crypto', merchant, sides: [side] } as const;
    await createOrder(harness, { ...request, clientId: `z${index}` }, 'text');
    for (const orderStatus of statuses)
      await updateOrder(harness, harness.model.orders.at(-1)!, { orderStatus });
  }
}

const MAX_COMMANDS = 60;
/** Number of sequences between two vacuums: rolled-back rows slow every scan down until they are vacuumed. */
const VACUUM_EVERY = 200;

type Run = (commands: Iterable<LedgerCommand>) => Promise<void>;

/** The same run, with a vacuum now and then. The database must not be in a transaction. */
export function withVacuum(db: Db, run: Run): Run {
  let runs = 0;
  return async (commands) => {
    runs += 1;
    if (runs % VACUUM_EVERY === 0) await db.script('vacuum');
    await run(commands);
  };
}

/**
 * A property over random sequences of commands. `replayPath` is the value that fast-check printed for a
 * failed sequence.
 */
export function anySequence(
  run: Run,
  replayPath?: string,
  commands = COMMANDS,
): fc.IAsyncProperty<[Iterable<LedgerCommand>]> {
  const constraints = { maxCommands: MAX_COMMANDS, size: 'max', ...(replayPath && { replayPath }) } as const;
  return fc.asyncProperty(fc.commands([...commands], constraints), run);
}

/**
 * Runs a sequence from the initial state and rolls it back.
 * @throws {SequenceError} The sandbox and the model differ, during the sequence or after it.
 */
export function runSequence(
  { db, model }: InitialState,
  commands: Iterable<LedgerCommand>,
  tally: Tally,
  between?: (send: Send) => Send,
): Promise<void> {
  return withRollback(db, async (inner) => {
    const harness = new Harness(inner, structuredClone(model), tally, between);
    try {
      await fc.asyncModelRun(() => ({ model: harness.model, real: harness }), commands);
      await compareAll(harness);
    } catch (error) {
      throw new SequenceError(error, await harness.violations());
    }
  });
}
