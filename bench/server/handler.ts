/**
 * A handler of the deposit endpoint under load, in a process of its own (kit-processes.ts). It is a copy of
 * the kit, or a bare handler that does the minimum of an endpoint: authenticate, send one request to the API
 * and forward its response. Both are called directly, without an HTTP server. The process answers each
 * message of its parent, a `Load`, with a `Sample`.
 */
import { createDepositKit, createMemoryStore, type Grant } from 'deposit-slip/kit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { serveParent } from './processes.js';
import { measure, type Sample, type Task } from './rates.js';

/** Which handler to run. */
export interface HandlerOptions {
  readonly kind: 'kit' | 'bare';
  readonly baseUrl: string;
}

/** The load of one round. */
export interface Load {
  /**
   * `new`: each request has its own grant, which costs one request to the API. `cached`: the requests share
   * ten grants, whose slips are in the store after the first round. `poll`: the pages of these grants poll.
   */
  readonly requests: 'new' | 'cached' | 'poll';
  /** Number of concurrent requests. */
  readonly width: number;
}

type Handler = (request: Request) => Promise<Response>;

const GRANT = { merchantId: 1001, methods: [{ paymentId: 58, fiat: 'MXN' }], amount: '150.00' };
/** The rate limits are high enough for every request of a round. */
const LIMIT = { points: 1_000_000_000, duration: 60 };

function grantOf(request: Request): Grant | null {
  const id = request.headers.get('cookie')?.match(/order=([\w-]+)/)?.[1];
  return id === undefined ? null : { id, ...GRANT };
}

function bareHandler({ baseUrl }: HandlerOptions): Handler {
  return async (request) => {
    const grant = grantOf(request);
    if (!grant) return new Response(null, { status: 401 });
    const { searchParams } = new URL(request.url);
    if (searchParams.has('arrival')) return bareAnswer(JSON.stringify(NOTHING), 200);
    const query = new URLSearchParams({
      merchantId: String(grant.merchantId),
      paymentId: searchParams.get('paymentId') ?? '',
      fiat: searchParams.get('fiat') ?? '',
    });
    const response = await fetch(`${baseUrl}/v2/merchant/addfunds?${query}`, {
      headers: { 'X-BH-TOKEN': 't' },
    });
    const body = JSON.stringify(await response.json());
    return bareAnswer(body, response.status);
  };
}

const NOTHING = { code: 200, msg: 'SUCCESS', data: { status: 'waiting', deposits: [] } };

function bareAnswer(body: string, status: number): Response {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return new Response(body, { status, headers });
}

function kitOf({ baseUrl }: HandlerOptions): Handler {
  return createDepositKit({
    baseUrl,
    token: 't',
    secret: 'a secret for the benchmark, 32 bytes or more',
    authorize: grantOf,
    // Large enough for the slips of all rounds.
    store: createMemoryStore({ maxRows: 100_000_000 }),
    limiter: new RateLimiterMemory(LIMIT),
  });
}

async function request(order: string, query: string): Promise<string> {
  const url = `http://shop.example/deposit${query}`;
  const response = await handler(new Request(url, { headers: { cookie: `order=${order}` } }));
  const text = await response.text();
  if (response.status !== 200) throw new Error(text);
  return text;
}

/** Requests the slip of an order. */
function requestSlip(order: string): Promise<string> {
  return request(order, '?paymentId=58&fiat=MXN');
}

const tokens = new Map<string, string>();

/** Polls for the deposit of an order. */
async function poll(order: string): Promise<string> {
  const token =
    tokens.get(order) ?? (JSON.parse(await requestSlip(order)) as { arrival?: string }).arrival ?? '';
  tokens.set(order, token);
  return request(order, `?arrival=${token}`);
}

let calls = 0;

async function run({ requests, width }: Load): Promise<Sample> {
  const sample = await measure(TASKS[requests], width, calls);
  calls += sample.calls;
  return sample;
}

const TASKS: Readonly<Record<Load['requests'], Task>> = {
  new: (call) => requestSlip(`${process.pid}-${call}`),
  cached: (call) => requestSlip(`cached-${call % 10}`),
  poll: (call) => poll(`cached-${call % 10}`),
};

const options = JSON.parse(process.argv[2]!) as HandlerOptions;
const handler = options.kind === 'kit' ? kitOf(options) : bareHandler(options);
serveParent((load) => run(load as Load));
