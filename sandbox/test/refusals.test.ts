import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { FolderInUse, lockFolder } from '../src/db/lock.js';
import { openPglite } from '../src/db/pglite.js';
import { connectPostgres } from '../src/db/postgres.js';
import { reasonToRefuse } from '../src/db/server.js';
import { startSandbox, type SandboxOptions } from '../src/index.js';
import { ownServer, runOn, sharedServer } from './postgres.js';

/** A start that must be refused within a second, with one sentence. */
async function assertRefused(options: SandboxOptions, words: RegExp): Promise<void> {
  const started = performance.now();
  await assert.rejects(startSandbox(options), (error) => {
    assert.ok(error instanceof Error);
    assert.equal(error.name, 'StorageRefused', error.stack);
    assert.match(error.message, words);
    assert.match(error.message, /^[^\n]+\.$/);
    return true;
  });
  // A second, and what a busy machine adds.
  const took = performance.now() - started;
  assert.ok(took < 1500, `${took} ms`);
}

describe('a server is refused', () => {
  const good = { version: 150_000, release: '15.0', encoding: 'UTF8', isReadOnly: false, off: [] };

  it('where its settings are unsafe, and only there', () => {
    assert.equal(reasonToRefuse(good), undefined);
    assert.match(reasonToRefuse({ ...good, version: 140_022, release: '14.22' })!, /14\.22 is too old.* 15 /);
    assert.match(reasonToRefuse({ ...good, off: ['fsync'] })!, /fsync must not be off/);
    assert.match(reasonToRefuse({ ...good, encoding: 'SQL_ASCII' })!, /SQL_ASCII.*UTF8/);
    assert.match(reasonToRefuse({ ...good, isReadOnly: true })!, /no changes/);
  });

  it('with fsync and full_page_writes off', async () => {
    const server = await ownServer();
    const databaseUrl = await server.createDatabase();
    await server.kill();
    await server.start(['fsync=off', 'full_page_writes=off']);
    await assertRefused({ databaseUrl }, /fsync and full_page_writes must not be off/);
    await server.kill();
    await server.start();
  });

  describe('by what one of its databases has', () => {
    let databaseUrl: string;
    before(async () => {
      databaseUrl = await (await sharedServer()).createDatabase();
    });
    after(async () => (await sharedServer()).dropDatabase(databaseUrl));
    const alter = (setting: string) => {
      const writable = new URL(databaseUrl);
      writable.searchParams.set('options', '-c default_transaction_read_only=off');
      return runOn(writable.href, `alter database ${writable.pathname.slice(1)} ${setting}`);
    };

    it('with synchronous_commit off for our session', async () => {
      await alter('set synchronous_commit to off');
      await assertRefused({ databaseUrl }, /synchronous_commit must not be off/);
      await alter('reset synchronous_commit');
    });

    it('with synchronous_commit off by the address', async () => {
      const url = new URL(databaseUrl);
      url.searchParams.set('options', '-c synchronous_commit=off');
      await assertRefused({ databaseUrl: url.href }, /synchronous_commit must not be off/);
    });

    it('read-only', async () => {
      await alter('set default_transaction_read_only to on');
      await assertRefused({ databaseUrl }, /no changes/);
      await alter('reset default_transaction_read_only');
    });

    it('in another encoding', async () => {
      const name = `${new URL(databaseUrl).pathname.slice(1)}_ascii`;
      await runOn(
        databaseUrl,
        `create database ${name} template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'`,
      );
      const other = new URL(databaseUrl);
      other.pathname = `/${name}`;
      await assertRefused({ databaseUrl: other.href }, /SQL_ASCII/);
      await runOn(databaseUrl, `drop database ${name}`);
    });

    it('that does not exist, or whom it does not let in', async () => {
      const other = new URL(databaseUrl);
      other.pathname = '/nowhere';
      await assertRefused({ databaseUrl: other.href }, /nowhere at .* cannot be used: .*does not exist/);
      const stranger = new URL(databaseUrl);
      [stranger.username, stranger.password] = ['nobody_we_know', 'hunter2'];
      await assert.rejects(startSandbox({ databaseUrl: stranger.href }), (error: Error) => {
        assert.match(error.message, /cannot be used: .*(?:does not exist|authentication failed)/);
        assert.ok(!`${error.stack} ${JSON.stringify(error)}`.includes('hunter2'));
        return true;
      });
    });
  });

  it('that cannot be reached', async () => {
    const port = await freePort();
    const databaseUrl = `postgres://postgres@127.0.0.1:${port}/shop`;
    await assertRefused({ databaseUrl }, /shop at 127\.0\.0\.1:[0-9]+ cannot be used: .*ECONNREFUSED/);
  });

  it('none of whose addresses can be reached', async (t) => {
    const port = await freePort();
    // Several addresses fail with several errors, and one around them that has no words.
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    t.mock.method(dns, 'lookup', (...[, , found]: [string, object, (error: null, all: object[]) => void]) =>
      found(null, addresses),
    );
    const databaseUrl = `postgres://db.example:${port}/shop`;
    await assertRefused({ databaseUrl }, /cannot be used: .*ECONNREFUSED/);
  });

  it('that takes the call and says nothing', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    await assertRefused({ databaseUrl: `postgres://127.0.0.1:${port}/shop` }, /cannot be used: timeout/);
    mute.close();
  });

  it('by an address that is none, and together with a folder', async () => {
    for (const databaseUrl of ['', 'shop', 'mysql://localhost/shop', 'postgres://localhost:99999/shop'])
      await assertRefused({ databaseUrl }, /databaseUrl/);
    await assertRefused({ databaseUrl: 'postgres://localhost/shop', data: tmpdir() }, /data and databaseUrl/);
    for (const connections of [0, -1, 1.5, Number.NaN])
      await assert.rejects(
        startSandbox({ databaseUrl: 'postgres://localhost/shop', connections }),
        /connections/,
      );
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Databases whose schema of our name is not as we would have made it, and what is said of each. */
const SCHEMAS: readonly (readonly [what: string, sql: string, words: RegExp])[] = [
  [
    'a stranger made',
    'create schema deposit_slip_sandbox; create table deposit_slip_sandbox.orders (id int)',
    /not the sandbox's/,
  ],
  [
    'a stranger with migrations of his own made',
    'create schema deposit_slip_sandbox; create table deposit_slip_sandbox.migration (id int)',
    /not the sandbox's/,
  ],
  [
    'a newer version made',
    `insert into migration values ('999-future.sql', 'x', 1)`,
    /migration 999-future\.sql differs/,
  ],
  [
    'another version made',
    `update migration set hash = 'x' where name = '002-deposits.sql'`,
    /migration 002-deposits\.sql differs/,
  ],
  [
    'an older version of another line made',
    `delete from migration where name like '001%'`,
    /migration 002-deposits\.sql differs/,
  ],
];

describe('a schema is refused', () => {
  let databaseUrl: string;
  before(async () => {
    databaseUrl = await (await sharedServer()).createDatabase();
  });
  after(async () => (await sharedServer()).dropDatabase(databaseUrl));
  afterEach(() => runOn(databaseUrl, 'drop schema deposit_slip_sandbox cascade'));

  for (const [what, sql, words] of SCHEMAS)
    it(`that ${what}, and stays as it is`, async () => {
      if (!sql.startsWith('create')) await (await startSandbox({ databaseUrl })).stop();
      await runOn(databaseUrl, `set search_path to deposit_slip_sandbox; ${sql}`);
      const content = `select table_name, column_name from information_schema.columns where table_schema = 'deposit_slip_sandbox'`;
      const before = (await runOn(databaseUrl, content)).rows;
      await assertRefused({ databaseUrl }, words);
      assert.deepEqual((await runOn(databaseUrl, content)).rows, before);
    });

  it('never for what lies beside it, or for being empty', async () => {
    await runOn(
      databaseUrl,
      'create table migration (mine int); create table entry (mine int); insert into entry values (7); create schema deposit_slip_sandbox',
    );
    const sandbox = await startSandbox({ databaseUrl });
    await sandbox.control.reset();
    assert.equal((await sandbox.control.verify()).ok, true);
    await sandbox.stop();
    assert.deepEqual((await runOn(databaseUrl, 'select mine from public.entry')).rows, [{ mine: 7 }]);
  });
});

it('a folder is refused that another version made', async () => {
  const data = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const db = await openPglite(data);
  await db.script(`update migration set hash = 'x' where name = '001-ledger.sql'`);
  await db.close();
  await assert.rejects(startSandbox({ data }), /migration 001-ledger\.sql differs/);
  assert.deepEqual(readdirSync(data), ['pgdata'], 'the folder is free again');
  rmSync(data, { recursive: true });
});

describe('a folder is held by one', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('of any number who come at once, and free after it', async () => {
    for (let round = 0; round < 20; round++) {
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
      const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          assert.ok(outcome.reason instanceof FolderInUse, String(outcome.reason));
      assert.ok(won.length <= 1, `${won.length} hold it`);
      for (const { value: unlock } of won) await unlock();
      const unlock = await lockFolder(folder);
      await assert.rejects(lockFolder(folder), FolderInUse);
      await unlock();
      assert.deepEqual(readdirSync(folder), []);
    }
  });

  it('not by a dead process, nor by a later one with its number', async () => {
    const id = '00000000-0000-0000-0000-000000000000';
    for (const name of [
      `lock.${process.pid}.another-boot.1.${id}`,
      `lock.4194304..${id}`,
      `lock.99999999999.x.${id}`,
      'lock',
    ])
      writeFileSync(join(folder, name), '');
    await (
      await lockFolder(folder)
    )();
  });

  it('but by a living one whose start the system does not tell', async () => {
    const name = join(folder, `lock.${process.ppid}..00000000-0000-0000-0000-000000000000`);
    writeFileSync(name, '');
    await assert.rejects(lockFolder(folder), new RegExp(`in use by process ${process.ppid}\\b`));
    rmSync(name);
  });
});

it('a database that is only looked at is left without a schema', async () => {
  const server = await sharedServer();
  const url = await server.createDatabase();
  const db = await connectPostgres(url);
  await db.close();
  const { rowCount } = await runOn(url, `select 1 from pg_namespace where nspname = 'deposit_slip_sandbox'`);
  assert.equal(rowCount, 0);
  await server.dropDatabase(url);
});
