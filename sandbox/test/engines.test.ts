import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { onlyRow, OutcomeUnknown, sqlState, Unavailable, type Db, type Queries } from '../src/db/db.js';
import { readMigrations } from '../src/db/migrate.js';
import { openPostgres } from '../src/db/postgres.js';
import { Contention } from '../src/db/retry.js';
import { runOn, sharedServer } from './postgres.js';
import { ENGINES, openDb } from './test-sandbox.js';

const CREATE_NOTE = 'create table note (text text primary key)';

const notes = async (db: Queries) =>
  (await db.query<{ text: string }>('select text from note order by text')).map(({ text }) => text);

const write = (db: Queries, text: string) => db.query('insert into note values ($1)', [text]);

const hasState = (state: string) => (error: unknown) => sqlState(error) === state;

for (const engine of ENGINES)
  describe(`a database on ${engine}`, () => {
    let db: Db;
    before(async () => {
      db = await openDb(engine);
      await db.script(CREATE_NOTE);
    });
    beforeEach(() => db.script('truncate note'));

    it('returns int8 as bigint, and json in its written order', async () => {
      const big = 9007199254740993n;
      const rows = await db.query(
        `select 9007199254740993::int8 big, array[1, null, 9007199254740993]::int8[] list, count(*) all,
           null::int8 none, 1.50::numeric exact, '{"b":1,"a":[2]}'::json data`,
      );
      const data = { b: 1, a: [2] };
      assert.deepEqual(onlyRow(rows), {
        big,
        list: [1n, null, big],
        all: 1n,
        none: null,
        exact: '1.50',
        data,
      });
      assert.ok(
        JSON.stringify(rows[0], (_, value) => (typeof value === 'bigint' ? 0 : value)).includes(
          '{"b":1,"a":[2]}',
        ),
      );
    });

    it('returns every parameter unchanged', async () => {
      const row = {
        ...{ word: `it's "é"`, whole: 7, big: 9007199254740993n, yes: false, nothing: null },
        ...{ bigs: [1n, 2n ** 60n], words: ['a,b', '{"}', ''] },
      };
      const rows = await db.query(
        `select $1::text word, $2::int4 whole, $3::int8 big, $4::bool yes, $5::text nothing, $6::int8[] bigs, $7::text[] words`,
        Object.values(row),
      );
      assert.deepEqual(onlyRow(rows), row);
    });

    it('runs one statement as a query and several as a script, which has all of its effects or none', async () => {
      await assert.rejects(db.query('select 1; select 2'), hasState('42601'));
      await db.script(`insert into note values ('a'); insert into note values ('b')`);
      await assert.rejects(db.script(`insert into note values ('c'); insert into note values ('c')`));
      assert.deepEqual(await notes(db), ['a', 'b']);
    });

    for (const kind of ['transaction', 'exclusive'] as const) {
      it(`commits a transaction (${kind}) and returns the result of its work`, async () => {
        assert.equal(await db[kind](async (tx) => (await write(tx, 'a'), await write(tx, 'b'), 7)), 7);
        assert.deepEqual(await notes(db), ['a', 'b']);
      });

      it(`rolls back a transaction (${kind}) that throws, or that ignores a failed statement`, async () => {
        const thrown = new Error('mine');
        const throwing = db[kind](async (tx) => {
          await write(tx, 'a');
          throw thrown;
        });
        await assert.rejects(throwing, (error) => error === thrown);
        const ignoring = db[kind](async (tx) => {
          await write(tx, 'a');
          await write(tx, 'a').catch(() => undefined);
        });
        await assert.rejects(ignoring);
        assert.deepEqual(await notes(db), []);
      });
    }

    it('has its tables in a separate schema, and records the hash of every migration', async () => {
      const schemas = await db.query(
        `select distinct schemaname as tables, current_schema() as current from pg_tables
         where tablename in ('migration', 'entry', 'note')`,
      );
      assert.deepEqual(schemas, [{ tables: 'deposit_slip_sandbox', current: 'deposit_slip_sandbox' }]);
      assert.deepEqual(
        await db.query('select name, hash from migration order by name'),
        readMigrations().map(({ name, hash }) => ({ name, hash })),
      );
    });

    // This test is the last, because it closes the database.
    it('can be closed twice', async () => {
      await Promise.all([db.close(), db.close()]);
    });
  });

describe('a database on a server', () => {
  let url: string;
  let db: Db;
  before(async () => {
    url = await (await sharedServer()).createDatabase();
    db = await openPostgres(url, 4);
    await db.script(`${CREATE_NOTE}; create sequence attempt`);
  });
  after(async () => {
    await db.close();
    await (await sharedServer()).dropDatabase(url);
  });
  beforeEach(() => db.script('truncate note cascade; alter sequence attempt restart'));

  const raise = (state: string) => `do $$ begin raise exception 'raw' using errcode = '${state}'; end $$`;

  for (const state of ['40001', '40P01', '57014']) {
    it(`retries a transaction that was rolled back because of another one (${state})`, async () => {
      let runs = 0;
      await db.transaction(async (tx) => {
        await write(tx, `run ${++runs}`);
        if (runs < 5) await tx.script(raise(state));
      });
      assert.deepEqual(await notes(db), ['run 5']);
    });
  }

  it('throws its own error after five attempts', async () => {
    let runs = 0;
    const transaction = db.transaction(async (tx) => {
      runs++;
      await write(tx, 'a');
      await tx.script(raise('40001'));
    });
    await assert.rejects(
      transaction,
      (error) => error instanceof Contention && sqlState(error) === undefined,
    );
    assert.equal(runs, 5);
    assert.deepEqual(await notes(db), []);
  });

  it('retries a single statement', async () => {
    await db.script(`create or replace function fails_twice() returns bigint language plpgsql as $$ begin
      if nextval('attempt') < 3 then raise exception 'raw' using errcode = '40001'; end if;
      return currval('attempt'); end $$`);
    assert.deepEqual(await db.query('select fails_twice() as runs'), [{ runs: 3n }]);
    await db.script('alter sequence attempt restart');
    await db.script('select fails_twice()');
  });

  it('does not retry after any other error', async () => {
    for (const state of ['23505', '55P03', 'DS000']) {
      let runs = 0;
      const transaction = db.transaction((tx) => (runs++, tx.script(raise(state))));
      await assert.rejects(transaction, hasState(state));
      assert.equal(runs, 1, state);
    }
  });

  it('completes two transactions that deadlock', async () => {
    await db.script(`insert into note values ('a'), ('b')`);
    const touch = (tx: Queries, text: string) =>
      tx.query('update note set text = text where text = $1', [text]);
    const gates = { a: gate(), b: gate() };
    const both = (['a', 'b'] as const).map((first) => {
      const second = first === 'a' ? 'b' : 'a';
      return db.transaction(async (tx) => {
        await touch(tx, first);
        gates[first].open();
        await gates[second].opened;
        await touch(tx, second);
      });
    });
    await Promise.all(both);
  });

  it('runs neither a transaction nor a single statement at the same time as an exclusive transaction', async () => {
    const order: string[] = [];
    const [started, waiting, holding, late] = [gate(), gate(), gate(), gate()];
    const ordinary = db.transaction(async (tx) => {
      await write(tx, 'note');
      started.open();
      await waiting.opened;
      order.push('ordinary');
    });
    await started.opened;
    const exclusive = db.exclusive(async (tx) => {
      holding.open();
      await late.opened;
      order.push('exclusive', ...(await notes(tx)));
    });
    const waitingLocks = 'pg_locks where not granted and database = $';
    const others: Promise<unknown>[] = [];
    try {
      await untilCount(waitingLocks, 1).finally(waiting.open);
      await holding.opened;
      for (const other of [db.transaction(notes), notes(db)])
        others.push(other.then(() => order.push('late')));
      await untilCount(waitingLocks, 2);
    } finally {
      late.open();
      await Promise.all([ordinary, exclusive, ...others]);
    }
    assert.deepEqual(order, ['ordinary', 'exclusive', 'note', 'late', 'late']);
  });

  /**
   * Polls until a query returns this number of rows; `$` is the database's id. Fails after 1000 attempts
   * instead of hanging.
   */
  async function untilCount(from: string, count: number): Promise<void> {
    const id = '(select oid from pg_database where datname = current_database())';
    const sql = `select 1 from ${from.replace('$', id)}`;
    for (let attempt = 0; attempt < 1000; attempt++) if ((await runOn(url, sql)).rowCount === count) return;
    assert.fail(`never ${count}: ${sql}`);
  }

  it('recovers from connections that the server closes, idle or in use', async () => {
    const terminate = `select pg_terminate_backend(pg_backend_pid())`;
    const connections = `pg_stat_activity where application_name = 'deposit-slip-sandbox' and datid = $`;
    let runs = 0;
    const transaction = db.transaction(async (tx) => {
      runs++;
      await write(tx, 'a');
      await tx.script(terminate);
    });
    // The transaction committed nothing, but a single statement may have committed itself.
    await assert.rejects(transaction, Unavailable);
    await assert.rejects(db.script(terminate), OutcomeUnknown);
    assert.equal(runs, 1);
    await Promise.all([notes(db), notes(db), notes(db), notes(db)]);
    const terminateAll = `select pg_terminate_backend(pid) from ${connections}`;
    await runOn(url, terminateAll.replace('datid = $', 'datname = current_database()'));
    await untilCount(connections, 0);
    assert.deepEqual(await notes(db), []);
  });

  it('reports an unknown outcome if the response to a commit is lost, and does not retry', async () => {
    const proxy = await startProxy(url);
    const proxied = await openPostgres(proxy.url, 2);
    let runs = 0;
    proxy.breakOnCommit();
    await assert.rejects(
      proxied.transaction((tx) => write(tx, `run ${++runs}`)),
      OutcomeUnknown,
    );
    assert.equal(runs, 1);
    assert.deepEqual(await notes(proxied), ['run 1'], 'it was committed, and new connections work');
    await proxied.close();
    proxy.close();
  });

  it('reports the error of a failed commit', async () => {
    await db.script(`create table late (text text references note deferrable initially deferred)`);
    const transaction = db.transaction((tx) => tx.query(`insert into late values ('nobody')`));
    await assert.rejects(transaction, hasState('23503'));
  });

  it('opens no more connections than allowed, with its own application name', async () => {
    const sql =
      'select pg_backend_pid() as pid, application_name as name from pg_stat_activity where pid = pg_backend_pid()';
    const rows = await Promise.all(Array.from({ length: 40 }, () => db.query(sql)));
    const connections = new Set(rows.flat().map((row) => JSON.stringify(row)));
    assert.ok(connections.size <= 4, `${connections.size} connections`);
    assert.ok([...connections].every((row) => row.includes('"deposit-slip-sandbox"')));
  });

  it('uses its own schema and isolation, whatever the URL, role and database set', async () => {
    const name = new URL(url).pathname.slice(1);
    await runOn(url, `alter database ${name} set search_path to public`);
    await runOn(url, `alter database ${name} set default_transaction_isolation to serializable`);
    const otherUrl = new URL(url);
    otherUrl.searchParams.set('options', '-c search_path=pg_temp');
    const other = await openPostgres(otherUrl.href);
    const sql = `select current_schema() as schema, current_setting('transaction_isolation') as isolation`;
    const expected = [{ schema: 'deposit_slip_sandbox', isolation: 'read committed' }];
    assert.deepEqual(await other.query(sql), expected);
    assert.deepEqual(await other.transaction((tx) => tx.query(sql)), expected);
    await other.close();
  });
});

function gate(): { open(): void; readonly opened: Promise<void> } {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/**
 * Starts a proxy to a database. It can lose the response to the next commit, so that the client does not
 * learn of it.
 */
async function startProxy(url: string): Promise<{ url: string; breakOnCommit(): void; close(): void }> {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  let [isArmed, isCommitting] = [false, false];
  const server = createServer((client) => {
    const upstream = folder
      ? createConnection(`${folder}/.s.PGSQL.5432`)
      : createConnection(Number(port || 5432), hostname);
    const end = () => [client, upstream].forEach((socket: Socket) => socket.destroy());
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.on('data', (chunk) => {
      isCommitting = isArmed && chunk.includes('commit');
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isCommitting) return client.write(chunk);
      [isArmed, isCommitting] = [false, false];
      end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxyUrl = new URL(url);
  proxyUrl.searchParams.delete('host');
  proxyUrl.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: proxyUrl.href, breakOnCommit: () => (isArmed = true), close: () => server.close() };
}
