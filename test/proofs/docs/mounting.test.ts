import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import { toNodeHandler, type DepositKit, type Grant, type Limiter, type Store } from 'deposit-slip/kit';
import type { RedisStore } from 'deposit-slip/kit/redis';
import { startSandbox } from 'deposit-slip-sandbox';
import { build } from 'vite';
import { freePort } from '../../browsers/free-port.js';
import { listening } from '../../server/loopback.js';
import { PIX_GRANT, shop } from '../../server/shop.js';
import { example, ExampleFolder } from '../../docs/examples.js';
import { packagesOf } from '../../../scripts/on-demand.js';
import { ROOT } from '../../root.js';
import { temporaryFolder } from '../../temporary-folder.js';

const SECRET = 'a secret of the examples, thirty-two bytes long';

const folder = new ExampleFolder();
folder.writeAll('docs/mounting.md');
folder.write('redis', example('docs/scaling.md', 'redis'));
const sandbox = await startSandbox();
after(() => sandbox.stop());
const SETTINGS = {
  API_URL: sandbox.url,
  API_TOKEN: sandbox.token,
  DEPOSIT_SECRET: SECRET,
  SESSION_SECRET: 'a secret of the sessions, thirty-two bytes long',
};
Object.assign(process.env, SETTINGS);

interface Slip {
  readonly data: { readonly txId: string; readonly fieldList: Readonly<Record<string, string>> };
  readonly arrival: string;
}

const at = (url: string, query: Record<string, string> = {}) =>
  `${url}/deposit?${new URLSearchParams(query)}`;

async function slipOf(url: string, query: Record<string, string>, cookie: string): Promise<Slip> {
  const response = await fetch(at(url, query), { headers: { cookie } });
  assert.equal(response.status, 200, await response.clone().text());
  assert.equal(response.headers.get('cache-control'), 'no-store');
  return (await response.json()) as Slip;
}

async function statusOf(url: string, arrival: string, cookie: string): Promise<string> {
  const { data } = (await (await fetch(at(url, { arrival }), { headers: { cookie } })).json()) as {
    data: { status: string };
  };
  return data.status;
}

/** Requests a slip twice, deposits, sees the arrival, and sends requests that are not allowed. */
async function tryEndpoint({ url, checkOut }: Running): Promise<void> {
  const [cookie, other] = [await checkOut(), await checkOut()];
  const { data, arrival } = await slipOf(url, {}, cookie);
  assert.match(data.fieldList['Pix copia e cola']!, /^000201/);
  const { data: otherData } = await slipOf(url, {}, other);
  assert.notEqual(otherData.txId, data.txId);
  assert.equal((await slipOf(url, {}, other)).data.txId, otherData.txId);
  for (const headers of [{}, { cookie: 'session=a-guess; order=a-guess; connect.sid=a-guess' }])
    assert.equal((await fetch(at(url), { headers })).status, 401);
  await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '10.00', txId: data.txId });
  assert.equal(await statusOf(url, arrival, cookie), 'arrived');
  assert.equal((await fetch(at(url, { arrival }), { headers: { cookie: other } })).status, 403);
  const head = await fetch(at(url), { method: 'HEAD', headers: { cookie } });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  const refused = await fetch(at(url), { method: 'POST', body: 'x' });
  assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD']);
  await refused.text();
  const [one, two] = await Promise.all([slipOf(url, {}, other), slipOf(url, {}, other)]);
  assert.equal(one.data.txId, two.data.txId);
}

interface Running {
  readonly url: string;
  /** Creates an order, and returns the cookies of its payer. */
  checkOut(): Promise<string>;
  stop(): unknown;
}

/** A server whose checkout sets the cookies. */
async function running(server: Server): Promise<Running> {
  return withCheckout(await listening(server), () => server.close());
}

function withCheckout(url: string, stop: () => unknown): Running {
  const checkOut = async (): Promise<string> => {
    const response = await fetch(`${url}/checkout`, { method: 'POST', redirect: 'manual' });
    assert.deepEqual([response.status, response.headers.get('location')], [303, '/pay']);
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0]!)
      .join('; ');
  };
  return { url, checkOut, stop };
}

const { createOrder } = await folder.load<{ createOrder: () => string }>('orders');
// The session store and the package that two examples import.
folder.write('sessions', 'export const sessions: Map<string, string> = new Map();');
const { sessions } = await folder.load<{ sessions: Map<string, string> }>('sessions');

function startSession(): string {
  const session = randomUUID();
  sessions.set(session, createOrder());
  return `session=${session}`;
}

/** What is used of `miniflare`, whose types are not there before it is installed. */
interface Miniflares {
  readonly Miniflare: new (options: object) => {
    readonly ready: Promise<URL>;
    getKVNamespace(name: string): Promise<{ put(key: string, value: string): Promise<void> }>;
    dispose(): Promise<void>;
  };
}

// Not in the test, whose time is limited: it may have to be installed first.
const { Miniflare } = packagesOf('test/docs/worker')('miniflare') as Miniflares;

/** Starts the guide's example for each server. */
const SERVERS: Readonly<Record<string, () => Promise<Running>>> = {
  'node:http': async () => {
    const { server } = await folder.load<{ server: Server }>('node');
    return { ...(await running(server)), checkOut: async () => startSession() };
  },
  Express: async () => running(createServer((await folder.load<{ app: RequestListener }>('express')).app)),
  Hono: async () => {
    const { app } = await folder.load<{ app: { fetch: (request: Request) => Promise<Response> } }>('hono');
    return running(createServer(getRequestListener(app.fetch)));
  },
  Fastify: async () => {
    interface App {
      listen(at: object): Promise<string>;
      close(): Promise<void>;
    }
    const { app } = await folder.load<{ app: App }>('fastify');
    return withCheckout(await app.listen({ port: 0, host: '127.0.0.1' }), () => app.close());
  },
  'a Worker': async () => {
    const worker = new Miniflare({
      modules: true,
      script: await bundled('worker'),
      compatibilityDate: '2026-01-01',
      bindings: SETTINGS,
      kvNamespaces: ['SESSIONS'],
    });
    const { origin } = await worker.ready;
    const stored = await worker.getKVNamespace('SESSIONS');
    const checkOut = async (): Promise<string> => {
      const session = randomUUID();
      await stored.put(session, randomUUID());
      return `session=${session}`;
    };
    return { url: origin, checkOut, stop: () => worker.dispose() };
  },
};

describe('the kit, mounted as the guide says', () => {
  for (const [name, start] of Object.entries(SERVERS))
    it(`answers each payer with their own slip on ${name}`, async () => {
      const server = await start();
      await tryEndpoint(server);
      await server.stop();
    });

  it('has the type of a Next route handler, and finds the payer by the cookies of Next', async () => {
    // integrations/next runs the example on Next itself. Here is what Next requires of a route's exports, from its documentation.
    type RouteHandler = (
      request: Request & { readonly nextUrl: URL; readonly cookies: object },
      context: { readonly params: Promise<Record<string, string | string[]>> },
    ) => Response | Promise<Response>;
    folder.writePackage('next', {
      'headers.js': `export const cookies = async () => ({
        get: () => globalThis.nextCookie,
        set: (name, value) => { globalThis.nextCookie = { value }; },
      });`,
      'navigation.js': 'export const redirect = () => {};',
    });
    const { GET, ...others } = await folder.load<Record<string, RouteHandler>>('next/app/deposit/route');
    assert.deepEqual(Object.keys(others).sort(), ['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);
    assert.ok(Object.values(others).every((handler) => handler === GET));
    const { checkOut } = await folder.load<{ checkOut: () => Promise<void> }>('next/app/checkout');
    const status = async (): Promise<number> =>
      (await (GET as DepositKit)(new Request('http://localhost/deposit'))).status;
    const stranger = await status();
    await checkOut();
    assert.deepEqual([stranger, await status()], [401, 200]);
  });
});

/** An example and everything it imports in one module, as a bundler for Workers builds it. */
async function bundled(name: string): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    ssr: {
      target: 'webworker',
      noExternal: true,
      resolve: { conditions: ['@deposit-slip/source', 'workerd', 'worker', 'module', 'import', 'default'] },
    },
    build: {
      write: false,
      ssr: `${folder.path}/${name}.ts`,
      target: 'es2022',
      rollupOptions: { output: { format: 'es', inlineDynamicImports: true } },
    },
  });
  const [first] = [built].flat();
  if (!first || !('output' in first)) throw new Error('Nothing was built.');
  return first.output[0].code;
}

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

describe(
  'two copies of the kit on one Redis',
  { skip: hasRedis || process.env['CI'] ? false : 'no redis-server' },
  () => {
    const data = temporaryFolder();
    let port: number;
    let redis: ChildProcess;
    let store: RedisStore;
    let urls: readonly string[];
    const copies: Server[] = [];

    async function startRedis(): Promise<void> {
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', data];
      redis = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
      await ready(redis);
    }

    async function stopRedis(): Promise<void> {
      redis.kill('SIGKILL');
      await once(redis, 'exit');
    }

    /** Resolves once the store is connected. */
    const connected = () => (store.client.isReady ? Promise.resolve() : once(store.client, 'ready'));

    before(async () => {
      port = await freePort();
      process.env['REDIS_URL'] = `redis://127.0.0.1:${port}`;
      const shared = await folder.load<{ store: RedisStore; limiter: Limiter }>('redis');
      ({ store } = shared);
      copies.push(...[copyOf(shared), copyOf(shared)]);
      urls = await Promise.all(copies.map(listening));
    });

    after(async () => {
      for (const copy of copies) copy.close();
      store.close();
      await stopRedis();
    });

    const copyOf = (shared: { store: Store; limiter: Limiter }): Server => {
      const authorize = ({ headers }: Request): Grant => ({
        ...PIX_GRANT,
        id: headers.get('cookie') ?? 'nobody',
        merchantId: 1001,
      });
      return createServer(
        toNodeHandler(shop({ baseUrl: sandbox.url, token: sandbox.token, fetch, ...shared, authorize }).kit),
      );
    };

    it('respond although Redis is down when they start', async () => {
      for (const url of urls) {
        const { data: slip } = await slipOf(url, {}, 'order-1');
        assert.match(slip.fieldList['Pix copia e cola']!, /^000201/);
      }
      await startRedis();
      await connected();
    });

    it('give one payer the same slip, whichever copy responds', async () => {
      const [one, other] = urls;
      const { data: slip, arrival } = await slipOf(one!, {}, 'order-2');
      assert.equal((await slipOf(other!, {}, 'order-2')).data.txId, slip.txId);
      const fresh = await slipOf(other!, { refresh: '1' }, 'order-2');
      assert.notEqual(fresh.data.txId, slip.txId);
      assert.equal((await slipOf(one!, {}, 'order-2')).data.txId, fresh.data.txId);
      await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '10.00', txId: slip.txId });
      assert.equal(await statusOf(other!, arrival, 'order-2'), 'arrived');
    });

    it('request one slip if they are asked for it at the same time', async () => {
      await sandbox.control.clearRequests();
      const slips = await Promise.all([...urls, ...urls].map((url) => slipOf(url, {}, 'order-3')));
      assert.equal(new Set(slips.map(({ data: slip }) => slip.txId)).size, 1, JSON.stringify(slips));
      assert.equal((await sandbox.requests({ route: 'pending-fund' })).length, 1);
    });

    it('share a rate limit', async () => {
      const ask = async (url: string) => {
        const response = await fetch(at(url), { headers: { cookie: 'order-4' } });
        await response.text();
        return response;
      };
      await ask(urls[0]!);
      const answers = await Promise.all(Array.from({ length: 309 }, (_, call) => ask(urls[call % 2]!)));
      const limited = answers.filter(({ status }) => status === 429);
      assert.equal(limited.length, 10);
      assert.match(limited[0]!.headers.get('retry-after') ?? '', /^[0-9]+$/);
    });

    it('respond while Redis is gone, and use it again when it is back', async () => {
      await stopRedis();
      const { data: slip } = await slipOf(urls[0]!, {}, 'order-5');
      assert.match(slip.fieldList['Pix copia e cola']!, /^000201/);
      await startRedis();
      await connected();
      const stored = await slipOf(urls[0]!, {}, 'order-6');
      assert.equal((await slipOf(urls[1]!, {}, 'order-6')).data.txId, stored.data.txId);
    });
  },
);

async function ready(server: ChildProcess): Promise<void> {
  for await (const line of server.stdout!.setEncoding('utf8'))
    if (String(line).includes('Ready to accept connections')) break;
  server.stdout!.resume();
}
