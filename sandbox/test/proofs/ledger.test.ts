/**
 * The ledger behaves as its model in any sequence of requests, and no invariant is violated; ledgers with a
 * defect are caught (SECURITY.md P22).
 *
 * A failure is printed with its seed, its path and the `replayPath` of its commands. To run it alone again:
 * `SEED=<seed> REPLAY='<path> <replayPath>' node … --test sandbox/test/proofs/ledger.test.ts`
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { cases, sampleOf } from '../../../test/proofs/scale.js';
import { verify } from '../../src/ledger/verify.js';
import { COMMAND_KINDS } from './ledger/commands/index.js';
import type { Tally } from './ledger/harness.js';
import { applyMutant, MUTANTS, type Mutant } from './ledger/mutants.js';
import { withRollback } from '../rollback.js';
import {
  anySequence,
  createInitialState,
  runSequence,
  SequenceError,
  withVacuum,
  type InitialState,
} from './ledger/sequences.js';

const [path, replayPath] = (process.env['REPLAY'] ?? '').split(' ');
const SEQUENCES = cases(25, 5_000, 'random sequences of requests on PGlite');
/** A mutant must be caught within this number of sequences. */
const MUTANT_SEQUENCES = 60;
const MUTANT_RUN = { numRuns: MUTANT_SEQUENCES, seed: 7, endOnFailure: true };

let initial: InitialState;
before(async () => {
  initial = await createInitialState();
});
after(() => initial.db.close());

function formatTally(tally: Tally): string {
  const lines = [...tally].map(([name, { runs, rejected }]) => `${name}: ${runs}, ${rejected} rejected`);
  return lines.sort().join('; ');
}

describe('the ledger', () => {
  it('behaves as its model in any sequence of requests and violates no invariant', async (test) => {
    const tally: Tally = new Map();
    const run = withVacuum(initial.db, (commands) => runSequence(initial, commands, tally));
    const property = anySequence(run, replayPath);
    await fc.assert(property, { numRuns: SEQUENCES, ...(path && { path, endOnFailure: true }) });
    if (path) return;
    const total = [...tally.values()].reduce((sum, { runs }) => sum + runs, 0);
    test.diagnostic(
      `${SEQUENCES} sequences, ${total} commands of ${tally.size} kinds: ${formatTally(tally)}`,
    );
    assert.equal(tally.size, COMMAND_KINDS.length, 'every kind of command ran');
  });
});

/** The checks that catch a mutant: the violated invariants and the failed comparisons with the model. */
async function checksThatCatch(mutant: Mutant): Promise<readonly string[]> {
  const caughtBy = new Set<string>();
  await withRollback(initial.db, async (db) => {
    await applyMutant(db, mutant);
    const property = anySequence(async (commands) => {
      const error = await runSequence({ ...initial, db }, commands, new Map()).catch((e: unknown) => e);
      if (error === undefined) return;
      if (!(error instanceof SequenceError)) throw error;
      for (const check of [error.check, ...error.violations]) caughtBy.add(check);
      // A failure ends the run, so throw only when every expected check has failed.
      if (mutant.caughtBy.every((check) => caughtBy.has(check))) throw error;
    });
    const { errorInstance: error } = await fc.check(property, MUTANT_RUN);
    if (error && !(error instanceof SequenceError)) throw error;
  });
  return [...caughtBy].sort();
}

describe('a ledger with a defect is caught:', { skip: path !== '' }, () => {
  for (const mutant of sampleOf(MUTANTS, 4))
    it(`${mutant.name}, by ${mutant.caughtBy.join(' and ')}`, async (test) => {
      // Some mutants make the sandbox fail, which it logs.
      test.mock.method(console, 'error', () => undefined);
      const caughtBy = await checksThatCatch(mutant);
      const missed = mutant.caughtBy.filter((check) => !caughtBy.includes(check));
      const actual = caughtBy.join(', ') || 'nothing';
      assert.deepEqual(missed, [], `caught in ${MUTANT_SEQUENCES} sequences by ${actual}`);
    });

  it('every invariant is violated by at least one of them', async () => {
    const { invariants } = await verify(initial.db);
    const violated = new Set(MUTANTS.flatMap(({ caughtBy }) => caughtBy));
    assert.deepEqual(
      invariants.map(({ id }) => id).filter((id) => !violated.has(id)),
      [],
    );
  });
});
