import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { FIATS } from 'deposit-slip/contract';
import { readMigrations } from '../../src/db/migrate.js';
import { startSandbox, type Sandbox } from '../../src/index.js';
import { end, run, runToEnd, untilReady } from '../command.js';
import { runOn, sharedServer, type Server } from '../postgres.js';
import { PATHS } from '../requests.js';

let server: Server;
let databaseUrl: string;
before(async () => {
  server = await sharedServer();
});

const CLABE = `${PATHS.details}?merchantId=1001&paymentId=105&fiat=MXN`;

function get({ url }: Pick<Sandbox, 'url'>, path: string): Promise<Response> {
  return fetch(url + path, { headers: { 'x-bh-token': 'sandbox-token' } });
}

async function clabeOf(sandbox: Sandbox): Promise<string> {
  return /[0-9]{18}/.exec(await (await get(sandbox, CLABE)).text())![0];
}

async function flowCount(sandbox: Sandbox): Promise<number> {
  const { data } = (await (await get(sandbox, PATHS.flows)).json()) as { data: { total: number } };
  return data.total;
}

/** Asserts that every migration, merchant and opening balance exists once, after any number of starts. */
async function assertSeededOnce(): Promise<void> {
  for (const [table, expected] of [
    ['migration', readMigrations().length],
    ['merchant', 3],
    // The balances of two merchants, and the deposits of two orders.
    ['deposit where unmatched is null', 2 * FIATS.length + 2],
  ] as const) {
    const sql = `select count(*)::int as count from deposit_slip_sandbox.${table}`;
    assert.equal((await runOn(databaseUrl, sql)).rows[0].count, expected, table);
  }
}

describe('sandboxes on one database', () => {
  before(async () => {
    databaseUrl = await server.createDatabase();
  });
  after(() => server.dropDatabase(databaseUrl));
  let running: Sandbox[] = [];
  afterEach(async () => {
    for (const { control } of running) assert.equal((await control.verify({ full: true })).ok, true);
    await Promise.all(running.map((sandbox) => sandbox.stop()));
    running = [];
  });
  const start = async (count: number): Promise<[Sandbox, ...Sandbox[]]> => {
    const starts = Array.from({ length: count }, () => startSandbox({ databaseUrl, connections: 4 }));
    const started = await Promise.all(starts);
    running.push(...started);
    return started as [Sandbox, ...Sandbox[]];
  };

  it('seed an empty database once, even if they start at once', async () => {
    const sandboxes = await start(6);
    await assertSeededOnce();
    assert.equal(new Set(await Promise.all(sandboxes.map(clabeOf))).size, 1);
  });

  it('share their data, and keep it when another one starts', async () => {
    const [first] = await start(1);
    const before = await flowCount(first);
    const [second] = await start(1);
    const account = await clabeOf(first);
    const deposit = await second.control.deposit({ merchantId: 1001, fiat: 'MXN', amount: '4.20', account });
    assert.equal(await flowCount(first), before + 1);
    assert.deepEqual((await first.control.deposits())[0], deposit);
  });

  it('can be reset by several at once', async () => {
    await Promise.all((await start(4)).map(({ control }) => control.reset()));
    await assertSeededOnce();
  });
});

describe('the command with DATABASE_URL', () => {
  let env: { readonly DATABASE_URL: string };
  before(async () => {
    databaseUrl = await server.createDatabase();
    const url = new URL(databaseUrl);
    url.password ||= 'never-shown';
    env = { DATABASE_URL: url.href };
  });
  after(() => server.dropDatabase(databaseUrl));

  it('does not verify a database without data, and creates nothing there', async () => {
    const { code, errors } = await runToEnd(['verify'], env);
    assert.deepEqual([code, errors], [2, 'The database contains no data of this version of the sandbox\n']);
    const sql = `select 1 from pg_namespace where nspname = 'deposit_slip_sandbox'`;
    assert.equal((await runOn(databaseUrl, sql)).rowCount, 0);
  });

  it('seeds the database, and prints where the data is', async () => {
    const { child, url, find } = await untilReady(run(['--port', '0'], env));
    await assertSeededOnce();
    assert.equal((await get({ url }, CLABE)).status, 200);
    const line = await find((each) => each.includes('data  '));
    assert.match(line, /PostgreSQL, sandbox_[0-9a-f]+ at .+, schema deposit_slip_sandbox$/);
    assert.ok(!line.includes(new URL(env.DATABASE_URL).password));
    assert.deepEqual(await end(child), [0, null]);
  });

  it('verifies a database and prints the number of violations', async () => {
    const sql = 'update deposit_slip_sandbox.account set balance = balance + 1 where merchant = 1001';
    await runOn(databaseUrl, sql);
    const { code, output } = await runToEnd(['verify'], env);
    assert.equal(code, 1);
    assert.match(output, /^I1 +holds$/m);
    assert.match(output, new RegExp(`^I3 +violations: ${FIATS.length}$`, 'm'));
  });
});
