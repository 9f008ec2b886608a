/** The behavior of a store in PostgreSQL and in PGlite. */
import assert from 'node:assert/strict';
import { afterEach, describe, it, mock } from 'node:test';
import { createPostgresStore, type PgliteDatabase, type PgPool } from 'deposit-slip/kit/postgres';
import { StoreError } from '../../../../src/server/kit/store/store.js';
import { setClock, type Spy } from './database.js';
import {
  bookedOf,
  depositOf,
  eventOf,
  issue,
  issuedOf,
  LEASE,
  lookUp,
  NOW,
  openBench,
  PACE,
  rowOf,
  save,
  SECOND,
  slipOf,
} from './fixtures.js';

export interface Databases {
  /** The database of the suite, with tables. */
  readonly db: () => PgPool | PgliteDatabase;
  /** The same database, with a spy. */
  readonly spyOn: (spy: Spy) => PgPool | PgliteDatabase;
  /** A database without tables. */
  readonly createEmpty: () => Promise<PgPool | PgliteDatabase>;
}

export function postgresCases(databases: Databases): void {
  schemaCases(databases);
  constraintCases(databases);
  failureCases(databases);
  statementCases(databases);
}

function schemaCases({ createEmpty }: Databases): void {
  const setVersion = (db: PgPool | PgliteDatabase, version: number) =>
    db.query('update deposit_slip.version set version = $1::integer', [version]);
  const operate = (store: ReturnType<typeof createPostgresStore>) => store.open('scope').health();

  describe('the tables', () => {
    afterEach(() => mock.timers.reset());

    it('are created by migrate, and all calls are rejected until then', async () => {
      const db = await createEmpty();
      const store = createPostgresStore(db);
      const missing = { name: 'StoreError', message: /no tables.*: run npx deposit-slip-migrate\.$/ };
      await assert.rejects(operate(store), missing);
      await assert.rejects(
        store.open('scope').transaction('1001', undefined, async () => 1),
        missing,
      );
      await db.query('create schema deposit_slip');
      mock.timers.enable({ apis: ['Date'], now: Date.now() + SECOND });
      await assert.rejects(operate(store), missing);
      await store.migrate();
      assert.equal((await operate(store)).waiting, 0);
    });

    it('are created once, whoever creates them, and keep their content', async () => {
      const db = await createEmpty();
      const stores = Array.from({ length: 5 }, () => createPostgresStore(db));
      await Promise.all(stores.map((store) => store.migrate()));
      const slip = await issue(stores[0]!.open('scope'));
      await Promise.all(stores.map((store) => store.migrate()));
      assert.equal((await lookUp(stores[1]!.open('scope'), slip)).payments.length, 1);
    });

    it('may be of this version or the next one', async () => {
      const db = await createEmpty();
      await createPostgresStore(db).migrate();
      await setVersion(db, 2);
      const store = createPostgresStore(db);
      await store.migrate();
      assert.equal((await operate(store)).waiting, 0);
      const { rows } = await db.query('select version from deposit_slip.version');
      assert.deepEqual(rows, [{ version: 2 }]);
      for (const [version, wrong] of [
        [0, /at version 0, .*too old/],
        [3, /at version 3, .*too new: update/],
      ] as const) {
        await setVersion(db, version);
        const error = await operate(createPostgresStore(db)).catch((cause: unknown) => cause);
        assert.ok(error instanceof StoreError);
        assert.match(error.message, wrong);
        assert.match(error.message, /run npx deposit-slip-migrate\.$/);
      }
      await assert.rejects(createPostgresStore(db).migrate(), { name: 'StoreError', message: /too new/ });
    });

    it('are checked again every minute, and after a failure at most once a second', async () => {
      const db = await createEmpty();
      await createPostgresStore(db).migrate();
      let checks = 0;
      const count = { query: db.query.bind(db) };
      const spied = {
        ...count,
        query: (text: string, params?: unknown[]) => {
          if (/from deposit_slip\.version/.test(text)) checks += 1;
          return count.query(text, params);
        },
        transaction: () => assert.fail(),
      };
      mock.timers.enable({ apis: ['Date'], now: NOW });
      const store = createPostgresStore(spied);
      const isGood = () =>
        operate(store).then(
          () => true,
          () => false,
        );
      assert.deepEqual(await Promise.all([isGood(), isGood(), isGood()]), [true, true, true]);
      await setVersion(db, 9);
      mock.timers.tick(59_999);
      assert.deepEqual([await isGood(), checks], [true, 1]);
      mock.timers.tick(1);
      assert.deepEqual([await isGood(), await isGood(), checks], [false, false, 2]);
      await setVersion(db, 1);
      mock.timers.tick(999);
      assert.deepEqual([await isGood(), checks], [false, 2]);
      mock.timers.tick(1);
      assert.deepEqual([await isGood(), await isGood(), checks], [true, true, 3]);
    });
  });
}

function constraintCases({ db }: Databases): void {
  const open = () => openBench({ store: createPostgresStore(db()), setTime: (now) => setClock(db(), now) });

  describe('the constraints', () => {
    it('allow a payment one deposit of each number, and a flow one row', async () => {
      const { records } = await open();
      await issue(records);
      await save(records, { deposits: [bookedOf(1)] });
      await assert.rejects(save(records, { deposits: [bookedOf(1)] }), StoreError);
      await save(records, { deposits: [bookedOf(1, { fiat: 'USD' }), bookedOf(1, { grantId: 'order-2' })] });
    });

    it('reject impossible sums and states', async () => {
      const { records } = await open();
      await issue(records);
      const row = await rowOf(records);
      const event = eventOf('key');
      await save(records, { events: [event] });
      const wrong = [
        { payments: [{ ...row, received: -1n }] },
        { payments: [{ ...row, asked: -1n }] },
        { payments: [{ ...row, fiat: 'Real' }] },
        { deposits: [depositOf({ amount: -1n })] },
        { deposits: [depositOf({ amount: 1n, returned: 2n })] },
        { deposits: [depositOf({ state: 'lost' as never })] },
        { deposits: [depositOf({ state: 'booked' })] },
        { events: [event] },
        { events: [eventOf('key', { name: 'shipped' as never })] },
      ];
      for (const changes of wrong)
        await assert.rejects(save(records, changes), StoreError, JSON.stringify(Object.keys(changes)));
      assert.equal((await rowOf(records)).received, 0n);
    });

    it('allow one current slip of a choice, with and without an amount', async () => {
      const { scope } = await open();
      const insert = (state: string, amount: string | null) =>
        db().query(
          `insert into deposit_slip.slip (scope, id, merchant, grant_id, alias, payment_id, fiat, amount, state, issued_at,
             watched_until, is_refresh, created_at, shown_at, making_until)
           values ($1::text, gen_random_uuid()::text, '1', 'g', '', 1, 'BRL', $3::bigint, $2::text, 0, 0, false, 0, 0,
             case when $2::text = 'making' then 0 end)`,
          [scope, state, amount],
        );
      for (const amount of ['1', null]) {
        for (const state of ['current', 'making', 'replaced']) await insert(state, amount);
        for (const state of ['current', 'making'])
          await assert.rejects(insert(state, amount), { code: '23505' }, `${state} ${amount}`);
        await insert('replaced', amount);
      }
    });
  });
}

function failureCases({ db, spyOn }: Databases): void {
  describe('a database', () => {
    it('must be a pool of pg or a PGlite', () => {
      for (const wrong of [
        undefined,
        null,
        {},
        { query: () => undefined },
        'postgres://',
        { connect: () => undefined },
      ])
        assert.throws(() => createPostgresStore(wrong as never), {
          name: 'TypeError',
          message: /Pool of pg or a PGlite/,
        });
    });

    it('is queried again after a conflict with another transaction, and not after another failure', async () => {
      for (const [code, fails, isDone] of [
        ['40001', 1, true],
        ['40P01', 4, true],
        ['40001', 5, false],
        ['57014', 1, false],
      ] as const) {
        let attempts = 0;
        const spied = spyOn((sql) => {
          if (!/update deposit_slip\.slip set is_paid/.test(sql)) return;
          attempts += 1;
          if (attempts <= fails) throw Object.assign(new Error('failed'), { code });
        });
        const result = save(createPostgresStore(spied).open('scope'), { paidSlips: ['a'] });
        const outcome = await result.then(
          () => undefined,
          (error: unknown) => error,
        );
        if (isDone) assert.deepEqual([outcome, attempts], [undefined, fails + 1]);
        else assert.ok(outcome instanceof StoreError && (outcome.cause as { code?: unknown }).code === code);
        assert.equal(attempts, isDone ? fails + 1 : fails);
      }
    });

    it('gets working connections back, and no broken ones', async () => {
      for (const isBroken of [false, true]) {
        const released: unknown[] = [];
        const client = {
          query: async (sql: string) => {
            if (sql.startsWith('begin')) return { rows: [] };
            if (sql === 'rollback' && !isBroken) return { rows: [] };
            throw new Error('failed');
          },
          release: (error?: unknown) => void released.push(error),
        };
        const version = { rows: [{ version: { version: 1 } }] };
        const pool = { query: async () => version, connect: async () => client };
        const records = createPostgresStore(pool).open('scope');
        await assert.rejects(save(records, { paidSlips: ['a'] }), StoreError);
        assert.deepEqual(
          released.map((error) => error instanceof Error),
          [isBroken],
        );
      }
    });

    it('rejects a transaction if one of its statements failed, even if that was ignored', async () => {
      const { records } = await openBench({
        store: createPostgresStore(db()),
        setTime: (now) => setClock(db(), now),
      });
      const deposit = depositOf();
      const result = records.transaction('1001', undefined, async (tx) => {
        await tx.save({ deposits: [deposit] });
        await tx.save({ deposits: [depositOf({ amount: -1n })] }).catch(() => undefined);
      });
      await assert.rejects(result, StoreError);
      assert.deepEqual(await records.knownFlows('1001', [deposit.flowId]), []);
    });

    it('receives no text that it would change', async () => {
      const { records } = await openBench({
        store: createPostgresStore(db()),
        setTime: (now) => setClock(db(), now),
      });
      for (const wrong of ['a\0', '\ud800', 'a\udc00b']) {
        await assert.rejects(records.lookUp({ merchantId: '1001', grantId: wrong }), StoreError);
        await assert.rejects(save(records, { deposits: [depositOf({ txId: wrong })] }), StoreError);
      }
    });
  });
}

function statementCases({ db, spyOn }: Databases): void {
  /** A bench that counts statements once the store has checked the version. */
  async function openCounted() {
    const seen: string[] = [];
    const spied = spyOn((sql) => void seen.push(sql.trim().split(/\s+/).slice(0, 3).join(' ')));
    const bench = await openBench({
      store: createPostgresStore(spied),
      setTime: (now) => setClock(db(), now),
    });
    await bench.records.health();
    const count = async (work: () => Promise<unknown>) => {
      seen.length = 0;
      await work();
      return seen.filter((sql) => !/^(?:begin|commit)/.test(sql)).length;
    };
    return { ...bench, count };
  }

  describe('statements', () => {
    it('number one for what a poll needs, for events, and for the end of a reading', async () => {
      const { records, count } = await openCounted();
      const slip = await issue(records);
      assert.equal(await count(() => lookUp(records, slip, { isWaiting: true })), 1);
      assert.equal(await count(() => records.claimEvents(10, LEASE)), 1);
      assert.equal(await count(() => records.nextDue(PACE)), 1);
      assert.equal(
        await count(() => records.endReading({ merchantId: '9' } as never, { pause: 0, next: 0 })),
        1,
      );
    });

    it('number one for a claim of nothing, and three for a claim', async () => {
      const { records, count, advance } = await openCounted();
      await issue(records);
      assert.equal(await count(() => records.claim(PACE, 10, LEASE)), 1);
      await advance(5 * SECOND);
      assert.equal(await count(() => records.claim(PACE, 10, LEASE)), 3);
      assert.equal(await count(() => records.claim(PACE, 10, LEASE)), 1);
      await issue(records, { merchantId: '1002' });
      await advance(5 * SECOND);
      await records.failToken(PACE.token, SECOND);
      assert.equal(await count(() => records.claim(PACE, 10, LEASE)), 1);
      await advance(SECOND);
      assert.equal(await count(() => records.claim({ ...PACE, rate: 1 }, 1, LEASE)), 3);
      await records.addMerchant({ merchantId: '1003', own: false, from: NOW });
      await records.lookUp({ merchantId: '1003', grantId: 'order-1', isWaiting: true });
      assert.equal(await count(() => records.claim(PACE, 10, LEASE)), 1);
    });

    it('number two to reserve a slip, and four to store it', async () => {
      const { records, count } = await openCounted();
      const slip = slipOf();
      assert.equal(await count(() => records.beginSlip(slip, undefined, 30)), 2);
      assert.equal(await count(() => records.beginSlip(slipOf(), undefined, 30)), 1);
      const start = { merchantId: '1001', own: false, from: NOW };
      assert.equal(await count(() => records.finishSlip(issuedOf(slip), start)), 4);
    });

    it('mark a merchant as waited for at most every two seconds', async () => {
      const { records, advance } = await openCounted();
      const slip = await issue(records);
      const waitedAt = async () =>
        (await lookUp(records, slip, { isWaiting: true })).merchant!.waitedAt - NOW;
      const times: number[] = [];
      for (let turn = 0; turn < 6; turn += 1) {
        times.push(await waitedAt());
        await advance(SECOND);
      }
      assert.deepEqual(times, [-NOW, 0, 0, 0, 3 * SECOND, 3 * SECOND]);
    });

    it('do not update the row of a busy merchant', async () => {
      const { records, advance, scope } = await openCounted();
      const version = async () => {
        const { rows } = await db().query(
          'select xmin::text || ctid::text as version from deposit_slip.merchant where scope = $1::text',
          [scope],
        );
        return (rows[0] as { version: string }).version;
      };
      await issue(records);
      const first = await version();
      const later = { issuedAt: NOW + 30 * SECOND, watchedUntil: slipOf().watchedUntil + 60 * SECOND };
      await issue(records, { ...later, grantId: 'order-2' });
      assert.equal(await version(), first);
      const changes = [
        { ...later, issuedAt: NOW + 31 * SECOND },
        { ...later, watchedUntil: slipOf().watchedUntil + 121 * SECOND },
        { ...later, issuedAt: NOW - SECOND },
      ];
      const seen = new Set([first]);
      for (const [at, members] of changes.entries()) {
        await issue(records, { ...members, grantId: `order-3-${at}` });
        seen.add(await version());
      }
      await issue(records, { ...later, grantId: 'order-4' }, { issued: { own: true } });
      seen.add(await version());
      assert.equal(seen.size, 5);
      await advance(1);
    });

    it('keep a purged payment with unusual ids while its events are open', async () => {
      const { records, advance, now } = await openCounted();
      const grantId = `"\\/\b\f\n\r\t\u0001\u001f\u007f\u2028<>&é\u{1F4B8}`;
      await issue(records, { grantId });
      const event = eventOf(JSON.stringify(['1001', grantId, 'BRL']));
      await save(records, { events: [event] });
      await advance(200 * 86_400_000);
      const count = async () => {
        await records.purge({ answers: now(), rows: now() });
        return (await records.lookUp({ merchantId: '1001', grantId })).payments.length;
      };
      assert.equal(await count(), 1);
      await records.deleteEvent(event.id);
      assert.equal(await count(), 0);
    });
  });
}
