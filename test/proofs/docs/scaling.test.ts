import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { DepositKit } from 'deposit-slip/kit';
import type { RedisStore } from 'deposit-slip/kit/redis';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import { freePort } from '../../browsers/free-port.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { example, ExampleFolder } from '../../docs/examples.js';

interface Example {
  readonly store: RedisStore;
  readonly deposit: DepositKit;
  readonly server: Server;
}

const PRELUDE = `
const grantOf = ({ headers }: Request) => ({
  ...{ id: headers.get('cookie') ?? 'nobody', merchantId: 1001, methods: [{ paymentId: 90, fiat: 'BRL' }] },
});
`;

const folder = new ExampleFolder();
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const skip = hasRedis || process.env['CI'] ? false : 'no redis-server';

describe('the server of the guide to scaling, started while Redis is down', { skip }, () => {
  const data = temporaryFolder();
  const end = new AbortController();
  let sandbox: Sandbox;
  let redisPort: number;
  let redis: ChildProcess | undefined;
  let running: Example;
  let following: Promise<void>;

  before(async () => {
    [sandbox, redisPort] = await Promise.all([startSandbox(), freePort()]);
    Object.assign(process.env, {
      ...{ REDIS_URL: `redis://127.0.0.1:${redisPort}`, PORT: '0' },
      ...{ API_URL: sandbox.url, API_TOKEN: sandbox.token, DEPOSIT_SECRET: 'x'.repeat(32) },
    });
    folder.write('redis', example('docs/scaling.md', 'redis'));
    folder.write('copy', PRELUDE + example('docs/scaling.md', 'copy'));
    const { store } = await folder.load<Pick<Example, 'store'>>('redis');
    running = { ...(await folder.load<Omit<Example, 'store'>>('copy')), store };
    following = running.deposit.follow({ signal: end.signal, interval: 1_000 });
  });

  after(async () => {
    end.abort();
    running.store.close();
    running.server.close();
    redis?.kill('SIGKILL');
    await sandbox.stop();
  });

  async function codeOf(order: string): Promise<string> {
    if (!running.server.listening) await once(running.server, 'listening');
    const { port } = running.server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie: order } });
    assert.equal(response.status, 200, await response.clone().text());
    return ((await response.json()) as { data: { txId: string } }).data.txId;
  }

  it('listens, and shows slips that it cannot store', async () => {
    assert.notEqual(await codeOf('order-1'), await codeOf('order-1'));
  });

  it('stores slips and follows deposits once Redis is up', async () => {
    const options = ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', data];
    redis = spawn('redis-server', options, { stdio: 'ignore' });
    // Not `once` of node:events, which rejects at the client's next failed attempt.
    await new Promise((resolve) => running.store.client.once('ready', resolve));
    assert.equal(await codeOf('order-2'), await codeOf('order-2'));
    end.abort();
    await following;
  });
});
