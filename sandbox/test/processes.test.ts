import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { readMigrations } from '../src/db/migrate.js';
import { startSandbox, type Sandbox } from '../src/index.js';
import { end, run, runToEnd, untilReady } from './command.js';
import { runOn, sharedServer, type Server } from './postgres.js';
import { ADD_FUNDS, FLOWS } from './test-sandbox.js';

let server: Server;
let databaseUrl: string;
before(async () => {
  server = await sharedServer();
});

const own = { 'x-bh-token': 'sandbox-token' };
const CLABE = `${ADD_FUNDS}?merchantId=1001&paymentId=105&fiat=MXN`;

async function accountOf({ url }: Pick<Sandbox, 'url'>): Promise<string> {
  return /[0-9]{18}/.exec(await (await fetch(`${url}${CLABE}`, { headers: own })).text())![0];
}

async function flowsOf({ url }: Pick<Sandbox, 'url'>): Promise<number> {
  const { data } = (await (await fetch(`${url}${FLOWS}`, { headers: own })).json()) as {
    data: { total: number };
  };
  return data.total;
}

/** What a database holds after any number of starts: every step once, every merchant once, sixteen opening balances. */
async function assertBegunOnce(): Promise<void> {
  const count = (table: string) =>
    runOn(databaseUrl, `select count(*)::int as count from deposit_slip_sandbox.${table}`);
  assert.equal((await count('migration')).rows[0].count, readMigrations().length);
  assert.equal((await count('merchant')).rows[0].count, 3);
  assert.equal((await count('deposit where unmatched is null')).rows[0].count, 16);
}

describe('sandboxes on one database', () => {
  before(async () => {
    databaseUrl = await server.createDatabase();
  });
  after(() => server.dropDatabase(databaseUrl));
  let running: readonly Sandbox[] = [];
  afterEach(async () => {
    for (const { control } of running) assert.equal((await control.verify()).ok, true);
    await Promise.all(running.map((sandbox) => sandbox.stop()));
    running = [];
  });
  const start = async (count: number) => {
    const all = Array.from({ length: count }, () => startSandbox({ databaseUrl, connections: 4 }));
    running = await Promise.all(all);
    return running;
  };

  it('that begin at once on an empty one prepare it once', async () => {
    await start(6);
    await assertBegunOnce();
    assert.equal(new Set(await Promise.all(running.map(accountOf))).size, 1);
  });

  it('see what each other did', async () => {
    const [one, two] = (await start(2)) as [Sandbox, Sandbox];
    const [before, account] = [await flowsOf(one), await accountOf(one)];
    const paid = await two.control.deposit({ merchantId: 1001, fiat: 'MXN', amount: '4.20', account });
    assert.equal(await flowsOf(one), before + 1);
    assert.deepEqual((await one.control.deposits())[0], paid);
  });

  it('keep what was there when another one begins', async () => {
    const [one] = (await start(1)) as [Sandbox];
    const before = await flowsOf(one);
    const other = await startSandbox({ databaseUrl });
    assert.equal(await flowsOf(other), before);
    await other.stop();
  });

  it('are reset together by one, and the others serve on', async () => {
    const [one, two] = (await start(2)) as [Sandbox, Sandbox];
    const over = new AbortController();
    const traffic = Array.from({ length: 6 }, async () => {
      let served = 0;
      for (; !over.signal.aborted; served++) await assertServed(two);
      return served;
    });
    for (let times = 0; times < 5; times++) await one.control.reset();
    over.abort();
    const served = await Promise.all(traffic);
    assert.ok(
      served.every((count) => count > 0),
      String(served),
    );
    await one.control.reset();
    await assertBegunOnce();
    assert.equal(await flowsOf(two), 24);
  });

  it('are reset by several at once', async () => {
    await Promise.all((await start(4)).map(({ control }) => control.reset()));
    await assertBegunOnce();
  });
});

/** A few requests of every kind; each is answered as if nobody else were there. */
async function assertServed(sandbox: Sandbox): Promise<void> {
  const account = await accountOf(sandbox);
  const paid = await sandbox.control.deposit({ merchantId: 1001, fiat: 'MXN', amount: '1.00', account });
  // Between the two requests the details may have gone with the old world; the same seed gives the same ones.
  assert.ok(paid.matched || paid.unmatched === 'unknown', String(paid.unmatched));
  assert.ok((await flowsOf(sandbox)) >= 14);
  const response = await fetch(`${sandbox.url}${ADD_FUNDS}?merchantId=1001&paymentId=90&fiat=BRL`, {
    headers: own,
  });
  assert.equal(response.status, 200);
  assert.equal((await sandbox.control.verify()).ok, true);
}

describe('the command with DATABASE_URL', () => {
  let env: { readonly DATABASE_URL: string };
  before(async () => {
    databaseUrl = await server.createDatabase();
    const url = new URL(databaseUrl);
    url.password ||= 'never-shown';
    env = { DATABASE_URL: url.href };
  });
  after(() => server.dropDatabase(databaseUrl));

  it('verifies nothing where there is nothing, and leaves nothing', async () => {
    const { code, errors } = await runToEnd(['verify'], env);
    assert.deepEqual([code, errors], [2, 'The database contains no data of this version of the sandbox\n']);
    const schema = await runOn(
      databaseUrl,
      `select 1 from pg_namespace where nspname = 'deposit_slip_sandbox'`,
    );
    assert.equal(schema.rowCount, 0);
  });

  it('begins in three processes at once, prepares it once, and says where the data is', async () => {
    const started = await Promise.all([1, 2, 3].map(() => untilReady(run(['--port', '0'], env))));
    await assertBegunOnce();
    for (const { child, url, find } of started) {
      assert.equal((await fetch(`${url}${CLABE}`, { headers: own })).status, 200);
      const place = await find((line) => line.includes('data  '));
      assert.match(place, /PostgreSQL, sandbox_[0-9a-f]+ at .+, schema deposit_slip_sandbox$/);
      assert.ok(!place.includes(new URL(env.DATABASE_URL).password));
      assert.deepEqual(await end(child), [0, null]);
    }
  });

  it('verifies what is there', async () => {
    await runOn(
      databaseUrl,
      'update deposit_slip_sandbox.account set balance = balance + 1 where merchant = 1001',
    );
    const broken = await runToEnd(['verify'], env);
    assert.equal(broken.code, 1);
    assert.match(broken.output, /^I1 +holds$/m);
    assert.match(broken.output, /^I3 +violations: 7$/m);
  });

  it('refuses a folder beside it, and an address that is none', async () => {
    const both = await runToEnd(['--data', '.'], env);
    assert.deepEqual([both.code, both.errors], [2, '--data and DATABASE_URL cannot be used together\n']);
    const none = await runToEnd([], { DATABASE_URL: 'mysql://u:hunter2@localhost/shop' });
    assert.deepEqual([none.code, none.errors], [2, 'DATABASE_URL must begin with postgres://\n']);
  });

  it('ends with one line where there is no server', async () => {
    const { code, errors } = await runToEnd([], { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/shop' });
    assert.equal(code, 1);
    assert.match(errors, /^The database shop at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.*\.\n$/);
    assert.ok(!errors.includes('hunter2'));
  });
});
