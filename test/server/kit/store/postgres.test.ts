import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createPostgresStore } from 'deposit-slip/kit/postgres';
import { sharedServer, startServer, type Server } from '../../../../sandbox/test/postgres.js';
import { StoreError, type Records, type Store } from '../../../../src/server/kit/store/store.js';
import { setClock, spyOnPool } from './database.js';
import {
  depositOf,
  issue,
  LEASE,
  lookUp,
  merchantsOf,
  openBench,
  PACE,
  save,
  SECOND,
  slipOf,
} from './fixtures.js';
import { postgresCases } from './postgres-cases.js';
import { recordsSuite } from './records.js';

const pools: pg.Pool[] = [];
let server: Server;
let pool: pg.Pool;
let store: Store;

before(async () => {
  server = await sharedServer();
  pool = await createPool();
  store = createPostgresStore(pool);
  await store.migrate();
});
after(() => Promise.all(pools.map((each) => each.end())));

async function createPool(options: pg.PoolConfig = {}): Promise<pg.Pool> {
  const connectionString = options.connectionString ?? (await server.createDatabase());
  const created = new pg.Pool({ max: 8, ...options, connectionString });
  created.on('error', () => undefined);
  pools.push(created);
  return created;
}

recordsSuite('a store in PostgreSQL', () => ({ store, setTime: (now) => setClock(pool, now) }));

describe('a store in PostgreSQL', () => {
  postgresCases({ db: () => pool, spyOn: (spy) => spyOnPool(pool, spy), createEmpty: () => createPool() });

  const open = () => openBench({ store, setTime: (now) => setClock(pool, now) });

  it('reads what it wrote whatever parsers the driver has', async () => {
    const { scope, records } = await open();
    const slip = await issue(records, { answer: { code: 'x' } });
    const url = pool.options.connectionString!;
    const parsers: pg.CustomTypesConfig['getTypeParser'][] = [
      () => (text: string) => text,
      ((oid: number) => (oid === 20 ? BigInt : pg.types.getTypeParser(oid))) as never,
    ];
    for (const getTypeParser of parsers) {
      const odd = await createPool({ connectionString: url, types: { getTypeParser } });
      assert.deepEqual(await lookUp(createPostgresStore(odd).open(scope), slip), await lookUp(records, slip));
    }
  });

  it('leaves no state in a session, so that a pooler may share it', async () => {
    const { scope } = await open();
    const single = await createPool({ connectionString: pool.options.connectionString!, max: 1 });
    const state = async () => {
      const { rows } = await single.query<Record<string, unknown>>(
        `select (select count(*) from pg_prepared_statements) as prepared,
           (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
           (select json_object_agg(name, setting) from pg_settings) as settings`,
      );
      return rows[0];
    };
    const before = await state();
    const records = createPostgresStore(single).open(scope);
    const slip = await issue(records);
    await lookUp(records, slip, { isWaiting: true });
    await records.claim(PACE, 10, LEASE);
    await save(records, { deposits: [depositOf()] });
    await records
      .transaction('1001', undefined, () => Promise.reject(new Error('a mistake')))
      .catch(() => undefined);
    assert.deepEqual(await state(), before);
  });

  it('makes no poll, slip or claim wait for the row of a busy merchant', async () => {
    const { records, scope, advance } = await open();
    const slip = await issue(records);
    await issue(records, { merchantId: '1002' });
    await advance(5 * SECOND);
    const client = await pool.connect();
    try {
      await client.query('begin');
      const busy = `select from deposit_slip.merchant where scope = $1 and merchant = '1001' for update`;
      await client.query(busy, [scope]);
      assert.equal((await lookUp(records, slip, { isWaiting: true })).slips.length, 1);
      await issue(records, { grantId: 'order-2' });
      assert.deepEqual(merchantsOf(await records.claim(PACE, 10, LEASE)), ['1002']);
      await client.query('rollback');
    } finally {
      client.release();
    }
    assert.equal((await lookUp(records, slip)).merchant?.waitedAt, 0);
  });

  it('serializes transactions whatever the default of the database', async () => {
    const strict = await createPool();
    for (const level of ['repeatable read', 'serializable']) {
      await strict.query(`alter database ${new URL(strict.options.connectionString!).pathname.slice(1)}
        set default_transaction_isolation = '${level}'`);
      const fresh = await createPool({ connectionString: strict.options.connectionString! });
      let begun = 0;
      const other = createPostgresStore(
        spyOnPool(fresh, (sql) => (begun += Number(sql.startsWith('begin')))),
      );
      await other.migrate();
      const records = other.open(level);
      const slips = Array.from({ length: 10 }, () => slipOf());
      const reserved = await Promise.all(slips.map((slip) => records.beginSlip(slip, undefined, 30)));
      assert.equal(reserved.filter(Boolean).length, 1);
      await issue(records, { paymentId: 91 });
      begun = 0;
      await addConcurrently(records, 10);
      assert.equal(begun, 10, 'none was repeated');
      const { payments } = await records.lookUp({ merchantId: '1001', grantId: 'order-1' });
      assert.equal(payments[0]!.count, 10);
    }
  });

  it('survives connections that break, and continues', async () => {
    const { records } = await open();
    await issue(records);
    const kill = (): Promise<unknown> =>
      pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
    const work = records.transaction('1001', undefined, async (tx) => {
      await tx.knownFlows(['a']);
      await kill();
      await tx.save({ deposits: [depositOf()] });
    });
    await assert.rejects(work, StoreError);
    assert.equal((await records.health()).merchants.length, 1);
    assert.ok(pool.totalCount <= 8 && pool.waitingCount === 0);
  });

  it('rejects while the server is down, and works when it is up again', async () => {
    const own = await startServer();
    const created = await createPool({ connectionString: await own.createDatabase() });
    const down = createPostgresStore(created);
    await down.migrate();
    const records = down.open('scope');
    const slip = await issue(records, { issuedAt: Date.now() });
    await own.kill();
    // Its processes may respond once more before they notice.
    while (await lookUp(records, slip).then(Boolean, () => false));
    const attempts: (() => Promise<unknown>)[] = [
      () => lookUp(records, slip),
      () => records.beginSlip(slipOf(), undefined, 30),
      () => records.claim(PACE, 10, LEASE),
      () => records.transaction('1001', undefined, async () => 1),
      () => down.migrate(),
    ];
    for (const attempt of attempts)
      await assert.rejects(attempt(), (error) => error instanceof StoreError && error.cause instanceof Error);
    await own.start();
    assert.equal((await lookUp(records, slip)).slips.length, 1);
    await records.transaction('1001', undefined, async (tx) => tx.save({ deposits: [depositOf()] }));
    await created.end();
    pools.splice(pools.indexOf(created), 1);
    await own.stop();
  });
});

/** Counts deposits in this many transactions at once. */
async function addConcurrently(records: Records, times: number): Promise<void> {
  await Promise.all(
    Array.from({ length: times }, () =>
      records.transaction('1001', undefined, async (tx) => {
        const [payment] = await tx.paymentsOf(['order-1']);
        const { tally: _, ...row } = payment!;
        await tx.save({ payments: [{ ...row, count: row.count + 1 }] });
      }),
    ),
  );
}
