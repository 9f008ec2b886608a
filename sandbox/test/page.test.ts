import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FIATS } from 'deposit-slip/contract';
import type { Db, Queries } from '../src/db/db.js';
import { flowsQuery, readFlows, type FlowFilter } from '../src/ledger/flows.js';
import { pageStatement, type PageNumber } from '../src/ledger/page.js';
import { rowsRead } from './plan.js';
import { openDb } from './test-sandbox.js';

const MERCHANTS = [1001n, 1002n];
/** The number of postings whose entries have the same time: more than a page reads beyond its end. */
const TIED = 250;
const START = 1_750_000_000_000n;

/**
 * Transfers between the merchants in two currencies, one per second. The last ones all have the same time.
 */
const BOOK = `do $$
  declare made transfer; at bigint;
  begin
    for n in 1..600 loop
      at := ${START} + least(n, ${600 - TIED}) * 1000;
      perform post(array[
        (account_of(1001 + n % 2, case n % 3 when 0 then 'BRL' else 'MXN' end), -1, 'TRANSFER',
          case n % 50 when 0 then 'WITHDRAW' else 'TRANSFER_OUT' end, n / 5)::leg,
        (account_of(1002 - n % 2, case n % 3 when 0 then 'BRL' else 'MXN' end), 1, 'TRANSFER', 'TRANSFER_IN', n / 5)::leg],
        '', at);
      if n % 100 = 0 then commit; end if;
    end loop;
  end $$`;

const TIMES = [
  {},
  { startTime: START + 100_000n },
  { endTime: START + 300_000n },
  { startTime: START + 50_000n, endTime: START + 250_001n },
  { startTime: START + 350_000n, endTime: START + 350_001n },
  { startTime: START, endTime: START },
];
const KINDS = [
  {},
  { fiat: 'MXN' },
  { fiat: 'PEN' },
  { flowType: 'TRANSFER_IN' },
  { fiat: 'MXN', flowType: 'WITHDRAW' },
  { txId: 7n },
  { txId: 50n, flowType: 'WITHDRAW' },
];
const FILTERS: readonly FlowFilter[] = [
  ...TIMES.flatMap((times) => KINDS.map((kind) => ({ merchants: MERCHANTS, ...times, ...kind }))),
  ...KINDS.map((kind) => ({ merchants: [1002n], ...TIMES[3], ...kind })),
];
const PAGES: readonly PageNumber[] = [
  { current: 1, size: 10 },
  { current: 2, size: 3 },
  { current: 1, size: 1000 },
  { current: 13, size: 50 },
  { current: 401, size: 1 },
  { current: 999_999, size: 1000 },
];

const FIRST = { current: 1, size: 10 };
const DEEP = { current: 40, size: 10 };
/** The number of flows with the same txId. */
const OF_ONE_TX = 10;

const show = (filter: object) =>
  JSON.stringify(filter, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** Every flow, newest first. */
function allFlows(db: Queries): Promise<Flow[]> {
  return db.query<Flow>(
    `select e.id, a.merchant, a.currency as fiat, e.tx_id as "txId", e.flow_type as "flowType", e.at
     from entry e join account a on a.id = e.account where a.merchant is not null order by e.at desc, e.id desc`,
  );
}

type Flow = { readonly [Field in 'id' | 'merchant' | 'txId' | 'at']: bigint } & {
  readonly [Field in 'fiat' | 'flowType']: string;
};

const isListed = (flow: Flow, { merchants, startTime, endTime, ...members }: FlowFilter): boolean =>
  merchants.includes(flow.merchant) &&
  (startTime === undefined || flow.at >= startTime) &&
  (endTime === undefined || flow.at < endTime) &&
  Object.entries(members).every(([name, value]) => flow[name as keyof Flow] === value);

describe('a page of flows', () => {
  let db: Db;
  before(async () => {
    db = await openDb();
    await db.script(BOOK);
  });
  after(() => db.close());

  it('has the flows of its filter and their total, wherever it is in the list', async () => {
    const flows = await allFlows(db);
    for (const filter of FILTERS) {
      const listed = flows.filter((flow) => isListed(flow, filter));
      for (const page of PAGES) {
        const { total, flows: found } = await readFlows(db, filter, page);
        const offset = (page.current - 1) * page.size;
        assert.deepEqual(
          { total, ids: found.map(({ id }) => id) },
          {
            total: BigInt(listed.length),
            ids: listed.slice(offset, offset + page.size).map(({ id }) => id),
          },
          show({ filter, page }),
        );
      }
    }
  });

  // Plans must be good without statistics: a server has none for a new ledger yet, and PGlite never has any.
  for (const statistics of ['without', 'with'])
    it(`reads no more flows of an account than the page contains, ${statistics} statistics`, async () => {
      if (statistics === 'with') await db.script('analyze');
      for (const filter of FILTERS)
        for (const page of [FIRST, DEEP]) {
          const { sql, params } = pageStatement(flowsQuery(filter), page);
          const read = await rowsRead(db, sql, params, 'entry');
          const accounts = filter.merchants.length * (filter.fiat === undefined ? FIATS.length : 1);
          // One more row at each end of the window, and for a deep page one per step of its search, here at
          // most 40.
          const most = page.size + accounts * (2 + page.size + (page === DEEP ? 40 : 0));
          const isFew = filter.txId !== undefined;
          assert.ok(
            read <= (isFew ? 2 * OF_ONE_TX + most : most),
            `${read} of ${most}: ${show({ filter, page })}`,
          );
        }
    });
});
