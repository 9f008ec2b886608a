/** SECURITY.md P18: a history has every deposit of its payer once, and none of another payer. */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import fc from 'fast-check';
import type { Grant } from 'deposit-slip/kit';
import { DAY, NOW, pass, resultOf, SECOND, useClock } from '../../server/clock.js';
import { countingApi } from '../../server/fake-api.js';
import { flowList, type FlowRecord } from '../../server/flow-list.js';
import { historyOf, type HistoryRow, type Send } from '../../server/kit/history-pages.js';
import { sendTo, shop, txIdOf } from '../../server/shop.js';
import { cases } from '../scale.js';

const METHODS = [
  { paymentId: 92, fiat: 'BRL' },
  { paymentId: 90, fiat: 'BRL' },
];
/**
 * Payers: two with their own accounts, and three who share the merchants' accounts with them or with each
 * other.
 */
const VISITS: readonly Grant[] = [
  { id: 'own-1', merchantId: 7001, methods: METHODS, ownAccount: true },
  { id: 'own-2', merchantId: 7002, methods: [...METHODS, { paymentId: 105, fiat: 'MXN' }], ownAccount: true },
  { id: 'shared-1', merchantId: 7001, methods: METHODS },
  { id: 'shared-2', merchantId: 7002, methods: METHODS },
  { id: 'shared-3', merchantId: 7002, methods: METHODS.slice(0, 1) },
];
/** The step of the clock in milliseconds. */
const STEP = 250;
const AMOUNTS = ['10.00', '11.00', '12.50'];

/**
 * A flow before its code is known: it has the code of a slip, given by number, or a code that nobody was
 * issued.
 */
interface Plan {
  /** Before any slip was issued. */
  readonly isEarlier: boolean;
  readonly visit: number;
  readonly code: number;
  readonly isIssued: boolean;
  readonly amount: number;
  readonly isBack: boolean;
  readonly fiat: string;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  isEarlier: fc.boolean(),
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

/**
 * Slips to issue: the visit, and the amount that the payer enters. They get the codes 1, 2, 3 in this order.
 */
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
  const flows = plans.map(({ isEarlier, visit, code, isIssued, amount, isBack, fiat }, at) => {
    const ofVisit = issued.filter((each) => each.visit === visit);
    const slip = isIssued && !isEarlier ? ofVisit[code % (ofVisit.length || 1)] : undefined;
    return {
      id: at + 1,
      merchantId: VISITS[visit]!.merchantId,
      txId: slip?.txId ?? `9${code}${VISITS[visit]!.merchantId}`,
      fiat,
      changed: `${isBack ? '-' : ''}${AMOUNTS[amount]!}`,
      // In this test, the time identifies a flow.
      createTime: NOW + (isEarlier ? -DAY : 0) + at * SECOND,
    };
  });
  return flows.toSorted((one, other) => one.createTime - other.createTime);
}

/** A deposit, and the part of it that has not been returned. */
interface Credit {
  readonly time: number;
  readonly cents: number;
  left: number;
}

const centsOf = (decimal: unknown): number => Math.round(Math.abs(Number(decimal)) * 100);

/**
 * The flows that a visit must be shown, by their times, and whether each deposit was taken back. Reads the
 * oldest first.
 */
function expectedOf(
  visit: number,
  flows: readonly FlowRecord[],
  issued: readonly Issued[],
): Map<number, boolean> {
  const { merchantId, ownAccount, methods } = VISITS[visit]!;
  const fiats = methods.map(({ fiat }) => fiat);
  const credits: Credit[] = [];
  const byCode = new Map<string, Credit[]>();
  for (const { createTime: time, ...flow } of flows) {
    const owner = issued.find(({ txId }) => txId === flow['txId'])?.visit;
    // A code that is paid in another currency identifies nobody.
    const isOwn = owner === undefined || flow['fiat'] !== 'BRL' ? ownAccount === true : owner === visit;
    if (!isOwn || flow['merchantId'] !== merchantId || !fiats.includes(String(flow['fiat']))) continue;
    const cents = centsOf(flow['changed']);
    const code = `${String(flow['txId'])} ${String(flow['fiat'])}`;
    const same = byCode.get(code) ?? [];
    byCode.set(code, same);
    if (!String(flow['changed']).startsWith('-')) {
      const credit = { time, cents, left: cents };
      credits.push(credit);
      same.push(credit);
      continue;
    }
    // The latest deposit with this code whose rest is exactly this amount, or else is more.
    const returned = same.findLast(({ left }) => left === cents) ?? same.findLast(({ left }) => left > cents);
    if (returned) returned.left -= cents;
  }
  return new Map(credits.map(({ time, left }) => [time, left === 0]));
}

/** Every page of a history. The deposits are read again for each page. */
async function pagesOf(send: Send): Promise<readonly HistoryRow[]> {
  const rows: HistoryRow[] = [];
  let next: string | undefined;
  do {
    const page = await resultOf(historyOf(send, next));
    rows.push(...page.deposits);
    next = page.next;
    await pass(2 * SECOND, STEP);
  } while (next !== undefined);
  return rows;
}

async function check(plans: readonly Plan[], wanted: typeof slips extends fc.Arbitrary<infer S> ? S : never) {
  const api = countingApi();
  const authorize = ({ headers }: Request) => VISITS.find(({ id }) => id === headers.get('cookie')) ?? null;
  const { kit } = shop({ api, authorize });
  const sendAs = (visit: number): Send => {
    const init = { headers: { cookie: VISITS[visit]!.id } };
    return (query) => sendTo(kit, query, init);
  };
  api.script({ flows: flowList(flowsOf(plans, []).filter(({ createTime }) => createTime < NOW)) });
  // A payer's own accounts are read in full from the first look on, others from the first slip on.
  for (const visit of [0, 1]) await resultOf(historyOf(sendAs(visit)));
  const issued: Issued[] = [];
  for (const { visit, amount } of wanted) {
    const slip = await resultOf(sendAs(visit)(`?paymentId=92&amount=${AMOUNTS[amount]!}`));
    issued.push({ txId: txIdOf(slip), visit, amount: AMOUNTS[amount]! });
  }
  const flows = flowsOf(plans, issued);
  api.script({ flows: flowList(flows) });
  await pass(plans.length * SECOND, SECOND);
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
  useClock({ timers: true });

  it('contain every deposit of the payer once, returned or not, and none of another payer', async () => {
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { maxLength: 90 }), slips, async (plans, wanted) => {
        mock.timers.setTime(NOW);
        rows += await check(plans, wanted);
      }),
      { numRuns: cases(25, 3_000, 'random shops with several payers') },
    );
    assert.ok(rows > cases(25, 3_000) * 5, `${rows} rows`);
  });
});
