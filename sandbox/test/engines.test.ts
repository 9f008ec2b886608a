import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { onlyRow, sqlState, type Db, type Queries } from '../src/db/db.js';
import { readMigrations } from '../src/db/migrate.js';
import { openPostgres, OutcomeUnknown } from '../src/db/postgres.js';
import { Contention } from '../src/db/retry.js';
import { runOn, ownServer, sharedServer } from './postgres.js';
import { ENGINES, openDb } from './test-sandbox.js';

const notes = async (db: Queries) =>
  (await db.query<{ text: string }>('select text from note order by text')).map(({ text }) => text);

const write = (db: Queries, text: string) => db.query('insert into note values ($1)', [text]);

for (const engine of ENGINES)
  describe(`a database on ${engine}`, () => {
    let db: Db;
    before(async () => {
      db = await openDb(engine);
      await db.script('create table note (text text primary key)');
    });
    beforeEach(() => db.script('truncate note'));

    it('gives int8 as bigint, alone, in lists, and as a count', async () => {
      const rows = await db.query(
        `select 9007199254740993::int8 big, 1::int8 small, array[1, null, 9007199254740993]::int8[] list, count(*) all,
           null::int8 none`,
      );
      const big = 9007199254740993n;
      assert.deepEqual(onlyRow(rows), { big, small: 1n, list: [1n, null, big], all: 1n, none: null });
    });

    it('gives every other type alike', async () => {
      const rows = await db.query(
        `select 7::int4 whole, 1.50::numeric exact, true yes, 'é'::text word, array['a,"b', 'c'] words,
           '{"b":1,"a":[2]}'::json data, null::text nothing`,
      );
      const data = { b: 1, a: [2] };
      const words = ['a,"b', 'c'];
      assert.deepEqual(onlyRow(rows), {
        whole: 7,
        exact: '1.50',
        yes: true,
        word: 'é',
        words,
        data,
        nothing: null,
      });
      assert.equal(
        JSON.stringify(onlyRow(rows)).includes('{"b":1,"a":[2]}'),
        true,
        'in the order of the text',
      );
    });

    it('takes every kind of parameter', async () => {
      const rows = await db.query(
        `select $1::text word, $2::int4 whole, $3::int8 big, $4::bool yes, $5::text nothing, $6::int8[] bigs, $7::text[] words`,
        [`it's "é"`, 7, 9007199254740993n, false, null, [1n, 2n ** 60n], ['a,b', '{"}', '']],
      );
      assert.deepEqual(onlyRow(rows), {
        word: `it's "é"`,
        whole: 7,
        big: 9007199254740993n,
        yes: false,
        nothing: null,
        bigs: [1n, 2n ** 60n],
        words: ['a,b', '{"}', ''],
      });
    });

    it('takes one statement as a query, several as a script', async () => {
      await assert.rejects(db.query('select 1; select 2'), (error) => sqlState(error) === '42601');
      await db.script(`insert into note values ('a'); insert into note values ('b')`);
      await assert.rejects(db.script(`insert into note values ('c'); insert into note values ('c')`));
      assert.deepEqual(await notes(db), ['a', 'b'], 'a script is done whole or not at all');
    });

    for (const kind of ['transaction', 'exclusive'] as const) {
      it(`keeps all of a transaction (${kind}), and gives what its work gave`, async () => {
        assert.equal(await db[kind](async (tx) => (await write(tx, 'a'), await write(tx, 'b'), 7)), 7);
        assert.deepEqual(await notes(db), ['a', 'b']);
      });

      it(`keeps nothing of a transaction (${kind}) whose work throws, and throws it on`, async () => {
        const own = new Error('mine');
        const work = async (tx: Queries) => {
          await write(tx, 'a');
          throw own;
        };
        await assert.rejects(db[kind](work), (error) => error === own);
        assert.deepEqual(await notes(db), []);
      });

      it(`does not take a transaction (${kind}) for done in which a failed statement was passed over`, async () => {
        const work = async (tx: Queries) => {
          await write(tx, 'a');
          await write(tx, 'a').catch(() => undefined);
        };
        await assert.rejects(db[kind](work));
        assert.deepEqual(await notes(db), []);
      });
    }

    it('is usable after any failure', async () => {
      for (let times = 0; times < 20; times++) {
        await assert.rejects(db.query('select 1 / 0'), (error) => sqlState(error) === '22012');
        await assert.rejects(
          db.transaction((tx) => tx.query('nonsense')),
          (error) => sqlState(error) === '42601',
        );
      }
      await write(db, 'a');
      assert.deepEqual(await notes(db), ['a']);
    });

    it('keeps its tables in a schema of its own', async () => {
      const rows = await db.query(
        `select distinct schemaname as tables, current_schema() as here from pg_tables
         where tablename in ('migration', 'entry', 'note')`,
      );
      assert.deepEqual(rows, [{ tables: 'deposit_slip_sandbox', here: 'deposit_slip_sandbox' }]);
    });

    it('has every step of the schema on record with its hash', async () => {
      const rows = await db.query<{ name: string; hash: string }>(
        'select name, hash from migration order by name',
      );
      assert.deepEqual(
        rows,
        readMigrations().map(({ name, hash }) => ({ name, hash })),
      );
      for (const { hash } of rows) assert.match(hash, /^[0-9a-f]{64}$/);
    });

    // The last one: there is no database after it.
    it('closes twice', async () => {
      await Promise.all([db.close(), db.close()]);
    });
  });

describe('a database on a server', () => {
  let url: string;
  let db: Db;
  before(async () => {
    url = await (await sharedServer()).createDatabase();
    db = await openPostgres(url, 4);
    await db.script('create table note (text text primary key); create sequence attempt');
  });
  after(async () => {
    await db.close();
    await (await sharedServer()).dropDatabase(url);
  });
  beforeEach(() => db.script('truncate note cascade; alter sequence attempt restart'));

  const fail = (state: string) => `do $$ begin raise exception 'raw' using errcode = '${state}'; end $$`;

  for (const state of ['40001', '40P01']) {
    it(`runs a transaction again that was rolled back for another's sake (${state})`, async () => {
      let runs = 0;
      await db.transaction(async (tx) => {
        await write(tx, `run ${++runs}`);
        if (runs < 5) await tx.script(fail(state));
      });
      assert.deepEqual(await notes(db), ['run 5']);
    });

    it(`gives up after five runs, and not with the database's own words (${state})`, async () => {
      let runs = 0;
      const work = async (tx: Queries) => {
        runs++;
        await write(tx, 'a');
        await tx.script(fail(state));
      };
      await assert.rejects(
        db.transaction(work),
        (error) => error instanceof Contention && sqlState(error) === undefined,
      );
      assert.equal(runs, 5);
      assert.deepEqual(await notes(db), []);
    });

    it(`runs a single statement again (${state})`, async () => {
      await db.script(`create or replace function fails_twice() returns bigint language plpgsql as $$ begin
        if nextval('attempt') < 3 then raise exception 'raw' using errcode = '${state}'; end if;
        return currval('attempt'); end $$`);
      assert.deepEqual(await db.query('select fails_twice() as runs'), [{ runs: 3n }]);
      await db.script('alter sequence attempt restart');
      await db.script('select fails_twice()');
    });
  }

  it('runs nothing else again', async () => {
    for (const state of ['23505', '55P03', '57014', 'DS409']) {
      let runs = 0;
      const work = (tx: Queries) => (runs++, tx.script(fail(state)));
      await assert.rejects(db.transaction(work), (error) => sqlState(error) === state);
      assert.equal(runs, 1, state);
    }
  });

  it('brings two transactions to their end that wait for each other', async () => {
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

  it('lets no transaction run beside an exclusive one', async () => {
    const seen: string[] = [];
    const [inside, alone] = [gate(), gate()];
    const ordinary = db.transaction(async (tx) => {
      inside.open();
      await alone.opened;
      await write(tx, 'before');
      seen.push('ordinary');
    });
    await inside.opened;
    const exclusive = db.exclusive(async (tx) => seen.push('exclusive', ...(await notes(tx))));
    await untilCount('pg_locks where not granted and database = $', 1);
    const late = db.transaction(async () => seen.push('late'));
    alone.open();
    await Promise.all([ordinary, exclusive, late]);
    assert.deepEqual(seen, ['ordinary', 'exclusive', 'before', 'late']);
  });

  /** Until so many rows are seen from outside; `$` is the database's id. A bound, so that a test fails and never hangs. */
  async function untilCount(from: string, count: number): Promise<void> {
    const id = '(select oid from pg_database where datname = current_database())';
    const sql = `select 1 from ${from.replace('$', id)}`;
    for (let looked = 0; looked < 1000; looked++) if ((await runOn(url, sql)).rowCount === count) return;
    assert.fail(`never ${count}: ${sql}`);
  }

  it('outlives connections the server ends, idle or at work', async () => {
    const own = `select pg_terminate_backend(pg_backend_pid())`;
    const ours = `pg_stat_activity where application_name = 'deposit-slip-sandbox' and datid = $`;
    let runs = 0;
    const work = async (tx: Queries) => {
      runs++;
      await write(tx, 'a');
      await tx.script(own);
    };
    await assert.rejects(db.transaction(work), (error) => sqlState(error) === '57P01');
    await assert.rejects(db.script(own), (error) => sqlState(error) === '57P01');
    assert.equal(runs, 1);
    assert.deepEqual(await notes(db), []);
    await Promise.all([notes(db), notes(db), notes(db), notes(db)]);
    const end = `select pg_terminate_backend(pid) from ${ours}`;
    await runOn(url, end.replace('datid = $', 'datname = current_database()'));
    await untilCount(ours, 0);
    assert.deepEqual(await notes(db), []);
  });

  it('says that an outcome is unknown where the answer to a commit is lost, and does nothing twice', async () => {
    const fuse = await fuseTo(url);
    const lame = await openPostgres(fuse.url, 2);
    let runs = 0;
    fuse.arm();
    const work = (tx: Queries) => write(tx, `run ${++runs}`);
    await assert.rejects(lame.transaction(work), OutcomeUnknown);
    assert.equal(runs, 1);
    assert.deepEqual(await notes(lame), ['run 1'], 'it was done, and the connections after it are good');
    await lame.close();
    fuse.close();
  });

  it('knows a refused commit from a lost one', async () => {
    await db.script(`create table late (text text references note deferrable initially deferred)`);
    const work = (tx: Queries) => tx.query(`insert into late values ('nobody')`);
    await assert.rejects(db.transaction(work), (error) => sqlState(error) === '23503');
  });

  it('opens no more connections than it may, and names them', async () => {
    const pids = await Promise.all(
      Array.from({ length: 40 }, () =>
        db.query(
          'select pg_backend_pid() as pid, application_name as name from pg_stat_activity where pid = pg_backend_pid()',
        ),
      ),
    );
    const found = new Set(pids.flat().map((row) => JSON.stringify(row)));
    assert.ok(found.size <= 4, `${found.size} connections`);
    assert.ok([...found].every((row) => row.includes('"deposit-slip-sandbox"')));
  });

  it('is in its schema and at its isolation whatever address, role and database say', async () => {
    const name = new URL(url).pathname.slice(1);
    await runOn(url, `alter database ${name} set search_path to public`);
    await runOn(url, `alter database ${name} set default_transaction_isolation to serializable`);
    const other = new URL(url);
    other.searchParams.set('options', '-c search_path=pg_temp');
    const third = await openPostgres(other.href);
    const state = `select current_schema() as schema, current_setting('transaction_isolation') as isolation`;
    const expected = [{ schema: 'deposit_slip_sandbox', isolation: 'read committed' }];
    assert.deepEqual(await third.query(state), expected);
    assert.deepEqual(await third.transaction((tx) => tx.query(state)), expected);
    await third.close();
  });
});

it('a database serves again, with all it kept, once its killed server is back', async () => {
  const server = await ownServer();
  const db = await openPostgres(await server.createDatabase(), 3);
  await db.script('create table note (text text primary key)');
  await Promise.all(['a', 'b', 'c'].map((text) => write(db, text)));
  await server.kill();
  // The processes behind open connections see a moment later that they are alone.
  for (let asked = 0; asked < 10_000 && (await notes(db).catch(() => [])).length > 0; asked++);
  await assert.rejects(notes(db));
  await assert.rejects(db.transaction(notes));
  await server.start();
  assert.deepEqual(await notes(db), ['a', 'b', 'c']);
  await db.close();
});

function gate(): { open(): void; readonly opened: Promise<void> } {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** A way to a database that, once armed, breaks with the answer to the next commit: the commit is done, nobody hears. */
async function fuseTo(url: string): Promise<{ url: string; arm(): void; close(): void }> {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  let [isArmed, isBlown] = [false, false];
  const server = createServer((near) => {
    const far = folder
      ? createConnection(`${folder}/.s.PGSQL.5432`)
      : createConnection(Number(port || 5432), hostname);
    const end = () => [near, far].forEach((socket: Socket) => socket.destroy());
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    near.on('data', (chunk) => {
      isBlown = isArmed && chunk.includes('commit');
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (!isBlown) return near.write(chunk);
      [isArmed, isBlown] = [false, false];
      end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.searchParams.delete('host');
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: through.href, arm: () => (isArmed = true), close: () => server.close() };
}
