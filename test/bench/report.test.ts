import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serverTables } from '../../bench/server/report.js';

const measured = { date: '2026-01-02', cores: 2, node: '20.0.0' };
const always = (value: number) => ({ median: value, min: value, max: value });

const rowOf = (text: string, name: string) => text.split('\n').find((line) => line.startsWith(`| ${name}`));

describe('the tables of the server benchmark', () => {
  it('say of each target whether it is reached, or by how much it is missed', () => {
    const start = { ...measured, ms: always(900), mib: always(400) };
    const tables = serverTables({ start });
    assert.equal(
      rowOf(tables, 'Second start'),
      '| Second start of the sandbox, until it is ready | at most 0.8 s | 0.90 s | missed by 0.10 s |',
    );
    assert.equal(
      rowOf(tables, 'Memory'),
      '| Memory of the sandbox then | at most 450 MiB | 400 MiB | reached |',
    );
  });

  it('miss a target that is a least by what is lacking', () => {
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
    const tables = serverTables({ requests: { ...measured, pglite: engine, postgres: engine } });
    assert.match(
      rowOf(tables, 'Pending fund on PostgreSQL')!,
      /at least 0\.5x \| 0\.40x \| missed by 0\.10x \|$/,
    );
    assert.match(rowOf(tables, 'Transfer on PostgreSQL')!, /at least 0\.5x \| 0\.60x \| reached \|$/);
  });

  it('leave out the parts that were not measured, and say so of their targets', () => {
    const tables = serverTables({});
    assert.match(rowOf(tables, 'Overhead of the kit')!, /not measured \|$/);
    assert.doesNotMatch(tables, /###/);
  });
});
