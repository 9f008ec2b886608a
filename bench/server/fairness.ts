import { startBuilt, type Call } from './built-sandbox.js';

/** How long requests to the built sandbox take while many come at once, on the embedded database, which runs one at a time. */
export interface FairnessFigures {
  readonly connections: number;
  readonly seconds: number;
  /** Those that were answered with 200, and all others. */
  readonly served: number;
  readonly refused: number;
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

/** Each operation in turn. `n` makes every request that writes another one. */
const CALLS: readonly ((n: number) => Call)[] = [
  () => ({ path: '/v2/merchant/addfunds?merchantId=1001&paymentId=90&fiat=BRL' }),
  () => ({ path: '/v2/merchant/fiat/flows?merchantId=1001' }),
  (n) => ({
    path: '/v2/merchant/claimfunds',
    body: { merchantId: 1001, clientId: `claim-${n}`, fiat: 'MXN', amount: '1.00', userPaymentId: 501 },
  }),
  () => ({ path: '/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN' }),
  (n) => ({
    path: '/v2/merchant/transfer',
    body: {
      ...(n % 2
        ? { fromMerchantId: 1001, toMerchantId: 1002 }
        : { fromMerchantId: 1002, toMerchantId: 1001 }),
      ...{ clientId: `transfer-${n}`, fiat: 'BRL', paymentId: 90, fiatAmount: '1.00' },
    },
  }),
  () => ({ path: '/v2/orders?orderType=fiat_to_fiat' }),
  (n) => {
    const [paymentId, fiat] = VIRTUAL[n % VIRTUAL.length]!;
    return { path: `/v2/merchant/virtual/addfunds?merchantId=1001&paymentId=${paymentId}&fiat=${fiat}` };
  },
  () => ({ path: '/v2/base/sell/symbols' }),
];

export async function benchFairness(): Promise<FairnessFigures> {
  const sandbox = await startBuilt(CONNECTIONS);
  const durations: number[] = [];
  let refused = 0;
  let calls = 0;
  const end = performance.now() + SECONDS * 1000;
  const lane = async () => {
    while (performance.now() < end) {
      const n = calls++;
      const begin = performance.now();
      const status = await sandbox.send(CALLS[n % CALLS.length]!(n));
      if (status === 200) durations.push(performance.now() - begin);
      else refused += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  await sandbox.stop();
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;
  return {
    ...{ connections: CONNECTIONS, seconds: SECONDS, served: sorted.length, refused },
    ...{ medianMs: at(0.5), p99Ms: at(0.99), maxMs: at(1) },
  };
}
