/**
 * P23: sandboxes beside each other move money between a few accounts on 64 connections. Whoever reads the ledger
 * meanwhile finds every total in order, and nobody is told that transactions got into each other's way.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cases } from '../../../test/proofs/scale.js';
import { runOn } from '../postgres.js';
import { watchBackends } from './backends.js';
import { startFleet, type Fleet } from './fleet.js';
import { openReader } from './reader.js';
import { Traffic } from './traffic.js';

const SANDBOXES = 4;
const CONNECTIONS = 16;
/** Twice as many as connections, so that none is idle for long. */
const CLIENTS = 2 * SANDBOXES * CONNECTIONS;
const TRANSFERS = cases(600, 100_000);

describe('64 connections on four accounts', () => {
  let fleet: Fleet;
  let traffic: Traffic;
  let seconds = 0;
  let looks = 0;
  let connections = 0;
  const broken = new Set<string>();

  before(async () => {
    fleet = await startFleet(SANDBOXES, CONNECTIONS);
    traffic = new Traffic(fleet.sandboxes);
    const reader = await openReader(fleet.databaseUrl);
    const over = new AbortController();
    const reading = async (): Promise<void> => {
      for (; !over.signal.aborted; looks++) for (const line of await reader.look()) broken.add(line);
    };
    const began = performance.now();
    const running = traffic.run({ clients: CLIENTS, transfers: TRANSFERS }).finally(() => over.abort());
    await Promise.all([running, reading()]);
    seconds = (performance.now() - began) / 1000;
    await reader.close();
    const backends = await watchBackends(fleet.databaseUrl);
    connections = (await backends.list()).length;
    await backends.close();
  });
  after(() => fleet.drop());

  it('answer every request, or refuse it for what it asks', (test) => {
    const { done, refused, unexpected } = traffic;
    assert.deepEqual(unexpected, []);
    assert.equal(connections, SANDBOXES * CONNECTIONS);
    assert.ok(done.transfer >= TRANSFERS && Math.min(done.claim, done.deposit, done.rejection, refused) > 0);
    const rate = Math.round(done.transfer / seconds);
    test.diagnostic(
      `${JSON.stringify({ ...done, refused })} in ${seconds.toFixed(1)} s: ${rate} transfers/s`,
    );
  });

  it('keep every total at every moment a reader looks', (test) => {
    assert.deepEqual([...broken], []);
    assert.ok(looks > 10, String(looks));
    test.diagnostic(`${looks} looks`);
  });

  it('have on the books what they acknowledged, and nothing else', async () => {
    const sql = `select (select count(*) from deposit_slip_sandbox.transfer)::int as transfer,
      (select count(*) from deposit_slip_sandbox.withdrawal)::int as claim,
      (select count(*) from deposit_slip_sandbox.deposit where sender_name is distinct from 'Opening balance')::int as deposit,
      (select count(*) from deposit_slip_sandbox.entry where seq is not null and category = 'TRANSFER'
        and flow_type = 'WITHDRAW_ROLLBACK')::int as rejection`;
    assert.deepEqual((await runOn(fleet.databaseUrl, sql)).rows, [traffic.done]);
    const { invariants } = await fleet.sandboxes[0]!.control.verify();
    const violated = invariants.filter(({ violations }) => violations > 0);
    assert.deepEqual(violated, []);
  });

  it('never wait for each other in a circle', async (test) => {
    await fleet.stop();
    const backends = await watchBackends(fleet.databaseUrl);
    // A backend reports what it counted when it ends.
    await backends.untilGone();
    await backends.close();
    const sql =
      'select deadlocks::int, xact_rollback::int as rollbacks from pg_stat_database where datname = current_database()';
    const [counted] = (await runOn(fleet.databaseUrl, sql)).rows as {
      deadlocks: number;
      rollbacks: number;
    }[];
    assert.equal(counted!.deadlocks, 0);
    test.diagnostic(JSON.stringify(counted));
  });
});
