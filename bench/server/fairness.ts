import { startBuilt, type Call } from './built-sandbox.js';

/**
 * How long concurrent requests to the built sandbox take on the embedded database, which runs one transaction
 * at a time.
 */
export interface FairnessFigures extends Latency {
  readonly connections: number;
  readonly seconds: number;
  /** Number of requests that did not succeed. */
  readonly refused: number;
  readonly operations: Readonly<Record<string, Latency>>;
}

/** Times of the successful requests. */
export interface Latency {
  readonly served: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const CONNECTIONS = 64;
const SECONDS = 60;

const VIRTUAL = [
  [63, 'ARS'],
  [68, 'COP'],
  [90, 'BRL'],
  [105, 'MXN'],
] as const;

const PAIRS: Call = { path: '/v2/base/sell/symbols' };
const PURCHASE = {
  ...{ merchantId: 1001, orderType: 'fiat_to_crypto', paymentId: 105, fiat: 'MXN', fiatAmount: '1.00' },
  ...{ crypto: 'USDT', cryptoAmount: '1', orderPrice: '1.00' },
};

/** Ids of created orders and of released orders. */
interface Orders {
  readonly created: string[];
  readonly released: string[];
}

/** The calls of testers and their systems, in turn. `n` makes every writing request different. */
const CALLS: Readonly<Record<string, (n: number, orders: Orders) => Call>> = {
  'pending fund': () => ({ path: '/v2/merchant/addfunds?merchantId=1001&paymentId=90&fiat=BRL' }),
  flows: () => ({ path: '/v2/merchant/fiat/flows?merchantId=1001' }),
  claim: (n) => ({
    path: '/v2/merchant/claimfunds',
    body: { merchantId: 1001, clientId: `claim-${n}`, fiat: 'MXN', amount: '1.00', userPaymentId: 501 },
  }),
  'pending fund, the same': () => ({ path: '/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN' }),
  transfer: (n) => ({
    path: '/v2/merchant/transfer',
    body: {
      ...(n % 2
        ? { fromMerchantId: 1001, toMerchantId: 1002 }
        : { fromMerchantId: 1002, toMerchantId: 1001 }),
      ...{ clientId: `transfer-${n}`, fiat: 'BRL', paymentId: 90, fiatAmount: '1.00' },
    },
  }),
  orders: () => ({ path: '/v2/orders?orderType=fiat_to_crypto' }),
  'virtual accounts': (n) => {
    const [paymentId, fiat] = VIRTUAL[n % VIRTUAL.length]!;
    return { path: `/v2/merchant/virtual/addfunds?merchantId=1001&paymentId=${paymentId}&fiat=${fiat}` };
  },
  pairs: () => PAIRS,
  activation: (n) => ({
    path: '/v2/merchant/accounts',
    body: {
      ...{ merchantId: 1001, fiat: 'MXN', trench: 'CLABE - PROVIDER_A' },
      fieldList: { alias: `alias-${n}` },
    },
  }),
  deposit: () => ({
    path: '/sandbox/deposits',
    body: { merchantId: 1001, fiat: 'MXN', amount: '1.00', reference: 'bench' },
    token: 'control',
  }),
  'new order': (n) => ({
    path: '/sandbox/orders',
    body: { ...PURCHASE, clientId: `order-${n}` },
    token: 'control',
  }),
  'order released': (_, { created, released }) => changeOrder({ orderStatus: 60 }, created, released),
  'order refunded': (_, { released }) => changeOrder({ hasRefund: true }, released),
};

/** Changes the next of the orders. If there is none yet, requests the pairs instead. */
function changeOrder(body: object, from: string[], to?: string[]): Call {
  const id = from.shift();
  if (id === undefined) return PAIRS;
  to?.push(id);
  return { path: `/sandbox/orders/${id}`, body, token: 'control' };
}

export async function benchFairness(): Promise<FairnessFigures> {
  const sandbox = await startBuilt(CONNECTIONS);
  const names = Object.keys(CALLS);
  const durations = new Map(names.map((name): [string, number[]] => [name, []]));
  const orders: Orders = { created: [], released: [] };
  let refused = 0;
  let calls = 0;
  const end = performance.now() + SECONDS * 1000;
  const lane = async () => {
    while (performance.now() < end) {
      const n = calls++;
      const name = names[n % names.length]!;
      const call = CALLS[name]!(Math.floor(n / names.length), orders);
      const begin = performance.now();
      const { status, text } = await sandbox.send(call);
      if (status >= 300) refused += 1;
      else durations.get(name)!.push(performance.now() - begin);
      if (name === 'new order') orders.created.push(/"orderId":"?([0-9]+)/.exec(text)![1]!);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  await sandbox.stop();
  return {
    ...{ connections: CONNECTIONS, seconds: SECONDS, refused },
    ...latencyOf([...durations.values()].flat()),
    operations: Object.fromEntries([...durations].map(([name, each]) => [name, latencyOf(each)])),
  };
}

function latencyOf(durations: readonly number[]): Latency {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;
  return { served: sorted.length, medianMs: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}
