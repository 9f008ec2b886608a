/**
 * A handler of the deposit endpoint under load, a process of its own (kit-processes.ts): a copy of the kit, or a bare handler
 * that does the least an endpoint must do: authenticate, send one request to the API and forward its response. Both are
 * called directly, without a server of their own. Answers a message of its parent, `Load`, with a `LoadSample`.
 */
import { createDepositKit, memoryStore, type Grant, type Store } from 'deposit-slip/kit';
import { redisStore } from 'deposit-slip/kit/redis';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { serveParent } from './processes.js';
import { measure, type Sample, type Task } from './rates.js';

/** Which handler to run. */
export interface HandlerOptions {
  readonly kind: 'kit' | 'bare';
  readonly baseUrl: string;
  /** The store and the limiter of the kit. Default: the memory of the process. */
  readonly redisUrl?: string;
}

/** The load of one round. */
export interface Load {
  /**
   * `new`: each request has a grant of its own, which costs one request to the API. `cached`: the requests have ten grants,
   * whose slips are in the store after the first round. A number: this many grants, one after the other, the same for all
   * copies.
   */
  readonly requests: 'new' | 'cached' | number;
  /** Requests at a time. */
  readonly width: number;
}

export interface LoadSample extends Sample {
  /** Calls of the store. */
  readonly storeCalls: number;
}

type Handler = (request: Request) => Promise<Response>;

const GRANT = { merchantId: 1001, methods: [{ paymentId: 58, fiat: 'MXN' }] };
/** No request of a round is limited. */
const LIMIT = { points: 1_000_000_000, duration: 60 };

let storeCalls = 0;

function grantOf(request: Request): Grant | null {
  const id = request.headers.get('cookie')?.match(/order=([\w-]+)/)?.[1];
  return id === undefined ? null : { id, ...GRANT };
}

function bareHandler({ baseUrl }: HandlerOptions): Handler {
  return async (request) => {
    const grant = grantOf(request);
    if (!grant) return new Response(null, { status: 401 });
    const { searchParams } = new URL(request.url);
    const query = new URLSearchParams({
      merchantId: String(grant.merchantId),
      paymentId: searchParams.get('paymentId') ?? '',
      fiat: searchParams.get('fiat') ?? '',
    });
    const response = await fetch(`${baseUrl}/v2/merchant/addfunds?${query}`, {
      headers: { 'X-BH-TOKEN': 't' },
    });
    const body = JSON.stringify(await response.json());
    return new Response(body, {
      status: response.status,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    });
  };
}

/** The store and the limiter of docs/scaling.md, or those of a single copy. */
async function stateOf({ redisUrl }: HandlerOptions) {
  // Large enough for every slip of the rounds: a full store would be measured otherwise.
  if (redisUrl === undefined)
    return {
      store: memoryStore({ maxEntries: 10_000_000, maxCharacters: 2 ** 40 }),
      limiter: memoryLimiter(),
    };
  const store = redisStore({ url: redisUrl });
  await new Promise((resolve) => store.client.once('ready', resolve));
  const limiter = new RateLimiterRedis({ storeClient: store.client, useRedisPackage: true, ...LIMIT });
  return { store, limiter };
}

const memoryLimiter = () => new RateLimiterMemory(LIMIT);

function counted(store: Store): Store {
  const count = <Result>(call: Result): Result => {
    storeCalls += 1;
    return call;
  };
  return {
    get: (key) => count(store.get(key)),
    set: (...entry) => count(store.set(...entry)),
    add: (...entry) => count(store.add!(...entry)),
  };
}

async function kitOf(options: HandlerOptions): Promise<Handler> {
  const { store, limiter } = await stateOf(options);
  return createDepositKit({
    baseUrl: options.baseUrl,
    token: 't',
    secret: 'a secret for the benchmark, 32 bytes or more',
    authorize: grantOf,
    store: counted(store),
    limiter,
  });
}

/** Requests the slip of an order. */
async function requestSlip(order: string): Promise<void> {
  const request = new Request('http://shop.example/deposit?paymentId=58&fiat=MXN', {
    headers: { cookie: `order=${order}` },
  });
  const response = await handler(request);
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
}

let calls = 0;

async function run({ requests, width }: Load): Promise<LoadSample> {
  const storeCallsBefore = storeCalls;
  const sample = await (typeof requests === 'number'
    ? requestEach(requests, width)
    : measure(TASKS[requests], width, calls));
  calls += sample.calls;
  return { ...sample, storeCalls: storeCalls - storeCallsBefore };
}

const TASKS: Readonly<Record<'new' | 'cached', Task>> = {
  new: (call) => requestSlip(`${process.pid}-${call}`),
  cached: (call) => requestSlip(`cached-${call % 10}`),
};

async function requestEach(grants: number, width: number): Promise<Sample> {
  let next = 0;
  const lane = async () => {
    while (next < grants) await requestSlip(`shared-${next++}`);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return { calls: grants, ms: 0, cpuMs: 0 };
}

const options = JSON.parse(process.argv[2]!) as HandlerOptions;
const handler = options.kind === 'kit' ? await kitOf(options) : bareHandler(options);
serveParent((load) => run(load as Load));
