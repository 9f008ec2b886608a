/**
 * A report of a day with any flows is right to the cent, whichever store has its deposits. It names a deposit
 * that is not in the store. A flow that the API hides appears between its two neighbors, with the sum between
 * them.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { fromMinor, toMinor } from 'deposit-slip/core';
import { createMemoryStore, type Store } from 'deposit-slip/kit';
import { createPostgresStore, type PgQueries } from 'deposit-slip/kit/postgres';
import { createReport, type MakeReport, type ReportRow } from 'deposit-slip/report';
import pg from 'pg';
import { sharedServer } from '../../../sandbox/test/postgres.js';
import { FLOW_TYPES } from '../../../src/contract/flow-types.js';
import { bookFlows, settleReturns } from '../../../src/server/kit/payments/booking.js';
import { readFlow } from '../../../src/server/kit/payments/flows.js';
import { fakeApi } from '../../server/fake-api.js';
import { Bank, type BankFlow } from '../../server/report/bank.js';
import { damaged } from '../../server/report/damaged.js';
import { TOKEN } from '../../server/shop.js';
import { setClock } from '../../server/kit/store/database.js';
import { DAY, HOUR, issue, LEASE, MINUTE, NOW, PACE } from '../../server/kit/store/fixtures.js';
import { cases } from '../scale.js';
import { Random } from './payments/random.js';

const FLOWS = cases(1_000, 10_000);
const ORDERS = cases(50, 500);
/** Hides flows and loses deposits, one after the other. */
const LOSSES = cases(2, 20);
const [BEGIN, END] = [NOW + HOUR, NOW + HOUR + DAY];

const seed = Number(process.env['SEED'] ?? Date.now());

/** A store, and its clock. */
interface Backend {
  readonly store: Store;
  setTime(now: number): Promise<void>;
  /** Makes the store lose a deposit until the returned function is called. */
  lose?(flowId: string): Promise<() => Promise<unknown>>;
}

async function createDatabase(db: PgQueries & Parameters<typeof createPostgresStore>[0]): Promise<Backend> {
  const store = createPostgresStore(db);
  await store.migrate();
  const table = 'deposit_slip.deposit';
  return {
    store,
    setTime: (now) => setClock(db, now),
    async lose(flowId) {
      await db.query(`create table lost as select * from ${table} where flow_id = '${flowId}'`);
      await db.query(`delete from ${table} where flow_id = '${flowId}'`);
      return async () => {
        await db.query(`insert into ${table} select * from lost`);
        await db.query('drop table lost');
      };
    },
  };
}

const closers: (() => Promise<unknown>)[] = [];
after(() => Promise.all(closers.map((close) => close())));

const BACKENDS: Readonly<Record<string, () => Promise<Backend>>> = {
  memory: async () => ({
    store: createMemoryStore(),
    async setTime(now) {
      mock.timers.reset();
      mock.timers.enable({ apis: ['Date'], now });
    },
  }),
  async PostgreSQL() {
    const pool = new pg.Pool({ connectionString: await (await sharedServer()).createDatabase() });
    closers.push(() => pool.end());
    return createDatabase(pool);
  },
};

/** Sets the time of the bank, which is that of the process. */
function at(time: number): void {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now: time });
}

/**
 * A day of random flows: several at the same time, in two accounts, deposits with and without codes, and
 * returns of some of them.
 */
function makeFlows(bank: Bank, random: Random, txIds: readonly string[]): void {
  const deposits: BankFlow[] = [];
  const type = (): string => random.of(FLOW_TYPES);
  for (let flow = 0; flow < FLOWS; flow += 1) {
    if (flow === 0 || random.below(4) > 0) at(BEGIN + Math.floor((flow / FLOWS) * DAY));
    const sum = fromMinor(BigInt(1 + random.below(1_000_000)));
    const flowType = type();
    const settingsId = random.below(10) === 0 ? 72 : 71;
    const category = random.of(['TRADE', 'TRANSFER', 'FEE']);
    if (flowType !== 'DEPOSIT' || category === 'FEE') {
      bank.book(flowType, random.below(2) === 0 ? sum : `-${sum}`, { settingsId, category });
      continue;
    }
    const returned = random.below(5) === 0 ? deposits.pop() : undefined;
    const txId = random.below(3) > 0 ? { txId: random.of(txIds) } : {};
    if (returned)
      bank.book('DEPOSIT', `-${String(returned['changed'])}`, { settingsId: 71, txId: returned['txId'] });
    else deposits.push(bank.book('DEPOSIT', sum, { settingsId: 71, ...txId }));
  }
}

describe('a report', () => {
  it('stops if the API shows flows of other periods without end', async () => {
    let page = 0;
    const flows = (): string => {
      page += 1;
      const record = Array.from({ length: 250 }, (_, place) => ({ id: page * 250 + place, createTime: 0 }));
      return JSON.stringify({
        code: 200,
        msg: '',
        data: { currentPage: page, size: 250, total: 1e9, record },
      });
    };
    const report = createReport({
      ...{ baseUrl: 'https://api.example.com', token: TOKEN, store: createMemoryStore() },
      ...{ fetch: fakeApi({ flows }).fetch, rate: 1000 },
    });
    const now = Date.now();
    const query = { merchantId: 7001, fiat: 'BRL', from: now - DAY, to: now - HOUR };
    await assert.rejects(report(query), { name: 'InvalidRequestError', field: 'to' });
    assert.equal(page, 1_001);
  });
});

for (const [name, create] of Object.entries(BACKENDS)) {
  describe(`a report with a store in ${name}, of ${FLOWS} flows with seed ${seed}`, () => {
    const bank = new Bank();
    let random: Random;
    let backend: Backend;
    let report: MakeReport;
    let makeReport: (store: Store) => MakeReport;
    let deposits: readonly BankFlow[];
    const query = { merchantId: 7001, fiat: 'BRL', from: BEGIN, to: END };

    before(async () => {
      random = new Random(seed);
      backend = await create();
      const { store } = backend;
      await backend.setTime(NOW);
      const records = store.open('scope');
      const txIds: string[] = [];
      for (let order = 0; order < ORDERS; order += 1) {
        const slip = await issue(records, {
          ...{ merchantId: '7001', grantId: `order-${order}`, issuedAt: NOW, txId: String(50_000 + order) },
          amount: BigInt(1 + random.below(2_000_000)),
        });
        txIds.push(slip.txId!);
      }
      makeFlows(bank, random, txIds);
      deposits = bank.flows.filter((flow) => flow['flowType'] === 'DEPOSIT' && flow['category'] !== 'FEE');
      await backend.setTime(END);
      for (let page = 0; page < deposits.length; page += 250) {
        const flows = await Promise.all(
          deposits.slice(page, page + 250).map((flow) => {
            const { id, txId, fiat, changed, createTime } = flow as Record<string, string> & BankFlow;
            return readFlow({
              id: String(id),
              txId: String(txId),
              fiat: fiat!,
              changed: changed!,
              createTime,
            });
          }),
        );
        await records.transaction('7001', undefined, (tx) =>
          bookFlows(
            tx,
            '7001',
            flows.map((flow) => flow!),
          ),
        );
      }
      assert.equal(await settleReturns(records, '7001', undefined), true);
      await backend.setTime(END + 10 * MINUTE);
      const [claim] = await records.claim(PACE, 1, LEASE);
      await records.endReading(claim!.merchant, { cursor: END + 10 * MINUTE, pause: 0, next: 0 });
      const api = fakeApi({ flows: bank.answer });
      makeReport = (from) =>
        createReport({
          ...{ baseUrl: 'https://api.example.com', token: TOKEN, store: from, scope: 'scope' },
          ...{ fetch: api.fetch, rate: 1000 },
        });
      report = makeReport(store);
    });
    after(() => mock.timers.reset());

    it('balances to the cent', async () => {
      const rows: ReportRow[] = [];
      const result = await report({ ...query, onRow: (row) => rows.push(row) });
      assert.deepEqual(result.findings, []);
      const sumOf = (flows: readonly BankFlow[]): bigint =>
        flows.reduce((sum, flow) => sum + minorOf(String(flow['changed'])), 0n);
      assert.deepEqual([result.count, result.opening], [FLOWS, '0.00']);
      assert.equal(minorOf(result.closing!), sumOf(bank.flows));
      assert.equal(
        result.totals.reduce((sum, each) => sum + minorOf(each.sum), 0n),
        sumOf(bank.flows),
      );
      assert.equal(rows.filter(({ deposit }) => deposit).length, deposits.length);
      assert.ok(rows.some(({ deposit }) => deposit?.payment?.status === 'over'));
    });

    it('names each deposit that the store has lost', async () => {
      for (let loss = 0; loss < LOSSES; loss += 1) {
        const flowId = String(random.of(deposits).id);
        const undo = await backend.lose?.(flowId);
        const { store } = backend;
        const source = undo ? store : damaged((row) => (row.flowId === flowId ? undefined : row), store);
        const { findings } = await makeReport(source)(query);
        assert.deepEqual(
          findings.map((finding) => [finding.code, finding.code === 'not-in-store' && finding.row.flowId]),
          [['not-in-store', flowId]],
        );
        await undo?.();
      }
    });

    it('shows each flow that the API hides by its neighbors and the difference between them', async () => {
      const { alter } = bank;
      for (let loss = 0; loss < LOSSES; loss += 1) {
        const [before, hidden, after] = neighborsOf(bank.flows, random);
        bank.hide(hidden.id);
        const { findings } = await report(query);
        bank.alter = alter;
        const broken = findings.find(({ code }) => code === 'broken-chain');
        assert.ok(broken?.code === 'broken-chain');
        assert.deepEqual(
          [broken.before.flowId, broken.difference, broken.after.flowId],
          [String(before.id), hidden['changed'], String(after.id)],
        );
        const isDeposit = deposits.some(({ id }) => id === hidden.id);
        assert.equal(findings.length, isDeposit ? 2 : 1);
        assert.equal(findings[0]!.code, isDeposit ? 'not-at-api' : 'broken-chain');
      }
    });
  });
}

/** Minor units of a signed decimal. */
function minorOf(decimal: string): bigint {
  return decimal.startsWith('-') ? -toMinor(decimal.slice(1))! : toMinor(decimal)!;
}

/**
 * A flow of the first account between two others. Flows of the same time may be listed in another order, so
 * flows of different times are chosen.
 */
function neighborsOf(flows: readonly BankFlow[], random: Random): readonly [BankFlow, BankFlow, BankFlow] {
  const account = flows.filter((flow) => flow['settingsId'] === 71);
  for (;;) {
    const place = 1 + random.below(account.length - 2);
    const [before, hidden, after] = [account[place - 1]!, account[place]!, account[place + 1]!];
    if (before.createTime < hidden.createTime && hidden.createTime < after.createTime)
      return [before, hidden, after];
  }
}
