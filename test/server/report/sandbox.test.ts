/** A day of the sandbox with every type of flow, and a kit with its store in PGlite. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { createPostgresStore } from 'deposit-slip/kit/postgres';
import { createReport, type MakeReport, type ReportRow } from 'deposit-slip/report';
import { FLOW_TYPES } from '../../../src/contract/flow-types.js';
import { makeDay, type SandboxDay } from './day.js';

let db: PGlite;
let day: SandboxDay;
let report: MakeReport;
/** Ids of flows that the API does not show. */
const hidden = new Set<string>();

/** A `fetch` whose answers leave out what is hidden. */
const hiding: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  const text = await response.text();
  const kept = text.replace(/\{"id":([0-9]+),[^{}]*\},?/g, (record, id: string) =>
    hidden.has(id) ? '' : record,
  );
  return new Response(kept.replace(/,\]/, ']'), response);
};

before(async () => {
  db = await PGlite.create();
  const store = createPostgresStore(db);
  await store.migrate();
  day = await makeDay(store, db);
  const { url: baseUrl, token } = day.sandbox;
  report = createReport({ baseUrl, token, store, fetch: hiding });
});
after(() => Promise.all([db.close(), day.sandbox.stop()]));

describe('a report of a sandbox', () => {
  it('closes to the cent, with every type of flow', async () => {
    const rows: ReportRow[] = [];
    const { closes, findings, opening, closing, totals, count, unmatched } = await report({
      ...day.period,
      onRow: (row) => rows.push(row),
    });
    assert.deepEqual([closes, findings], [true, []]);
    const [last] = await day.sandbox.control.flows({ merchantId: 1001, fiat: 'ARS', limit: 1 });
    assert.deepEqual([opening, closing], ['1000000.00', last!.total]);
    assert.deepEqual(new Set(totals.map(({ flowType }) => flowType)), new Set(FLOW_TYPES));
    assert.ok(totals.some(({ category }) => category === 'FEE'));
    assert.deepEqual([count, rows.at(-1)!.total], [rows.length, closing]);
    assert.deepEqual(
      unmatched.map(({ flowId }) => flowId),
      [day.unmatchedId],
    );
    const deposits = rows
      .filter(({ deposit }) => deposit)
      .map(({ changed, deposit }) => [changed, deposit!.state]);
    assert.deepEqual(deposits, [
      ['40.00', 'booked'],
      ['60.00', 'booked'],
      ['5.01', 'booked'],
      ['-2.00', 'return'],
      ['-1.01', 'return'],
      ['-2.00', 'return'],
      ['7.77', 'unmatched'],
    ]);
    const payment = { status: 'paid', asked: '100.00', received: '100.00' };
    const {
      grantId,
      reference,
      payment: stored,
    } = rows.find(({ flowId }) => flowId === day.partId)!.deposit!;
    assert.deepEqual([grantId, reference, stored], ['order-1', '=1+1', payment]);
  });

  it('has every part of a deposit that was sent back, as the kit told them', async () => {
    assert.deepEqual(day.returns, [
      ['2.00', 'over', '103.01'],
      ['3.01', 'over', '102.00'],
      ['5.01', 'paid', '100.00'],
    ]);
    const deposits: (string | undefined)[] = [];
    await report({ ...day.period, onRow: ({ deposit }) => deposits.push(deposit?.returned) });
    assert.deepEqual(deposits.filter(Boolean), ['5.01']);
  });

  it('names the neighbors of a flow that the API hides, and what is missing between them', async () => {
    hidden.add(day.transferId);
    const { findings, closes } = await report(day.period);
    hidden.clear();
    assert.equal(closes, false);
    const [found, ...others] = findings;
    assert.ok(found?.code === 'broken-chain' && others.length === 0);
    assert.equal(found.difference, '20.00');
    const id = BigInt(day.transferId);
    assert.ok(BigInt(found.before.flowId) < id && id < BigInt(found.after.flowId));
  });

  it('names a deposit that the API hides, and one that is missing in the store', async () => {
    hidden.add(day.partId);
    const codes = (await report(day.period)).findings.map(({ code }) => code);
    hidden.clear();
    // The order's first flow: no chain breaks before it.
    assert.deepEqual(codes, ['not-at-api']);
    await db.query('delete from deposit_slip.deposit where flow_id = $1', [day.unmatchedId]);
    const { findings } = await report(day.period);
    const [found] = findings;
    assert.ok(found?.code === 'not-in-store' && findings.length === 1);
    assert.deepEqual([found.row.flowId, found.row.changed], [day.unmatchedId, '7.77']);
  });
});
