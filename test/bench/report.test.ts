import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serverTables, serverTargets } from '../../bench/server/report.js';
import { atLeast, atMost, targetTable } from '../../bench/table.js';

const run = { date: '2026-01-02', cores: 2, on: 'Node 20.0.0' };
const always = (value: number) => ({ median: value, min: value, max: value });
const seconds = (value: number) => `${value.toFixed(1)} s`;
const verdictsOf = (targets: ReturnType<typeof serverTargets>, what: string) =>
  targets
    .filter((target) => target.what.startsWith(what))
    .map(({ target, measured, verdict }) => ({ target, measured, verdict }));

describe('a target', () => {
  const limit = { what: 'Start', limit: 2, write: seconds };

  it('is reached at its limit, and otherwise reports the difference', () => {
    assert.equal(atMost({ ...limit, measured: 2 }).verdict, 'reached');
    assert.equal(atMost({ ...limit, measured: 2.5 }).verdict, 'missed by 0.5 s');
    assert.equal(atLeast({ ...limit, measured: 2 }).verdict, 'reached');
    assert.equal(atLeast({ ...limit, measured: 1.5 }).verdict, 'missed by 0.5 s');
    assert.equal(atLeast({ ...limit, measured: undefined }).verdict, 'not measured');
  });

  it('has a row with the peers, the ratio and the absolute figure', () => {
    const peers = { shoelace: '4.0 s' };
    const target = atMost({ ...limit, measured: 2.5, of: 'shoelace', absolute: '10 s', peers });
    assert.equal(
      targetTable([target]).split('\n').at(-1),
      '| Start | at most 2.0 s shoelace | 2.5 s (10 s) |  | 4.0 s | **missed by 0.5 s** |',
    );
  });
});

describe('the targets of the server benchmark', () => {
  const comparison = (name: string, ratio: number) => ({
    name,
    ...{ baselineRate: always(100), ourRate: always(100 * ratio), ratio: always(ratio) },
    ...{ baselineCpuMs: always(1), ourCpuMs: always(2), ownCpuMs: always(1) },
  });
  const engine = {
    version: '18.0',
    connections: 1,
    pendingFund: comparison('pending fund', 0.4),
    transfer: comparison('transfer', 0.6),
  };
  const requests = { ...run, figures: { pglite: engine, postgres: engine } };

  it('compare medians with their limits', () => {
    const start = { ...run, figures: { ms: always(900), mib: always(400) } };
    const targets = serverTargets({ start, requests });
    assert.deepEqual(verdictsOf(targets, 'Second start'), [
      { target: 'at most 0.80 s', measured: '0.90 s', verdict: 'missed by 0.10 s' },
    ]);
    assert.deepEqual(verdictsOf(targets, 'Pending fund on PostgreSQL'), [
      { target: 'at least 0.50x one SELECT', measured: '0.40x', verdict: 'missed by 0.10x' },
    ]);
    assert.deepEqual(
      verdictsOf(targets, 'Transfer').map(({ verdict }) => verdict),
      ['reached', 'reached'],
    );
  });

  it('are listed as not measured if they were not, and measured parts get a table', () => {
    assert.deepEqual([...serverTables({ requests }).keys()], ['requests']);
    // The build measures the size of a Worker.
    const timed = serverTargets({}).filter(({ what }) => what !== 'The kit in a Worker, minified');
    assert.deepEqual(new Set(timed.map(({ verdict }) => verdict)), new Set(['not measured']));
  });
});
