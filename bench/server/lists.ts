import type { FlowsQuery, OrdersQuery } from 'deposit-slip/contract';
import { type Db, onlyRow } from '../../sandbox/inside.js';
import { MONTH } from './fill.js';
import { spreadOf, timeOf, type Spread } from './rates.js';
import type { Send } from './sandbox-app.js';

/** How long one call takes, in milliseconds. Other load on the machine can only make calls slower. */
export type Times = Readonly<Record<string, Spread>>;

/** Times of the lists of a merchant with many flows and orders, by filter, and of other requests. */
export interface ListFigures {
  /** The first page of ten flows, by filter. */
  readonly flows: Times;
  /** The middle page of lists with a hundred pages or more. */
  readonly middleFlows: Times;
  readonly orders: Times;
  readonly middleOrders: Times;
  readonly others: Times;
}

const CALLS = 15;

async function time(call: () => Promise<unknown>): Promise<Spread> {
  const times: number[] = [];
  await call();
  for (let n = 0; n < CALLS; n++) {
    times.push(await timeOf(call));
  }
  return spreadOf(times);
}

/** Query strings by the name of the filter. The type asks for every parameter that selects records. */
type Filters<Query> = Readonly<
  Record<string, string> &
    Record<Exclude<keyof Query, 'startTime' | 'endTime' | 'currentPage' | 'pageSize'>, string>
>;

/** Query strings of operation 7. Every request is about one merchant. */
async function flowFilters(db: Db): Promise<Filters<Omit<FlowsQuery, 'merchantId'>>> {
  const { txId } = onlyRow(
    await db.query<{ txId: bigint }>(
      'select from_id as "txId" from transfer order by from_id offset 40 limit 1',
    ),
  );
  return {
    'no filter': '',
    fiat: 'fiat=MXN',
    'a rare fiat': 'fiat=PEN',
    flowType: 'flowType=TRANSFER_OUT',
    'a rare flowType': 'flowType=BUY_CRYPTO',
    'fiat and flowType': 'fiat=MXN&flowType=WITHDRAW',
    txId: `txId=${txId}`,
    month: MONTH,
    'month and fiat': `${MONTH}&fiat=MXN`,
    'month and flowType': `${MONTH}&flowType=DEPOSIT`,
    'all filters': `${MONTH}&fiat=MXN&flowType=DEPOSIT&txId=${txId}`,
  };
}

/** Query strings of operation 5. Every request is about one kind of order. */
const ORDER_FILTERS = {
  'no filter': '',
  orderStatus: '&orderStatus=60',
  'a rare orderStatus': '&orderStatus=31',
  month: `&${MONTH}`,
  'month and orderStatus': `&${MONTH}&orderStatus=70`,
} satisfies Filters<Omit<OrdersQuery, 'orderType'>>;

const OTHERS = {
  'a thousand flows': '/v2/merchant/fiat/flows?pageSize=1000',
  'pending fund': '/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN',
  ...Object.fromEntries(
    [
      'deposits',
      'flows?merchantId=1001',
      'flows?fiat=PEN',
      'postings',
      'claims?merchantId=1001',
      'orders',
    ].map((list) => [`control API, ${list}`, `/sandbox/${list}`]),
  ),
};

/** Measures the lists of both kinds with each filter. */
export async function measureLists(db: Db, send: Send): Promise<ListFigures> {
  const flows = await measureList(send, '/v2/merchant/fiat/flows?', await flowFilters(db));
  const orders = await measureList(send, '/v2/orders?orderType=crypto_to_fiat', ORDER_FILTERS);
  const others: Record<string, Spread> = {};
  for (const [name, path] of Object.entries(OTHERS)) others[name] = await time(() => send(path));
  return {
    flows: flows.first,
    middleFlows: flows.middle,
    orders: orders.first,
    middleOrders: orders.middle,
    others,
  };
}

async function measureList(send: Send, path: string, filters: Readonly<Record<string, string>>) {
  const first: Record<string, Spread> = {};
  const middle: Record<string, Spread> = {};
  for (const [name, filter] of Object.entries(filters)) {
    const page = path + filter;
    first[name] = await time(() => send(page));
    const { data } = JSON.parse(await send(page)) as { data: { total: number } };
    const pages = Math.ceil(data.total / 10);
    if (pages >= 100) middle[name] = await time(() => send(`${page}&currentPage=${Math.ceil(pages / 2)}`));
  }
  return { first, middle };
}
