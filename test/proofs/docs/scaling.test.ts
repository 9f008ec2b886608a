/** Tests the servers of the guide to scaling: two copies that start without PostgreSQL, and a cron job. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, mock } from 'node:test';
import type { DepositKit } from 'deposit-slip/kit';
import type { Pool } from 'pg';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import { runOn, startServer, type OwnServer } from '../../../sandbox/test/postgres.js';
import { shell } from '../../../scripts/run.js';
import { example, ExampleFolder } from '../../docs/examples.js';
import { ROOT } from '../../root.js';
import { until } from '../../until.js';

interface Copy {
  readonly server: Server;
  readonly following: Promise<void>;
}

interface Answer {
  readonly data: { readonly txId: string; readonly status?: string };
  readonly arrival: string;
  readonly kind?: string;
}

const PRELUDE = `
const grantOf = ({ headers }: Request) => ({
  ...{ id: headers.get('cookie') ?? 'nobody', merchantId: 1001, methods: [{ paymentId: 90, fiat: 'BRL' }] },
  amount: '10.00',
});
`;
const COPIES = ['one', 'two'] as const;

const folder = new ExampleFolder();
const guide = (name: string): string => example('docs/scaling.md', name);
for (const copy of [...COPIES, 'new']) {
  folder.write(`${copy}/kit`, PRELUDE + guide('kit'));
  for (const name of ['database', 'limiter', 'copy', 'tick']) folder.write(`${copy}/${name}`, guide(name));
}

describe('two copies of the server in the guide to scaling, started while PostgreSQL is down', () => {
  let sandbox: Sandbox;
  let database: OwnServer;
  let databaseUrl: string;
  let copies: readonly Copy[];
  let pools: readonly Pool[];
  /** What a payer saw before the copies were stopped. */
  let last: Answer;

  before(async () => {
    [sandbox, database] = await Promise.all([startSandbox(), startServer()]);
    databaseUrl = await database.createDatabase();
    await database.kill();
    Object.assign(process.env, {
      ...{ DATABASE_URL: databaseUrl, PORT: '0' },
      ...{ API_URL: sandbox.url, API_TOKEN: sandbox.token, DEPOSIT_SECRET: 'x'.repeat(32) },
    });
    copies = await Promise.all(COPIES.map((copy) => folder.load<Copy>(`${copy}/copy`)));
    const modules = COPIES.map((copy) => folder.load<{ pool: Pool }>(`${copy}/database`));
    pools = (await Promise.all([...modules, folder.load<{ pool: Pool }>('new/database')])).map(
      ({ pool }) => pool,
    );
  });

  after(async () => {
    process.emit('SIGTERM', 'SIGTERM');
    await Promise.all(copies.map(({ following }) => following));
    await Promise.all(pools.filter(({ ending }) => !ending).map((pool) => pool.end()));
    await Promise.all([database.stop(), sandbox.stop()]);
  });

  /** Sends a request to a copy as the payer of an order. */
  async function ask(copy: number, order: string, query = ''): Promise<Answer & { readonly status: number }> {
    const { server } = copies[copy]!;
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/${query}`, { headers: { cookie: order } });
    return { ...((await response.json()) as Answer), status: response.status };
  }

  it('listen, and respond with 503 rather than show a slip that is not stored', async () => {
    const { status, kind } = await ask(0, 'order-1');
    assert.deepEqual([status, kind], [503, 'unavailable']);
    assert.equal((await sandbox.requests({ route: 'pending-fund' })).length, 0);
  });

  it('respond with 503 and name the command to run while the tables are missing', async () => {
    await database.start();
    const { deposit } = await folder.load<{ deposit: DepositKit }>('new/kit');
    const logged = mock.method(console, 'error', () => undefined);
    assert.equal((await deposit(new Request('https://shop.example/deposit'))).status, 503);
    logged.mock.restore();
    const lines = logged.mock.calls.map(({ arguments: [line] }) => String(line));
    assert.match(lines.join('\n'), /run npx deposit-slip-migrate\.$/m);
  });

  it('show one payer the same slip once the tables exist, whichever copy responds', async () => {
    const [migrate, limits] = [guide('migrate'), guide('limits')];
    const command = migrate
      .replace(/(DATABASE_URL=)\S+/, `$1'${databaseUrl}'`)
      .replace('npx deposit-slip-migrate', 'node bin/deposit-slip-migrate.js');
    assert.match(await shell(command, ROOT), /version 1/);
    await runOn(databaseUrl, limits);
    const slip = await untilServed(() => ask(0, 'order-2'));
    const other = await untilServed(() => ask(1, 'order-2'));
    assert.equal(other.data.txId, slip.data.txId);
    const fresh = await ask(1, 'order-2', '?refresh=1');
    assert.notEqual(fresh.data.txId, slip.data.txId);
    assert.equal((await ask(0, 'order-2')).data.txId, fresh.data.txId);
  });

  it('report a deposit once, with no page open', async () => {
    const printed = mock.method(console, 'log', () => undefined);
    const told = new Promise<void>((resolve) => printed.mock.mockImplementation(() => resolve()));
    const { data } = await ask(0, 'order-4');
    await sandbox.control.deposit({ merchantId: 1001, fiat: 'BRL', amount: '10.00', txId: data.txId });
    await told;
    for (const copy of [0, 1]) assert.equal((await ask(copy, 'order-4')).data.status, 'arrived');
    const calls = printed.mock.calls.map(({ arguments: values }) => values);
    printed.mock.restore();
    assert.deepEqual(calls, [['paid', 'order-4']]);
  });

  it('share a rate limit', async () => {
    const answers = await Promise.all(Array.from({ length: 310 }, (_, call) => ask(call % 2, 'order-5')));
    assert.equal(answers.filter(({ status }) => status === 429).length, 10);
  });

  it('respond with 503 while PostgreSQL is down, and continue when it is back', async () => {
    const { data } = await ask(0, 'order-6');
    await database.kill();
    for (const copy of [0, 1]) assert.equal((await ask(copy, 'order-6')).status, 503);
    await database.start();
    for (const copy of [0, 1])
      assert.equal((await untilServed(() => ask(copy, 'order-6'))).data.txId, data.txId);
  });

  it('finish the requests under way when they are stopped, and then close their connections', async () => {
    await sandbox.control.faults([{ route: 'pending-fund', delay: 300 }]);
    const answers = Promise.all([0, 1].map((copy) => ask(copy, `order-${7 + copy}`)));
    await Promise.all(copies.map(({ server }) => once(server, 'request')));
    process.emit('SIGTERM', 'SIGTERM');
    const shown = await answers;
    assert.deepEqual(
      shown.map(({ status }) => status),
      [200, 200],
    );
    last = shown[0]!;
    await until(async () => pools.slice(0, COPIES.length).every(({ ended }) => ended));
    await sandbox.control.faults([]);
  });

  it('can be replaced by a cron job', async () => {
    await sandbox.control.deposit({
      ...{ merchantId: 1001, fiat: 'BRL', amount: '10.00' },
      txId: last.data.txId,
    });
    const tick = `node --conditions=@deposit-slip/source --import tsx '${folder.path}/one/tick.ts'`;
    let printed = '';
    await until(async () => (printed += await shell(tick, ROOT)).includes('order-7'));
    assert.equal(printed, 'paid order-7\n');
  });
});

/** Repeats the request until its status is not 503: a copy checks once a second whether the tables exist. */
async function untilServed<Result extends { readonly status: number }>(
  ask: () => Promise<Result>,
): Promise<Result> {
  let answer = await ask();
  await until(async () => (answer = await ask()).status !== 503);
  assert.equal(answer.status, 200);
  return answer;
}
