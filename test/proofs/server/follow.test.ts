/** SECURITY.md P38 with real processes on a real Redis: the page is closed, and a copy of the server is killed. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, it } from 'node:test';
import { createClient } from '@redis/client';
import { startSandbox } from 'deposit-slip-sandbox';
import { freePort } from '../../browsers/free-port.js';
import { ROOT } from '../../root.js';
import { temporaryFolder } from '../../temporary-folder.js';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const sandbox = await startSandbox();
const data = temporaryFolder();
const children: ChildProcess[] = [];

after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await sandbox.stop();
});

/** The lines that a process prints. */
function linesOf(child: ChildProcess): AsyncIterator<string> {
  children.push(child);
  return createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
}

async function startRedis(): Promise<string> {
  const port = String(await freePort());
  const options = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', data];
  const lines = linesOf(spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] }));
  while (!String((await lines.next()).value).includes('Ready to accept connections'));
  return `redis://127.0.0.1:${port}`;
}

/** Starts a copy of the shop's server. */
async function startCopy(redisUrl: string, env: Readonly<Record<string, string>> = {}) {
  const script = `${ROOT}/test/proofs/server/follow-copy.ts`;
  const child = spawn(process.execPath, ['--conditions=@deposit-slip/source', '--import', 'tsx', script], {
    cwd: ROOT,
    env: { ...process.env, API_URL: sandbox.url, API_TOKEN: sandbox.token, REDIS_URL: redisUrl, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = linesOf(child);
  const next = async (): Promise<string> => String((await lines.next()).value);
  return { child, url: await next(), next };
}

/** Opens the page of an order, and closes it. */
async function openPage(url: string, order: string): Promise<string> {
  const response = await fetch(url, { headers: { cookie: order } });
  const { data: slip } = (await response.json()) as { data: { txId: string } };
  return slip.txId;
}

it(
  'an order turns paid once although its page is closed, and the copy of the server that was told first is killed',
  { skip: hasRedis || process.env['CI'] ? false : 'no redis-server' },
  async () => {
    const redisUrl = await startRedis();
    const first = await startCopy(redisUrl, { HANGS: '1' });
    const paid = await openPage(first.url, 'order-1');
    const deposit = (txId: string) =>
      sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '10.00', txId });
    await deposit(paid);
    assert.equal(await first.next(), `order-1 ${paid}`);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');

    const second = await startCopy(redisUrl);
    assert.notEqual(await openPage(second.url, 'order-2'), paid);
    // Until the time of a hook has passed, the first copy might still be at work.
    const redis = await createClient({ url: redisUrl }).connect();
    const [mark] = (await redis.keys('deposit-slip:deposits:*:told')) as [string];
    assert.ok((await redis.ttl(mark)) > 10);
    await redis.expire(mark, 0);
    redis.destroy();
    assert.equal(await second.next(), `order-1 ${paid}`);
    // A third copy finds it told, and the next deposit is told once, by whichever of the two.
    const third = await startCopy(redisUrl);
    const other = await openPage(third.url, 'order-3');
    await deposit(other);
    const told = await Promise.race([second.next(), third.next()]);
    assert.equal(told, `order-3 ${other}`);
  },
);
