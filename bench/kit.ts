/**
 * The kit beside a bare handler that does the least such an endpoint must: who asks, one request to the API, the answer
 * passed on as it came (performance.md, B11): `npm run bench`. Rounds alternate. The API is a process of its own that
 * always says the same: at once, where all of the kit's own work shows, or after 20 ms, as one across a network does.
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
const ANSWER = JSON.stringify({
  code: 200,
  msg: 'SUCCESS',
  data: {
    fiat: 'MXN',
    paymentMethodName: 'SPEI',
    txId: '90071992547409931',
    fieldList: { 'Cuenta CLABE': '646180110400000007', 'Beneficiary Name': 'COMERCIO DE PRUEBA' },
  },
});
const WIDTH = 10;
/** Milliseconds. */
const FAR_MS = 20;
const GRANT = { merchantId: 1001, methods: [{ paymentId: 58, fiat: 'MXN' }] };

/** The API's part of it. */
function serveApi(): void {
  const server = createServer(({ url }, response) => {
    const say = () => response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER);
    // Some sooner, some later: else ten requests would walk in step, and wait for each other.
    if (url?.startsWith('/far')) setTimeout(say, FAR_MS * (0.5 + Math.random()));
    else say();
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit(0));
}

type Ask = (call: number) => Request;

/** A visit of its own each time, so that each answer costs one request to the API. */
const newSlip: Ask = (call) =>
  new Request('http://shop.example/deposit?paymentId=58&fiat=MXN', { headers: { cookie: `order=${call}` } });

/** One of ten payers who look again. */
const sameSlip: Ask = (call) => newSlip(call % 10);

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
    const answer = await fetch(`${baseUrl}/v2/merchant/addfunds?${query}`, {
      headers: { 'X-BH-TOKEN': 't' },
    });
    const body = JSON.stringify(await answer.json());
    return new Response(body, {
      status: answer.status,
      headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
    });
  };
}

const taskOf =
  (handler: (request: Request) => Promise<Response>, ask: Ask): Task =>
  async (call) => {
    const response = await handler(ask(call));
    if (response.status !== 200) throw new Error(await response.text());
    await response.text();
  };

const kitOn = (baseUrl: string): ((request: Request) => Promise<Response>) =>
  createDepositKit({
    baseUrl,
    token: 't',
    secret: 'a secret of the bench, thirty-two bytes long',
    authorize: grantOf,
    limiter: new RateLimiterMemory({ points: 1_000_000_000, duration: 60 }),
  });

/** Rates of the two and their ratio. */
export async function benchKit(): Promise<readonly object[]> {
  const api = fork(SELF, ['api'], { execArgv: process.execArgv });
  const [port] = (await once(api, 'message')) as [number];
  const near = `http://127.0.0.1:${port}`;
  const rows = [];
  for (const [name, baseUrl, ask] of [
    ['kit: new slip, API at once', near, newSlip],
    ['kit: new slip, API in 20 ms', `${near}/far`, newSlip],
    ['kit: same slip, API at once', near, sameSlip],
  ] as const) {
    const floor = taskOf(bareHandler(baseUrl), ask);
    rows.push(await compare({ name, floor, ours: taskOf(kitOn(baseUrl), ask) }, WIDTH));
  }
  api.disconnect();
  return rows;
}

if (process.argv[2] === 'api') serveApi();
else if (process.argv[1] === SELF) {
  console.table(await benchKit());
  process.exit(0);
}
