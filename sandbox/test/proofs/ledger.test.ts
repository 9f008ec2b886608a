/**
 * P22: the ledger does what the model says in any sequence of requests, and no invariant breaks; and small wrong ledgers
 * are told from it.
 *
 * A failure is printed with its seed, its path and the `replayPath` of its commands. To run it again and nothing else:
 * `SEED=<seed> REPLAY='<path> <replayPath>' node … --test sandbox/test/proofs/ledger.test.ts`
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { cases } from '../../../test/proofs/scale.js';
import { verify } from '../../src/ledger/verify.js';
import type { Tally } from './ledger/bench.js';
import { KINDS } from './ledger/commands/index.js';
import { MUTANTS, type Mutant } from './ledger/mutants.js';
import {
  anySequence,
  openStart,
  runSequence,
  SequenceFailed,
  withVacuum,
  type Start,
} from './ledger/sequences.js';
import { rolledBack } from './ledger/rollback.js';

const [path, replayPath] = (process.env['REPLAY'] ?? '').split(' ');
const SEQUENCES = cases(25, 5_000);
/** As many as a mutant is given to show itself in. */
const MOST_SEQUENCES = 60;
const MUTANT_RUN = { numRuns: MOST_SEQUENCES, seed: 7, endOnFailure: true };

let start: Start;
before(async () => {
  start = await openStart();
});
after(() => start.db.close());

function told(tally: Tally): string {
  const lines = [...tally].map(([name, { runs, refused }]) => `${name}: ${runs}, ${refused} refused`);
  return lines.sort().join('; ');
}

describe('the ledger', () => {
  it('does what the model says in any sequence, and no invariant breaks', async (test) => {
    const tally: Tally = new Map();
    const run = withVacuum(start.db, (steps) => runSequence(start, steps, tally));
    const property = anySequence(run, replayPath);
    await fc.assert(property, { numRuns: SEQUENCES, ...(path && { path, endOnFailure: true }) });
    if (path) return;
    const commands = [...tally.values()].reduce((sum, { runs }) => sum + runs, 0);
    test.diagnostic(`${SEQUENCES} sequences, ${commands} commands of ${tally.size} kinds: ${told(tally)}`);
    assert.equal(tally.size, KINDS.length, 'kinds of command that were run');
  });
});

/** What tells a mutant in so many sequences: the invariants that broke and the checks that failed. */
async function seenIn(harm: Mutant['harm'], seenBy: readonly string[]): Promise<readonly string[]> {
  const seen = new Set<string>();
  await rolledBack(start.db, async (db) => {
    await harm(db);
    const property = anySequence(async (steps) => {
      const error = await runSequence({ ...start, db }, steps, new Map()).catch((e: unknown) => e);
      if (error === undefined) return;
      if (!(error instanceof SequenceFailed)) throw error;
      for (const each of [error.check, ...error.broken]) seen.add(each);
      // Enough was seen: a failure is what ends a run early.
      if (seenBy.every((each) => seen.has(each))) throw error;
    });
    const { errorInstance: error } = await fc.check(property, MUTANT_RUN);
    if (error && !(error instanceof SequenceFailed)) throw error;
  });
  return [...seen].sort();
}

describe('a wrong ledger is told from it:', { skip: path !== '' }, () => {
  for (const { name, harm, seenBy } of MUTANTS)
    it(`${name}, by ${seenBy.join(' and ')}`, async (test) => {
      // Some of them make the sandbox fail, which it logs.
      test.mock.method(console, 'error', () => undefined);
      const seen = await seenIn(harm, seenBy);
      const missed = seenBy.filter((each) => !seen.includes(each));
      assert.deepEqual(missed, [], `seen in ${MOST_SEQUENCES} sequences by ${seen.join(', ') || 'nothing'}`);
    });

  it('and every invariant is broken by one of them', async () => {
    const { invariants } = await verify(start.db);
    const broken = new Set(MUTANTS.flatMap(({ seenBy }) => seenBy));
    const whole = invariants.map(({ id }) => id).filter((id) => !broken.has(id));
    assert.deepEqual(whole, []);
  });
});
