/**
 * P25: whatever was acknowledged before a process is killed, the sandbox's or the database's, is there once when it comes
 * back; whatever was not is there whole or not at all, and asking again with the same clientId finds it or does it.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { cases, sampleOf } from '../../../test/proofs/scale.js';
import { startServer, type OwnServer } from '../postgres.js';
import { newAttempt, type Attempt } from './attempts.js';
import { holdAccount, watchBackends, type Backends } from './backends.js';
import { livesOf, Succession } from './succession.js';

const ON_ONE_ACCOUNT = { merchant: 1001, fiat: 'MXN' } as const;

function attemptsOf(...kinds: readonly Attempt['kind'][]): readonly Attempt[] {
  return kinds.map((kind) => newAttempt({ kind, ...ON_ONE_ACCOUNT }));
}

/** Where in a request a sandbox dies, and what has become of it then. */
const POINTS = [
  { point: 'commit', kind: 'deposit', done: 0, undone: 1 },
  { point: 'answer', kind: 'transfer', done: 1, undone: 0 },
] as const;

/** Says what the promise was held against. */
function report(test: TestContext, { journal }: Succession, began: number): void {
  const { acknowledged, unknown } = journal;
  const open = `${unknown.done} done and ${unknown.undone} not`;
  const seconds = Math.round((performance.now() - began) / 1000);
  test.diagnostic(`${acknowledged} acknowledged; without an answer ${open}; ${seconds} s`);
}

/** Settles, and holds what became of the attempts without an answer against what must have. */
async function assertSettled(sandboxes: Succession, { done, undone }: { done: number; undone: number }) {
  const { unknown } = sandboxes.journal;
  const before = { ...unknown };
  await sandboxes.settle();
  assert.deepEqual(
    { done: unknown.done - before.done, undone: unknown.undone - before.undone },
    { done, undone },
  );
}

// Side by side: what takes the time is one process that starts, and then the next.
describe('a kill', { concurrency: true }, () => {
  describe('of a sandbox on PGlite', { concurrency: false }, () => {
    const kills = cases(1, 200);
    let sandboxes: Succession;
    let folder: string;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'sandbox-kills-'));
      sandboxes = new Succession(['--data', folder]);
      await sandboxes.start();
      await sandboxes.journal.begin(sandboxes.api);
    });
    after(async () => {
      await sandboxes.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    it(`at any moment loses and halves nothing, ${kills} times`, async (test) => {
      const began = performance.now();
      let killed = 0;
      for (const life of livesOf(kills)) {
        if (killed >= kills) break;
        await sandboxes.serve(life, () => sandboxes.service.kill());
        await sandboxes.startInVain(life.cut);
        await sandboxes.start();
        await sandboxes.settle();
        killed += 1 + life.cut.length;
      }
      await sandboxes.settleAll();
      report(test, sandboxes, began);
    });

    const dieAt = (point: 'commit' | 'answer') => ({
      NODE_OPTIONS: `--import ${new URL('die-at.mjs', import.meta.url).href}`,
      DIE_AT: point,
    });

    for (const { point, kind, ...outcome } of sampleOf(POINTS, 1))
      it(`before its ${point} has done ${outcome.done === 1 ? 'everything' : 'nothing'}`, async () => {
        const [first, last] = attemptsOf('deposit', kind);
        // The details are given out with the first: that takes a transaction too.
        assert.ok(await sandboxes.isAnswered(first!));
        await sandboxes.settle();
        await sandboxes.start(dieAt(point));
        assert.equal(await sandboxes.isAnswered(last!), false);
        await sandboxes.start();
        await assertSettled(sandboxes, outcome);
      });
  });

  describe('of a sandbox on PostgreSQL, or its server', { concurrency: false }, () => {
    const kills = cases(2, 100);
    let server: OwnServer;
    let databaseUrl: string;
    let sandboxes: Succession;
    before(async () => {
      server = await startServer();
      databaseUrl = await server.createDatabase();
      sandboxes = new Succession([], { DATABASE_URL: databaseUrl });
      await sandboxes.start();
      await sandboxes.journal.begin(sandboxes.api);
    });
    after(async () => {
      await sandboxes.stop();
      await server.stop();
    });

    /** Lets a test look at the server's side. */
    const watched = async (look: (backends: Backends) => Promise<unknown>): Promise<void> => {
      const backends = await watchBackends(databaseUrl);
      await look(backends).finally(() => backends.close());
    };

    /** After the sandbox is killed. What it left under way goes on until the server misses it. */
    const replaceSandbox = async (cut: readonly number[]): Promise<void> => {
      await sandboxes.startInVain(cut);
      await watched((backends) => backends.untilGone());
      await sandboxes.start();
    };

    it(`at any moment loses and halves nothing, ${kills} times`, async (test) => {
      const began = performance.now();
      let killed = 0;
      for (const [number, life] of livesOf(kills).entries()) {
        if (killed >= kills) break;
        // The one, the other, both.
        const [isSandbox, isServer] = [number % 3 !== 1, number % 3 !== 0];
        await sandboxes.serve(life, () =>
          Promise.all([isSandbox && sandboxes.service.kill(), isServer && server.kill()]),
        );
        if (isServer) await server.start();
        if (isSandbox) await replaceSandbox(life.cut);
        await sandboxes.settle();
        killed += 1 + (isSandbox ? life.cut.length : 0);
      }
      await sandboxes.settleAll();
      report(test, sandboxes, began);
    });

    it('while it waits for an account has done it once, though it is asked again meanwhile', () =>
      watched(async (backends) => {
        const attempts = attemptsOf('claim', 'transfer', 'deposit');
        const release = await holdAccount(databaseUrl, 1001, 'MXN');
        const answered = attempts.map((attempt) => sandboxes.isAnswered(attempt));
        await backends.untilWaiting(3);
        const orphans = await backends.list();
        await sandboxes.start();
        assert.deepEqual(await Promise.all(answered), [false, false, false]);
        const again = attempts.slice(0, 2).map((attempt) => attempt.send(sandboxes.api));
        await backends.untilWaiting(5);
        await release();
        const answers = await Promise.all(again);
        await backends.untilGone(orphans);
        // The server went on with each statement; the deposit's transaction had one to come.
        await assertSettled(sandboxes, { done: 2, undone: 1 });
        for (const [at, answer] of answers.entries())
          assert.deepEqual(await attempts[at]!.send(sandboxes.api), answer);
      }));

    it('between the commit and the answer has done it', () =>
      watched(async (backends) => {
        const attempts = attemptsOf('claim', 'transfer', 'deposit');
        const release = await holdAccount(databaseUrl, 1001, 'MXN');
        const answered = attempts.map((attempt) => sandboxes.isAnswered(attempt));
        await backends.untilWaiting(3);
        const orphans = await backends.list();
        sandboxes.service.freeze();
        await release();
        await backends.untilStill();
        await sandboxes.start();
        assert.deepEqual(await Promise.all(answered), [false, false, false]);
        await backends.untilGone(orphans);
        await assertSettled(sandboxes, { done: 2, undone: 1 });
        await sandboxes.settleAll();
      }));
  });
});
