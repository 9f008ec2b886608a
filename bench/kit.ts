/**
 * Compares the kit with a bare handler that does the least an endpoint must do: authenticate, send one request to the
 * API and forward its response. Run by `npm run bench`; `bench/kit.ts` also runs alone. The API is a process of its own
 * that always returns the same response: at once, to expose the kit's own work, or after about 20 ms, as across a
 * network. Targets: at most 15 % overhead with the API across a network, and at most 0.25 ms of CPU for a new slip.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createDepositKit, type Grant } from 'deposit-slip/kit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { compare, type Task } from './rates.js';

const SELF = fileURLToPath(import.meta.url);
const RESPONSE = JSON.stringify({
  code: 200,
  msg: 'SUCCESS',
  data: {
    fiat: 'MXN',
    paymentMethodName: 'SPEI',
    txId: '90071992547409931',
    fieldList: { 'Cuenta CLABE': '646180110400000007', 'Beneficiary Name': 'COMERCIO DE PRUEBA' },
  },
});
const CONCURRENCY = 10;
/** Mean delay of the remote API. */
const REMOTE_MS = 20;
const GRANT = { merchantId: 1001, methods: [{ paymentId: 58, fiat: 'MXN' }] };

/** Runs the API in this process and sends its port to the parent. */
function serveApi(): void {
  const server = createServer(({ url }, response) => {
    const respond = () => response.writeHead(200, { 'content-type': 'application/json' }).end(RESPONSE);
    // A random delay, because concurrent requests would otherwise run in lockstep.
    if (url?.startsWith('/remote')) setTimeout(respond, REMOTE_MS * (0.5 + Math.random()));
    else respond();
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit(0));
}

type SlipRequest = (call: number) => Request;

/** A new grant for each call, so that each costs one request to the API. */
const newSlip: SlipRequest = (call) =>
  new Request('http://shop.example/deposit?paymentId=58&fiat=MXN', { headers: { cookie: `order=${call}` } });

/** One of ten grants whose slip is cached after the first call. */
const cachedSlip: SlipRequest = (call) => newSlip(call % 10);

const grantOf = (request: Request): Grant | null => {
  const id = request.headers.get('cookie')?.match(/order=([\w-]+)/)?.[1];
  return id === undefined ? null : { id, ...GRANT };
};

function bareHandler(baseUrl: string): (request: Request) => Promise<Response> {
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

const taskOf =
  (handler: (request: Request) => Promise<Response>, request: SlipRequest): Task =>
  async (call) => {
    const response = await handler(request(call));
    if (response.status !== 200) throw new Error(await response.text());
    await response.text();
  };

const kitOn = (baseUrl: string): ((request: Request) => Promise<Response>) =>
  createDepositKit({
    baseUrl,
    token: 't',
    secret: 'a secret for the benchmark, 32 bytes or more',
    authorize: grantOf,
    limiter: new RateLimiterMemory({ points: 1_000_000_000, duration: 60 }),
  });

/** Measures both and returns the rows of a table. */
export async function benchKit(): Promise<readonly object[]> {
  const api = fork(SELF, ['api'], { execArgv: process.execArgv });
  const [port] = (await once(api, 'message')) as [number];
  const local = `http://127.0.0.1:${port}`;
  const rows = [];
  for (const [name, baseUrl, request] of [
    ['kit: new slip, local API', local, newSlip],
    ['kit: new slip, API 20 ms away', `${local}/remote`, newSlip],
    ['kit: cached slip, local API', local, cachedSlip],
  ] as const) {
    const baseline = taskOf(bareHandler(baseUrl), request);
    rows.push(await compare({ name, baseline, ours: taskOf(kitOn(baseUrl), request) }, CONCURRENCY));
  }
  api.disconnect();
  return rows;
}

if (process.argv[2] === 'api') serveApi();
else if (process.argv[1] === SELF) {
  console.table(await benchKit());
  process.exit(0);
}
