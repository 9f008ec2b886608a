/**
 * Several sandboxes move money between a few accounts on 64 connections. Every total is correct whenever the
 * ledger is read, and no client sees a conflict between transactions (SECURITY.md P23).
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { cases } from '../../../test/proofs/scale.js';
import { runOn } from '../postgres.js';
import { startFleet, type Fleet } from './fleet.js';
import { openLedgerReader } from './ledger-reader.js';
import { Traffic } from './traffic.js';

const SANDBOXES = 4;
const CONNECTIONS = 16;
/** Twice the number of connections, so that no connection is idle for long. */
const CLIENTS = 2 * SANDBOXES * CONNECTIONS;
const TRANSFERS = cases(300, 100_000, 'concurrent transfers on PostgreSQL');

describe('64 connections on four accounts', () => {
  let fleet: Fleet;
  let traffic: Traffic;
  let seconds = 0;
  let reads = 0;
  let connections = 0;
  const wrong = new Set<string>();

  before(async () => {
    fleet = await startFleet(SANDBOXES, CONNECTIONS);
    traffic = new Traffic(fleet.sandboxes);
    const reader = await openLedgerReader(fleet.databaseUrl);
    const finished = new AbortController();
    const reading = async (): Promise<void> => {
      for (; !finished.signal.aborted; reads++) for (const line of await reader.check()) wrong.add(line);
    };
    const start = performance.now();
    const running = traffic.run({ clients: CLIENTS, transfers: TRANSFERS }).finally(() => finished.abort());
    await Promise.all([running, reading()]);
    seconds = (performance.now() - start) / 1000;
    await reader.close();
    connections = (await fleet.backends.list()).length;
  });
  after(() => fleet.drop());

  it('get a success or the correct error for every request', (test) => {
    const { done, rejected, unexpected } = traffic;
    assert.deepEqual(unexpected, []);
    assert.equal(connections, SANDBOXES * CONNECTIONS);
    assert.ok(done.transfer >= TRANSFERS && Math.min(...Object.values(done), rejected) > 0);
    const counts = JSON.stringify({ ...done, rejected });
    const rate = Math.round(done.transfer / seconds);
    test.diagnostic(`${counts} in ${seconds.toFixed(1)} s: ${rate} transfers/s`);
  });

  it('keep every total correct whenever it is read', (test) => {
    assert.deepEqual([...wrong], []);
    assert.ok(reads > 10, String(reads));
    test.diagnostic(`${reads} reads`);
  });

  it('book exactly what was acknowledged', async () => {
    const sql = `select (select count(*) from deposit_slip_sandbox.transfer)::int as transfer,
      (select count(*) from deposit_slip_sandbox.withdrawal)::int as claim,
      (select count(*) from deposit_slip_sandbox.deposit where sender_name is distinct from 'Opening balance')::int as deposit,
      (select count(*) from deposit_slip_sandbox.entry where seq is not null and category = 'TRANSFER'
        and flow_type = 'WITHDRAW_ROLLBACK')::int as rejection,
      (select count(*) from deposit_slip_sandbox.entry where seq is not null and flow_type = 'DEPOSIT' and changed < 0)::int as return`;
    assert.deepEqual((await runOn(fleet.databaseUrl, sql)).rows, [traffic.done]);
    const { invariants } = await fleet.sandboxes[0]!.control.verify({ full: true });
    const violated = invariants.filter(({ violations }) => violations > 0);
    assert.deepEqual(violated, []);
  });

  it('never deadlock', async (test) => {
    await fleet.stop();
    // A backend reports its statistics when it exits.
    await fleet.backends.untilGone();
    const sql =
      'select deadlocks::int, xact_rollback::int as rollbacks from pg_stat_database where datname = current_database()';
    const [statistics] = (await runOn(fleet.databaseUrl, sql)).rows as { deadlocks: number }[];
    assert.equal(statistics!.deadlocks, 0);
    test.diagnostic(JSON.stringify(statistics));
  });
});
