/** SECURITY.md P18: a history has every deposit of its payer once, and none of another payer. */
import assert from 'node:assert/strict';
import { after, describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { memoryStore, type Grant } from 'deposit-slip/kit';
import { createApp } from '../../../sandbox/src/app.js';
import { channelsOf } from '../../../sandbox/src/channels.js';
import { openPglite } from '../../../sandbox/src/db/pglite.js';
import { seed } from '../../../sandbox/src/seed.js';
import { countingApi } from '../../server/fake-api.js';
import { flowList, type FlowRecord } from '../../server/flow-list.js';
import { DAY, historyOf, NOW, type HistoryRow, type Send } from '../../server/history-pages.js';
import { sendTo, shop, txIdOf } from '../../server/shop.js';
import { cases } from '../scale.js';

const METHODS = [
  { paymentId: 92, fiat: 'BRL' },
  { paymentId: 90, fiat: 'BRL' },
];
/** Payers: two with an account of their own, and three who share the merchants' accounts with them or with each other. */
const VISITS: readonly Grant[] = [
  { id: 'own-1', merchantId: 7001, methods: METHODS, ownAccount: true },
  { id: 'own-2', merchantId: 7002, methods: [...METHODS, { paymentId: 105, fiat: 'MXN' }], ownAccount: true },
  { id: 'shared-1', merchantId: 7001, methods: METHODS },
  { id: 'shared-2', merchantId: 7002, methods: METHODS },
  { id: 'shared-3', merchantId: 7002, methods: METHODS.slice(0, 1) },
];
const AMOUNTS = ['10.00', '11.00', '12.50'];

/** A flow before its code is known: that of a slip by its number, or one that nobody was issued. */
interface Plan {
  readonly visit: number;
  readonly code: number;
  readonly isIssued: boolean;
  readonly amount: number;
  readonly isBack: boolean;
  readonly fiat: string;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  visit: fc.nat(VISITS.length - 1),
  code: fc.nat(2),
  isIssued: fc.boolean(),
  amount: fc.nat(AMOUNTS.length - 1),
  isBack: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  fiat: fc.oneof(
    { weight: 5, arbitrary: fc.constant('BRL') },
    { weight: 1, arbitrary: fc.constantFrom('MXN', 'COP') },
  ),
});

/** Slips to issue: the visit, and the amount that the payer enters. Their order is that of the codes 1, 2, 3. */
const slips = fc.uniqueArray(fc.record({ visit: fc.nat(VISITS.length - 1), amount: fc.nat(2) }), {
  maxLength: 10,
  selector: ({ visit, amount }) => `${visit} ${amount}`,
});

interface Issued {
  readonly txId: string;
  readonly visit: number;
  readonly amount: string;
}

function flowsOf(plans: readonly Plan[], issued: readonly Issued[]): readonly FlowRecord[] {
  return plans.map(({ visit, code, isIssued, amount, isBack, fiat }, at) => {
    const ofVisit = issued.filter((each) => each.visit === visit);
    const slip = isIssued ? ofVisit[code % (ofVisit.length || 1)] : undefined;
    return {
      id: at + 1,
      merchantId: VISITS[visit]!.merchantId,
      txId: slip?.txId ?? `9${code}${VISITS[visit]!.merchantId}`,
      fiat,
      changed: `${isBack ? '-' : ''}${AMOUNTS[amount]!}`,
      // The time names a flow in this test.
      createTime: NOW - DAY + at * 1000,
    };
  });
}

/** What a visit must be shown of the flows, by their times: whether each deposit was taken back. Reads from the oldest on. */
function expectedOf(
  visit: number,
  flows: readonly FlowRecord[],
  issued: readonly Issued[],
): Map<number, boolean> {
  const { merchantId, ownAccount, methods } = VISITS[visit]!;
  const fiats = methods.map(({ fiat }) => fiat);
  const expected = new Map<number, boolean>();
  const open = new Map<string, number[]>();
  for (const { createTime, ...flow } of flows) {
    const owner = issued.find(({ txId }) => txId === flow['txId'])?.visit;
    const isOwn = owner === visit || (ownAccount === true && owner === undefined);
    if (!isOwn || flow['merchantId'] !== merchantId || !fiats.includes(String(flow['fiat']))) continue;
    const changed = String(flow['changed']);
    const key = [flow['txId'], flow['fiat'], changed.replace('-', '')].join();
    const stack = open.get(key) ?? [];
    open.set(key, stack);
    if (!changed.startsWith('-')) {
      stack.push(createTime);
      expected.set(createTime, false);
    } else {
      const latest = stack.pop();
      if (latest !== undefined && ownAccount) expected.set(latest, true);
    }
  }
  return expected;
}

/** Every page of a history. The time between them is longer than a page is cached. */
async function pagesOf(send: Send): Promise<readonly HistoryRow[]> {
  const rows: HistoryRow[] = [];
  let next: string | undefined;
  do {
    const page = await historyOf(send, next);
    rows.push(...page.deposits);
    next = page.next;
    mock.timers.tick(2_000);
  } while (next !== undefined);
  return rows;
}

async function check(plans: readonly Plan[], wanted: typeof slips extends fc.Arbitrary<infer S> ? S : never) {
  const [api, store] = [countingApi(), memoryStore()];
  const authorize = ({ headers }: Request) => VISITS.find(({ id }) => id === headers.get('cookie')) ?? null;
  const { kit } = shop({ api, store, authorize });
  const sendAs = (visit: number): Send => {
    const init = { headers: { cookie: VISITS[visit]!.id } };
    return (query) => sendTo(kit, query, init);
  };
  const issued: Issued[] = [];
  for (const { visit, amount } of wanted) {
    const slip = await sendAs(visit)(`?paymentId=92&amount=${AMOUNTS[amount]!}`);
    issued.push({ txId: txIdOf(slip), visit, amount: AMOUNTS[amount]! });
  }
  const flows = flowsOf(plans, issued);
  api.script({ flows: flowList(flows) });
  const ids = new Set<string>();
  let rowCount = 0;
  for (const visit of VISITS.keys()) {
    const rows = await pagesOf(sendAs(visit));
    const arrived = rows.filter(({ status }) => status !== 'waiting');
    assert.deepEqual(
      new Map(
        arrived.toReversed().map(({ createTime, status }) => [createTime as number, status === 'returned']),
      ),
      expectedOf(visit, flows, issued),
    );
    const waiting = rows.filter(({ status }) => status === 'waiting').map(({ amount }) => amount);
    const isPaid = ({ txId }: Issued): boolean =>
      arrived.some((row) => row.txId === txId && row['fiat'] === 'BRL');
    const unpaid = issued.filter((slip) => slip.visit === visit && !isPaid(slip));
    assert.deepEqual(new Set(waiting), new Set(unpaid.map(({ amount }) => amount)));
    for (const { id } of rows) ids.add(id);
    rowCount += rows.length;
  }
  assert.equal(ids.size, rowCount, 'no row has the id of another one');
  return rowCount;
}

describe('the histories of several payers', () => {
  it('have every deposit of the payer once, as it was taken back or not, and none of another payer', async () => {
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { maxLength: 90 }), slips, async (plans, wanted) => {
        mock.timers.enable({ apis: ['Date'], now: NOW });
        try {
          rows += await check(plans, wanted);
        } finally {
          mock.timers.reset();
        }
      }),
      { numRuns: cases(60, 3_000) },
    );
    assert.ok(rows > cases(60, 3_000) * 5, `${rows} rows`);
  });
});

describe('the history of a merchant of the sandbox', async () => {
  const TOTAL = cases(2_000, 10_000);
  const db = await openPglite();
  after(() => db.close());
  await seed(db);
  const app = createApp({
    db,
    seed: 1,
    tokens: new Map([['a-token-of-the-proof', [1001n]]]),
    controlToken: 'c',
    channels: channelsOf({}),
    baseUrl: () => 'http://127.0.0.1',
    later: () => undefined,
  });

  /** Credits deposits, one per second, the last of them at a time. */
  const credit = async (count: number, last: number): Promise<void> =>
    db.script(
      `do $$ begin for n in 1..${count} loop
        perform credit_deposit(1001, 'MXN', n, '1', null, 105, null, null, null, ${last} - (${count} - n) * 1000::bigint);
      end loop; end $$`,
    );

  it(`lists ${TOTAL} deposits once each, with one request per page, while others arrive`, async () => {
    const start = Date.now();
    await credit(TOTAL, start - 60_000);
    let calls = 0;
    const { send } = shop({
      baseUrl: 'http://127.0.0.1',
      token: 'a-token-of-the-proof',
      grant: { id: 'wallet', merchantId: 1001, methods: [{ paymentId: 105, fiat: 'MXN' }], ownAccount: true },
      fetch: async (...request) => {
        calls += 1;
        return app.fetch(new Request(...request));
      },
    });
    const rows: HistoryRow[] = [];
    let pages = 0;
    let next: string | undefined;
    do {
      const page = await historyOf(send, next);
      rows.push(...page.deposits);
      next = page.next;
      pages += 1;
      assert.equal(calls, pages);
      await credit(1, start - 60_000 + pages);
    } while (next !== undefined);
    assert.equal(pages, TOTAL / 20 + 1, 'the last page is empty, because the one before it was full');
    assert.equal(rows.length, TOTAL);
    for (const member of ['id', 'txId', 'amount', 'createTime'])
      assert.equal(new Set(rows.map((row) => row[member])).size, TOTAL, member);
    assert.ok(rows.every(({ createTime }) => Number(createTime) <= start - 60_000));
  });
});
