/**
 * After a sandbox or its database is killed and restarted, everything it acknowledged is booked once, and
 * everything else is booked completely or not at all. Repeating a request with the same clientId returns the
 * first result or completes it (SECURITY.md P25).
 */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { cases, sampleOf } from '../../../test/proofs/scale.js';
import { startServer, type OwnServer } from '../postgres.js';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { newAttempt, type Attempt } from './attempts.js';
import { holdAccount, watchBackends, type Backends } from './backends.js';
import { killPlans, RestartableSandbox, type KillPlan } from './restartable-sandbox.js';

const ALL = ['claim', 'transfer', 'deposit'] as const;

function attemptsOf(...kinds: readonly Attempt['kind'][]): readonly Attempt[] {
  return kinds.map((kind) => newAttempt({ kind, merchant: 1001, fiat: 'MXN' }));
}

/** Points in a request at which a sandbox crashes, and whether the request is booked by then. */
const CRASHES = [
  { point: 'commit', kind: 'deposit', isBooked: false },
  { point: 'response', kind: 'transfer', isBooked: true },
] as const;

/**
 * Kills and reconciles until `kills` is reached. `kill` follows one plan, and returns the number of its
 * kills.
 */
async function killRepeatedly(
  test: TestContext,
  sandbox: RestartableSandbox,
  kills: number,
  kill: (plan: KillPlan, index: number) => Promise<number>,
): Promise<void> {
  const { journal } = sandbox;
  const start = performance.now();
  let killed = 0;
  for (const [index, plan] of killPlans(kills).entries()) {
    if (killed >= kills) break;
    killed += await kill(plan, index);
    await journal.reconcile(sandbox.api);
  }
  await journal.reconcileAll(sandbox.api);
  const { booked, notBooked } = journal.unanswered;
  const seconds = Math.round((performance.now() - start) / 1000);
  test.diagnostic(
    `${journal.acknowledged} acknowledged; without a response ${booked} booked, ${notBooked} not; ${seconds} s`,
  );
}

/** Reconciles, and checks how many of the attempts without a response were booked. */
async function assertReconciled(
  { journal, api }: RestartableSandbox,
  expected: { readonly booked: number; readonly notBooked: number },
): Promise<void> {
  const before = { ...journal.unanswered };
  await journal.reconcile(api);
  const { booked, notBooked } = journal.unanswered;
  assert.deepEqual({ booked: booked - before.booked, notBooked: notBooked - before.notBooked }, expected);
}

// The tests run concurrently, because they mostly wait for processes to start.
describe('a kill', { concurrency: true }, () => {
  describe('of a sandbox on PGlite', { concurrency: false }, () => {
    const kills = cases(1, 200, 'kills of a sandbox on PGlite');
    let sandbox: RestartableSandbox;
    before(async () => {
      sandbox = new RestartableSandbox(['--data', folder]);
      await sandbox.start();
      await sandbox.journal.begin(sandbox.api);
    });
    after(() => sandbox.process.kill());
    // Deleted only after the process that uses it has been killed.
    const folder = temporaryFolder();

    it(`at any moment loses nothing and leaves nothing half done, ${kills} times`, (test) =>
      killRepeatedly(test, sandbox, kills, async (plan) => {
        await sandbox.serveUntilKilled(plan, () => sandbox.process.kill());
        await sandbox.killStarts(plan.startDelays);
        await sandbox.start();
        return 1 + plan.startDelays.length;
      }));

    for (const { point, kind, isBooked } of sampleOf(CRASHES, 1))
      it(`before the ${point} leaves the request ${isBooked ? 'booked' : 'without effect'}`, async () => {
        const [first, last] = attemptsOf('deposit', kind);
        // The first deposit issues the account's details in a separate transaction.
        assert.ok(await sandbox.isAnswered(first!));
        await sandbox.journal.reconcile(sandbox.api);
        const crashAt = new URL('crash-at.mjs', import.meta.url).href;
        await sandbox.start({ NODE_OPTIONS: `--import ${crashAt}`, CRASH_AT: point });
        assert.equal(await sandbox.isAnswered(last!), false);
        await sandbox.start();
        await assertReconciled(sandbox, { booked: isBooked ? 1 : 0, notBooked: isBooked ? 0 : 1 });
      });
  });

  describe('of a sandbox on PostgreSQL, or of its server', { concurrency: false }, () => {
    const kills = cases(2, 100, 'kills of a sandbox on PostgreSQL, or of its server');
    let server: OwnServer;
    let databaseUrl: string;
    let sandbox: RestartableSandbox;
    before(async () => {
      server = await startServer();
      databaseUrl = await server.createDatabase();
      sandbox = new RestartableSandbox([], { DATABASE_URL: databaseUrl });
      await sandbox.start();
      await sandbox.journal.begin(sandbox.api);
    });
    after(async () => {
      await sandbox.process.kill();
      await server.stop();
    });

    const withBackends = async (run: (backends: Backends) => Promise<unknown>): Promise<void> => {
      const backends = await watchBackends(databaseUrl);
      await run(backends).finally(() => backends.close());
    };

    /**
     * Restarts a killed sandbox. The server keeps running the old sandbox's statements until it notices the
     * broken connections.
     */
    const restart = async (startDelays: readonly number[]): Promise<void> => {
      await sandbox.killStarts(startDelays);
      await withBackends((backends) => backends.untilGone());
      await sandbox.start();
    };

    /**
     * Sends one attempt of each kind, one after the other. All of them wait for the account until `release`
     * is called. A deposit holds the account until its process commits, so it is sent last: then it usually
     * gets the account last, too.
     */
    const sendBlocked = async (backends: Backends, ...kinds: readonly Attempt['kind'][]) => {
      const attempts = attemptsOf(...kinds);
      const release = await holdAccount(databaseUrl, 1001, 'MXN');
      const sent: Promise<boolean>[] = [];
      for (const attempt of attempts) {
        sent.push(sandbox.isAnswered(attempt));
        await backends.untilWaiting(sent.length);
      }
      const answered = Promise.all(sent);
      return { attempts, release, answered, orphans: await backends.list() };
    };

    it(`at any moment loses nothing and leaves nothing half done, ${kills} times`, (test) =>
      killRepeatedly(test, sandbox, kills, async (plan, index) => {
        // Kills the sandbox, the server, or both, in turn.
        const [killsSandbox, killsServer] = [index % 3 !== 1, index % 3 !== 0];
        await sandbox.serveUntilKilled(plan, () =>
          Promise.all([killsSandbox && sandbox.process.kill(), killsServer && server.kill()]),
        );
        if (killsServer) await server.start();
        if (killsSandbox) await restart(plan.startDelays);
        return 1 + (killsSandbox ? plan.startDelays.length : 0);
      }));

    it('while requests wait for an account causes no double booking, even if they are repeated meanwhile', () =>
      withBackends(async (backends) => {
        const { attempts, release, answered, orphans } = await sendBlocked(backends, ...ALL);
        await sandbox.start();
        assert.deepEqual(await answered, [false, false, false]);
        const repeated = attempts.slice(0, 2).map((attempt) => attempt.send(sandbox.api));
        await backends.untilWaiting(5);
        await release();
        const results = await Promise.all(repeated);
        await backends.untilGone(orphans);
        // The server finished the running statements, but the deposit's transaction needed one more.
        await assertReconciled(sandbox, { booked: 2, notBooked: 1 });
        for (const [index, result] of results.entries())
          assert.deepEqual(await attempts[index]!.send(sandbox.api), result);
      }));

    it('between the commit and the response leaves the request booked', () =>
      withBackends(async (backends) => {
        // A deposit takes two statements: between them, it would hold what the others wait for.
        const { release, answered, orphans } = await sendBlocked(backends, 'claim', 'transfer');
        sandbox.process.suspend();
        await release();
        await backends.untilIdle();
        await sandbox.start();
        assert.deepEqual(await answered, [false, false]);
        await backends.untilGone(orphans);
        await assertReconciled(sandbox, { booked: 2, notBooked: 0 });
        await sandbox.journal.reconcileAll(sandbox.api);
      }));
  });
});
