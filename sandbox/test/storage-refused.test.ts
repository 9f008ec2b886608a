import assert from 'node:assert/strict';
import dns from 'node:dns';
import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { FolderInUse, lockFolder } from '../src/db/lock.js';
import { openPglite } from '../src/db/pglite.js';
import { connectPostgres } from '../src/db/postgres.js';
import { reasonToRefuse } from '../src/db/server.js';
import { freePort } from '../../test/browsers/free-port.js';
import { startSandbox, type SandboxOptions } from '../src/index.js';
import { ownServer, runOn, sharedServer } from './postgres.js';
import { temporaryFolder } from '../../test/temporary-folder.js';

/** Asserts that a start fails within a second, with a message of one sentence. */
async function assertRefused(options: SandboxOptions, words: RegExp): Promise<void> {
  const started = performance.now();
  await assert.rejects(startSandbox(options), (error) => {
    assert.ok(error instanceof Error);
    assert.equal(error.name, 'StorageRefused', error.stack);
    assert.match(error.message, words);
    assert.match(error.message, /^[^\n]+\.$/);
    assert.ok(!`${error.stack} ${JSON.stringify(error)}`.includes('hunter2'), 'no password');
    return true;
  });
  // One second, plus a margin for a busy machine.
  const duration = performance.now() - started;
  assert.ok(duration < 5_000, `${duration} ms`);
}

let databaseUrl: string;
before(async () => {
  databaseUrl = await (await sharedServer()).createDatabase();
});
after(async () => (await sharedServer()).dropDatabase(databaseUrl));

/** The URL of the test database with some parts changed. */
function changedUrl(parts: Partial<Pick<URL, 'pathname' | 'username' | 'password'>>, options = ''): string {
  const url = Object.assign(new URL(databaseUrl), parts);
  if (options) url.searchParams.set('options', options);
  return url.href;
}

describe('a server is refused', () => {
  it('if its version is too old', () => {
    const safe = { version: 150_000, release: '15.0', encoding: 'UTF8', isReadOnly: false, off: [] };
    assert.equal(reasonToRefuse(safe), undefined);
    assert.match(reasonToRefuse({ ...safe, version: 140_022, release: '14.22' })!, /14\.22 is too old.* 15 /);
  });

  it('if fsync or full_page_writes is off', async () => {
    const server = await ownServer();
    const url = await server.createDatabase();
    await server.kill();
    await server.start(['fsync=off', 'full_page_writes=off']);
    await assertRefused({ databaseUrl: url }, /fsync and full_page_writes must not be off/);
    await server.kill();
    await server.start();
  });

  for (const [setting, value, words] of [
    ['synchronous_commit', 'off', /synchronous_commit must not be off/],
    ['default_transaction_read_only', 'on', /no changes/],
  ] as const)
    it(`if ${setting} is ${value} in the database or in the URL`, async () => {
      await assertRefused({ databaseUrl: changedUrl({}, `-c ${setting}=${value}`) }, words);
      const writable = changedUrl({}, '-c default_transaction_read_only=off');
      const name = new URL(databaseUrl).pathname.slice(1);
      await runOn(writable, `alter database ${name} set ${setting} to ${value}`);
      await assertRefused({ databaseUrl }, words);
      await runOn(writable, `alter database ${name} reset ${setting}`);
    });

  it('if the database has another encoding', async () => {
    const pathname = `${new URL(databaseUrl).pathname}_ascii`;
    const name = pathname.slice(1);
    const options = `template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'`;
    await runOn(databaseUrl, `create database ${name} ${options}`);
    await assertRefused({ databaseUrl: changedUrl({ pathname }) }, /SQL_ASCII.*UTF8/);
    await runOn(databaseUrl, `drop database ${name}`);
  });

  it('if the database does not exist, or denies access', async () => {
    const unknown = changedUrl({ pathname: '/nowhere' });
    await assertRefused({ databaseUrl: unknown }, /nowhere at .* cannot be used: .*does not exist/);
    const denied = changedUrl({ username: 'unknown_user', password: 'hunter2' });
    const words = /cannot be used: .*(?:does not exist|authentication failed)/;
    await assertRefused({ databaseUrl: denied }, words);
  });

  it('if none of its addresses can be reached', async (t) => {
    const port = await freePort();
    const url = `postgres://postgres@127.0.0.1:${port}/shop`;
    await assertRefused({ databaseUrl: url }, /shop at 127\.0\.0\.1:[0-9]+ cannot be used: .*ECONNREFUSED/);
    // A name with several addresses fails with several errors, inside an error without a message.
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    type Callback = (error: null, all: object[]) => void;
    t.mock.method(dns, 'lookup', (...[, , callback]: [string, object, Callback]) =>
      callback(null, addresses),
    );
    const named = `postgres://db.example:${port}/shop`;
    await assertRefused({ databaseUrl: named }, /cannot be used: .*ECONNREFUSED/);
  });

  it('if it accepts a connection and does not respond', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await assertRefused({ databaseUrl: `postgres://127.0.0.1:${port}/shop` }, /cannot be used: timeout/);
    silent.close();
  });

  it('if the options are invalid', async () => {
    for (const url of ['', 'shop', 'mysql://localhost/shop', 'postgres://localhost:99999/shop'])
      await assertRefused({ databaseUrl: url }, /databaseUrl/);
    const valid = { databaseUrl: 'postgres://localhost/shop' };
    await assertRefused({ ...valid, data: tmpdir() }, /data and databaseUrl/);
    for (const connections of [0, -1, 1.5, Number.NaN])
      await assert.rejects(startSandbox({ ...valid, connections }), /connections/);
  });
});

const SCHEMA = 'deposit_slip_sandbox';

/**
 * SQL for schemas with the sandbox's name that the sandbox of this version would not create, by words of the
 * error message.
 */
const SCHEMAS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "not the sandbox's": {
    'of another program': `create schema ${SCHEMA}; create table ${SCHEMA}.orders (id int)`,
    'of another program with migrations': `create schema ${SCHEMA}; create table ${SCHEMA}.migration (id int)`,
  },
  '999-future.sql differs': {
    'of a newer version': `insert into migration values ('999-future.sql', 'x', 1)`,
  },
  '002-ledger.sql differs': {
    'of another version': `update migration set hash = 'x' where name = '002-ledger.sql'`,
    'of another version without the first migration': `delete from migration where name like '001%'`,
  },
};

describe('a schema', () => {
  afterEach(() => runOn(databaseUrl, `drop schema if exists ${SCHEMA} cascade`));

  for (const [words, schemas] of Object.entries(SCHEMAS))
    for (const [title, sql] of Object.entries(schemas))
      it(`${title} is refused and not changed`, async () => {
        if (!sql.startsWith('create')) await (await startSandbox({ databaseUrl })).stop();
        await runOn(databaseUrl, `set search_path to ${SCHEMA}; ${sql}`);
        const columns = `select table_name, column_name from information_schema.columns where table_schema = '${SCHEMA}'`;
        const before = (await runOn(databaseUrl, columns)).rows;
        await assertRefused({ databaseUrl }, new RegExp(words));
        assert.deepEqual((await runOn(databaseUrl, columns)).rows, before);
      });

  it('that is empty is used, and nothing outside it is changed', async () => {
    await runOn(
      databaseUrl,
      `create table migration (mine int); create table entry (mine int); insert into entry values (7);
       create schema ${SCHEMA}`,
    );
    const sandbox = await startSandbox({ databaseUrl });
    await sandbox.control.reset();
    assert.equal((await sandbox.control.verify()).ok, true);
    await sandbox.stop();
    assert.deepEqual((await runOn(databaseUrl, 'select mine from public.entry')).rows, [{ mine: 7 }]);
  });

  it('is not created by connecting alone', async () => {
    await (await connectPostgres(databaseUrl)).close();
    const sql = `select 1 from pg_namespace where nspname = '${SCHEMA}'`;
    assert.equal((await runOn(databaseUrl, sql)).rowCount, 0);
  });
});

it('a folder of another version is refused and unlocked', async () => {
  const data = temporaryFolder();
  const db = await openPglite(data);
  await db.script(`update migration set hash = 'x' where name = '001-common.sql'`);
  await db.close();
  await assert.rejects(startSandbox({ data }), /001-common\.sql differs/);
  assert.deepEqual(readdirSync(data), ['pgdata']);
});

describe('the lock of a folder', () => {
  const folder = temporaryFolder();
  const id = '00000000-0000-0000-0000-000000000000';

  it('is held by at most one of several concurrent callers, until it is released', async () => {
    for (let round = 0; round < 20; round++) {
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
      const locked = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          assert.ok(outcome.reason instanceof FolderInUse, String(outcome.reason));
      assert.ok(locked.length <= 1, `${locked.length} hold the lock`);
      for (const { value: lock } of locked) await lock.release();
      const lock = await lockFolder(folder);
      await assert.rejects(lockFolder(folder), FolderInUse);
      await lock.release();
      assert.deepEqual(readdirSync(folder), []);
    }
  });

  it('is not held by a process that ended, nor by a later process with its pid', async () => {
    const reused = `lock.${process.pid}.another-boot.1.${id}`;
    for (const name of [reused, `lock.4194304..${id}`, `lock.99999999999.x.${id}`, 'lock'])
      writeFileSync(join(folder, name), '');
    const lock = await lockFolder(folder);
    await lock.release();
  });

  it('is held by a running process whose start time is unknown', async () => {
    const file = join(folder, `lock.${process.ppid}..${id}`);
    writeFileSync(file, '');
    await assert.rejects(lockFolder(folder), new RegExp(`in use by process ${process.ppid}\\b`));
    rmSync(file);
  });
});
