import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { startSandbox } from 'deposit-slip-sandbox';
import { build } from 'vite';
import { createDatabase } from './worker-database.js';
import { listening } from '../../server/loopback.js';
import { ExampleFolder } from '../../docs/examples.js';
import { packagesOf } from '../../../scripts/on-demand.js';
import { ROOT } from '../../root.js';
import { until } from '../../until.js';

const SECRET = 'a secret of the examples, thirty-two bytes long';

const folder = new ExampleFolder();
folder.writeAll('docs/mounting.md');
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
  const response = await fetch(at(url, { arrival }), { headers: { cookie } });
  return ((await response.json()) as { data: { status: string } }).data.status;
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
  await until(async () => (await statusOf(url, arrival, cookie)) === 'arrived');
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
}

const { createOrder } = await folder.load<{ createOrder: () => string }>('orders');
// The session store that two of the examples import.
folder.write('sessions', 'export const sessions: Map<string, string> = new Map();');
const { sessions } = await folder.load<{ sessions: Map<string, string> }>('sessions');

function startSession(): string {
  const session = randomUUID();
  sessions.set(session, createOrder());
  return `session=${session}`;
}

/** The used part of `miniflare`, whose types are missing until it is installed. */
interface Miniflares {
  readonly Miniflare: new (options: object) => {
    readonly ready: Promise<URL>;
    getKVNamespace(name: string): Promise<{
      put(key: string, value: string): Promise<void>;
      get(key: string): Promise<string | null>;
    }>;
    getWorker(): Promise<{ scheduled(options: object): Promise<unknown> }>;
    dispose(): Promise<void>;
  };
  readonly Response: typeof Response;
}

// Not in the test, whose time is limited: the package may have to be installed first.
const { Miniflare, Response: WorkerResponse } = packagesOf('test/docs/worker')('miniflare') as Miniflares;

/** Starts the guide's Worker with its own database. */
async function startWorker() {
  const database = await createDatabase();
  folder.write('pool', database.pool);
  const worker = new Miniflare({
    modules: true,
    script: await bundled('worker'),
    compatibilityDate: '2026-01-01',
    bindings: SETTINGS,
    kvNamespaces: ['SESSIONS', 'SHIPPED'],
    serviceBindings: {
      DATABASE: async (request: Request) => new WorkerResponse(await database.answer(await request.text())),
    },
  });
  const { origin } = await worker.ready;
  const [sessions, shipped] = await Promise.all([
    worker.getKVNamespace('SESSIONS'),
    worker.getKVNamespace('SHIPPED'),
  ]);
  const checkOut = async (id: string = randomUUID()): Promise<string> => {
    const session = randomUUID();
    await sessions.put(session, id);
    return `session=${session}`;
  };
  const stop = async (): Promise<void> => {
    await worker.dispose();
    await database.close();
  };
  const tick = async () => (await worker.getWorker()).scheduled({ cron: '* * * * *' });
  return { url: origin, checkOut, stop, tick, shipped };
}

describe('the kit, mounted as the guide says', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>;
  before(async () => {
    worker = await startWorker();
  });
  after(() => worker.stop());

  it('sends each payer their own slip on node:http', async () => {
    const { server } = await folder.load<{ server: Server }>('node');
    const url = await listening(server);
    await tryEndpoint({ url, checkOut: async () => startSession() });
    server.close();
  });

  it('sends each payer their own slip on a Worker', () => tryEndpoint(worker));

  it('ships an order of a Worker by its cron trigger, with no page open', async () => {
    const { url, checkOut, tick, shipped } = worker;
    const order = randomUUID();
    const { data } = await slipOf(url, {}, await checkOut(order));
    await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '10.00', txId: data.txId });
    await until(async () => (await tick(), await shipped.get(order)) !== null);
    assert.equal(await shipped.get(order), '10.00');
  });

  it('finishes the reading that a page of a Worker began, after the page has its response', async () => {
    const { url, checkOut, shipped } = worker;
    const order = randomUUID();
    try {
      const cookie = await checkOut(order);
      const { data, arrival } = await slipOf(url, {}, cookie);
      await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '10.00', txId: data.txId });
      await sandbox.control.faults([{ route: 'flows', delay: 3_000 }]);
      const isShipped = async (): Promise<boolean> => (await shipped.get(order)) !== null;
      const end = performance.now() + 40_000;
      while (!(await isShipped())) {
        // A poll waits up to a second for a reading that is due. More polls would keep the Worker awake.
        for (let waited = 0; waited < 900;) {
          const start = performance.now();
          assert.ok(start < end, 'no reading begins, or none ends');
          assert.ok((await statusOf(url, arrival, cookie)) === 'waiting' || (await isShipped()));
          waited = performance.now() - start;
        }
        // On a loaded machine, a poll can be slow even without a reading. The next poll then begins it.
        await until(isShipped, 8_000).catch(() => undefined);
      }
    } finally {
      await sandbox.control.faults([]);
    }
  });
});

/** Bundles an example and everything it imports into one module, as a bundler for Workers does. */
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
