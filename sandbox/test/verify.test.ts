import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onlyRow, type Db } from '../src/db/db.js';
import { verify } from '../src/ledger/verify.js';
import { openDb } from './test-sandbox.js';

const account = (role: string) => `(select id from account where role = '${role}' and currency = 'MXN'
  and merchant is not distinct from ${role === 'main' ? '1001' : 'null'})`;

/** Books five minor units for merchant 1001 under a txId. */
const book = (txId: string, flow: string, category = 'TRANSFER') =>
  `select post(array[(${account('main')}, -5, '${category}', '${flow}', ${txId})::leg,
    (${account('bank')}, 5, '${category}', '${flow}', ${txId})::leg], '')`;

/** Changes the bank's first entry, with the trigger disabled. */
const CHANGE_OLD_ENTRY = `alter table entry disable trigger entry_frozen;
  update entry set changed = changed + 1 where id = (select min(id) from entry where seq is null);
  alter table entry enable trigger entry_frozen`;

async function violated(db: Db, full?: boolean): Promise<string[]> {
  const { ok, invariants } = await verify(db, { full });
  const ids = invariants.filter(({ violations }) => violations > 0).map(({ id }) => id);
  assert.equal(ok, ids.length === 0);
  return ids;
}

describe('verify', () => {
  let db: Db;
  before(async () => {
    db = await openDb();
  });
  after(() => db.close());

  it('checks only what was written since the last run without findings', async () => {
    await db.query(`select transfer_funds(1001, 1002, 't', 'MXN', 5000)`);
    await db.query(`select claim_funds(1001, 'c', 'MXN', 5000, 501)`);
    const before = await checkedFrom();
    assert.deepEqual(await violated(db), []);
    assert.ok((await checkedFrom()) > before, 'the next run starts later');
    const { rows } = onlyRow(
      await db.query<{ rows: number }>(
        'select count(*)::int as rows from change where written >= (select upto from verified)',
      ),
    );
    assert.equal(rows, 0);
  });

  async function checkedFrom(): Promise<bigint> {
    return BigInt(onlyRow(await db.query<{ upto: string }>('select upto::text from verified')).upto);
  }

  it('sees what is later booked under the txId of a checked row, in every run from then on', async () => {
    const order = `(select max(tx_id) from orders where merchant = 1001 and status = 60)`;
    const found = new Set(await violated(db));
    for (const [sql, id] of [
      [book(`(select tx_id from withdrawal where client_id = 'c')`, 'WITHDRAW'), 'I6'],
      [book(`(select to_id from transfer where client_id = 't')`, 'TRANSFER_IN'), 'I4'],
      [book(order, 'BUY_CRYPTO', 'TRADE'), 'I15'],
    ] as const) {
      await db.script(sql);
      found.add(id);
      assert.deepEqual(new Set(await violated(db)), found);
    }
  });

  it('sees a change to a row that was already checked, in a full run and in every run from then on', async () => {
    assert.equal((await violated(db)).includes('I1'), false);
    await db.script(CHANGE_OLD_ENTRY);
    assert.equal((await violated(db)).includes('I1'), false);
    assert.equal((await violated(db, true)).includes('I1'), true);
    assert.equal((await violated(db)).includes('I1'), true);
  });

  it('serves requests between its statements', async () => {
    const order: string[] = [];
    const request = new Promise<void>((resolve) =>
      setImmediate(
        () =>
          void db
            .query('select 1')
            .then(() => order.push('request'), assert.fail)
            .then(() => resolve()),
      ),
    );
    await verify(db, { full: true });
    order.push('verify');
    await request;
    assert.deepEqual(order, ['request', 'verify']);
  });

  it('does not forget the findings of one run because another, which began before, found nothing', async () => {
    const sound = await openDb();
    const found: boolean[] = [];
    const meanwhile = async (): Promise<void> => {
      await sound.script(CHANGE_OLD_ENTRY);
      found.push((await verify(sound, { full: true })).ok);
    };
    const query: Db['query'] = async (sql, params) => {
      if (sql.startsWith('update verified')) await meanwhile();
      return sound.query(sql, params);
    };
    found.push((await verify({ ...sound, query })).ok, (await verify(sound)).ok);
    await sound.close();
    assert.deepEqual(found, [false, true, false]);
  });
});

// Only on a server, because PGlite runs one transaction at a time.
it('verify on a server sees what a transaction wrote that was open during an earlier run', async () => {
  const db = await openDb('postgres');
  const claim = `select claim_funds(1001, 'open', 'MXN', 5000, 501)`;
  await db.transaction(async (tx) => {
    await tx.query(claim);
    // This transfer is committed before the transaction, and has higher ids.
    await db.query(`select transfer_funds(1002, 1001, 'meanwhile', 'ARS', 5000)`);
    assert.deepEqual(await violated(db), []);
    await tx.script(book('7', 'DEPOSIT'));
  });
  assert.deepEqual(await violated(db), ['I14']);
  await db.close();
});
