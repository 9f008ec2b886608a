import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { serve } from '@hono/node-server';
import { createDepositKit, toNodeHandler, type DepositKit, type Limiter, type Store } from 'deposit-slip/kit';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import { Miniflare } from 'miniflare';
import { build } from 'vite';
import { freePort } from '../browsers/free-port.js';
import { examplesOf } from './examples.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Inside the repository, so that the examples can import packages by name. */
const FOLDER = `${ROOT}/.cache/mounting-${process.pid}`;
const SECRET = 'a secret of the examples, thirty-two bytes long';

let sandbox: Sandbox;

before(async () => {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, { code }] of examplesOf('docs/mounting.md')) writeFileSync(`${FOLDER}/${name}.ts`, code);
  sandbox = await startSandbox();
  Object.assign(process.env, { API_URL: sandbox.url, API_TOKEN: sandbox.token, DEPOSIT_SECRET: SECRET });
});

after(async () => {
  await sandbox.stop();
  rmSync(FOLDER, { recursive: true, force: true });
});

async function load<Module>(name: string): Promise<Module> {
  return (await import(`${FOLDER}/${name}.ts`)) as Module;
}

async function listening(server: Server): Promise<string> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Slip {
  readonly data: { readonly txId: string; readonly fieldList: Readonly<Record<string, string>> };
  readonly arrival: string;
}

const at = (url: string, query: Record<string, string> = {}) =>
  `${url}/deposit?${new URLSearchParams(query)}`;

async function slipOf(url: string, query: Record<string, string> = {}): Promise<Slip> {
  const response = await fetch(at(url, query));
  assert.equal(response.status, 200, await response.clone().text());
  assert.equal(response.headers.get('cache-control'), 'no-store');
  return (await response.json()) as Slip;
}

async function statusOf(url: string, arrival: string): Promise<string> {
  const { data } = (await (await fetch(at(url, { arrival }))).json()) as { data: { status: string } };
  return data.status;
}

/** Requests a slip twice, deposits, sees the arrival, and sends requests that are not allowed. */
async function tryEndpoint(url: string): Promise<void> {
  const { data, arrival } = await slipOf(url, { refresh: '1' });
  assert.match(data.fieldList['Pix copia e cola']!, /^000201/);
  assert.equal((await slipOf(url)).data.txId, data.txId);
  await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '10.00', txId: data.txId });
  assert.equal(await statusOf(url, arrival), 'arrived');
  const head = await fetch(at(url), { method: 'HEAD' });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  const refused = await fetch(at(url), { method: 'POST', body: 'x' });
  assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD']);
  await refused.text();
  const [one, two] = await Promise.all([slipOf(url), slipOf(url)]);
  assert.equal(one.data.txId, two.data.txId);
}

describe('the kit, mounted as the guide says', () => {
  it('answers on node:http', async () => {
    const { server } = await load<{ server: Server }>('node');
    await tryEndpoint(await listening(server));
    server.close();
  });

  it('answers on Express', async () => {
    const { app } = await load<{ app: RequestListener }>('express');
    const server = createServer(app);
    await tryEndpoint(await listening(server));
    server.close();
  });

  it('answers on Fastify', async () => {
    const { app } = await load<{ app: { listen(at: object): Promise<string>; close(): Promise<void> } }>(
      'fastify',
    );
    await tryEndpoint(await app.listen({ port: 0, host: '127.0.0.1' }));
    await app.close();
  });

  it('answers on Hono', async () => {
    const { app } = await load<{ app: { fetch: DepositKit } }>('hono');
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await once(server, 'listening');
    await tryEndpoint(await listening(server));
    server.close();
  });

  it('has the type of a Next route handler', async () => {
    // The type that Next requires of a route's exports, from its documentation.
    type RouteHandler = (
      request: Request & { readonly nextUrl: URL; readonly cookies: object },
      context: { readonly params: Promise<Record<string, string | string[]>> },
    ) => Response | Promise<Response>;
    const { GET, HEAD, OPTIONS } = await load<Record<'GET' | 'HEAD' | 'OPTIONS', DepositKit>>('next');
    const handlers: RouteHandler[] = [GET, HEAD, OPTIONS];
    assert.ok(handlers.every((handler) => handler === GET));
    assert.equal((await GET(new Request('http://localhost/deposit'))).status, 200);
  });

  it('answers in a Worker', async () => {
    const worker = new Miniflare({
      modules: true,
      script: await bundled('worker'),
      compatibilityDate: '2026-01-01',
      bindings: { API_URL: sandbox.url, API_TOKEN: sandbox.token, DEPOSIT_SECRET: SECRET },
    });
    const url = await worker.ready;
    await tryEndpoint(url.href.replace(/\/$/, ''));
    await worker.dispose();
  });
});

/** An example and everything it imports in one module, as a bundler for Workers builds it. */
async function bundled(name: string): Promise<string> {
  const [first] = [
    await build({
      root: ROOT,
      configFile: false,
      logLevel: 'silent',
      resolve: { conditions: ['@deposit-slip/source', 'workerd', 'worker', 'module', 'import', 'default'] },
      ssr: { target: 'webworker', noExternal: true },
      build: {
        write: false,
        ssr: `${FOLDER}/${name}.ts`,
        target: 'es2022',
        rollupOptions: { output: { format: 'es', inlineDynamicImports: true } },
      },
    }),
  ].flat();
  if (!first || !('output' in first)) throw new Error('Nothing was built.');
  return first.output[0].code;
}

describe(
  'two copies of the kit on one Redis',
  { skip: (await hasRedis()) || process.env['CI'] ? false : 'no redis-server' },
  () => {
    const data = mkdtempSync(join(tmpdir(), 'redis-'));
    let server: ChildProcess;
    let redis: { destroy(): void };
    let urls: readonly string[];
    const copies: Server[] = [];

    before(async () => {
      const port = await freePort();
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', data];
      server = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
      await ready(server);
      process.env['REDIS_URL'] = `redis://127.0.0.1:${port}`;
      const shared = await load<{ store: Store; limiter: Limiter; redis: { destroy(): void } }>('redis');
      redis = shared.redis;
      copies.push(...[copyOf(shared), copyOf(shared)]);
      urls = await Promise.all(copies.map(listening));
    });

    after(async () => {
      for (const copy of copies) copy.close();
      redis.destroy();
      server.kill();
      await once(server, 'exit');
      rmSync(data, { recursive: true, force: true });
    });

    const copyOf = ({ store, limiter }: { store: Store; limiter: Limiter }): Server =>
      createServer(
        toNodeHandler(
          createDepositKit({
            baseUrl: sandbox.url,
            token: sandbox.token,
            secret: SECRET,
            store,
            limiter,
            authorize: (request) => ({
              id: request.headers.get('cookie') ?? 'order-2',
              merchantId: 1001,
              methods: [{ paymentId: 90, fiat: 'BRL' }],
            }),
          }),
        ),
      );

    it('give one payer the same slip, whichever copy responds', async () => {
      const [one, other] = urls;
      const { data, arrival } = await slipOf(one!);
      assert.equal((await slipOf(other!)).data.txId, data.txId);
      const fresh = await slipOf(other!, { refresh: '1' });
      assert.notEqual(fresh.data.txId, data.txId);
      assert.equal((await slipOf(one!)).data.txId, fresh.data.txId);
      await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '10.00', txId: data.txId });
      assert.equal(await statusOf(other!, arrival), 'arrived');
    });

    it('give the same slip to requests that reach both at the same time', async () => {
      const asked = await Promise.all(
        [...urls, ...urls].map(async (url) => {
          const response = await fetch(at(url), { headers: { cookie: 'order-3' } });
          return ((await response.json()) as Slip).data.txId;
        }),
      );
      assert.equal(new Set(asked).size, 1, String(asked));
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

    it('still respond while Redis is unreachable', async () => {
      redis.destroy();
      const { data } = await slipOf(urls[0]!);
      assert.match(data.fieldList['Pix copia e cola']!, /^000201/);
    });
  },
);

function hasRedis(): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('redis-server', ['--version'], { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

async function ready(server: ChildProcess): Promise<void> {
  for await (const line of server.stdout!.setEncoding('utf8'))
    if (String(line).includes('Ready to accept connections')) break;
  server.stdout!.resume();
}
