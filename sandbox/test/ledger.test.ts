import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FIATS } from 'deposit-slip/contract';
import { fromMinor, methodOf } from 'deposit-slip/core';
import { createApp } from '../src/app.js';
import { sqlState, type Db, type Queries } from '../src/db/db.js';
import { Faults } from '../src/faults/index.js';
import { issue } from '../src/issuing/issuance.js';
import { takeDeposit } from '../src/ledger/deposits.js';
import { findMerchant } from '../src/ledger/merchants.js';
import { verify } from '../src/ledger/verify.js';
import { seed } from '../src/seed.js';
import { openDb } from './world.js';

let db: Db;
before(async () => {
  db = await openDb();
  await seed(db);
});
after(() => db.close());

async function broken(on: Queries): Promise<string[]> {
  const { ok, invariants } = await verify(on);
  const ids = invariants.filter(({ violations }) => violations > 0).map(({ id }) => id);
  assert.equal(ok, ids.length === 0);
  return ids;
}

class Undo extends Error {}

/** What `verify` finds once `harm` is done; then the harm is undone. */
async function brokenBy(harm: string): Promise<string[]> {
  let found: string[] = [];
  const done = db.transaction(async (tx) => {
    await tx.script(harm);
    found = await broken(tx);
    throw new Undo();
  });
  await assert.rejects(done, Undo);
  assert.deepEqual(await broken(db), []);
  return found;
}

const LAST = `(select max(id) from entry where seq is not null)`;
const off = (table: string) => `alter table ${table} disable trigger ${table}_frozen;`;
const on = (table: string) => `alter table ${table} enable trigger ${table}_frozen;`;
const tamper = (table: string, sql: string) => `${off(table)} ${sql}; ${on(table)}`;
const MXN = `(select id from account where merchant = 1001 and currency = 'MXN')`;
const BANK = `(select id from account where role = 'bank' and currency = 'MXN')`;
const posting = (changed: string, flow: string, at = 'null') =>
  `select post(array[(${MXN}, ${changed}, 'TRANSFER', '${flow}')::leg,
    (${BANK}, -(${changed}), 'TRANSFER', '${flow}')::leg], 7, '', ${at})`;

// A way to break each invariant, and all that must turn red.
const HARMS: readonly (readonly [what: string, harm: string, red: readonly string[]])[] = [
  [
    'an entry of the bank is changed',
    tamper(
      'entry',
      'update entry set changed = changed - 1 where id = (select max(id) from entry where seq is null)',
    ),
    ['I1'],
  ],
  [
    'a leg is deleted',
    tamper('entry', 'delete from entry where id = (select max(id) from entry where seq is null)'),
    ['I1'],
  ],
  [
    'a balance falls below zero',
    `alter table account drop constraint covered; update account set balance = -1 where id = ${MXN}`,
    ['I2', 'I3'],
  ],
  [
    'a running total is changed',
    tamper('entry', `update entry set total = total + 1 where id = ${LAST}`),
    ['I3'],
  ],
  [
    'a balance is changed without an entry',
    `update account set balance = balance + 1 where id = ${MXN}`,
    ['I3'],
  ],
  ['a sequence skips a number', tamper('entry', `update entry set seq = seq + 1 where id = ${LAST}`), ['I3']],
  ['an account counts an entry too many', `update account set seq = seq + 1 where id = ${MXN}`, ['I3']],
  ['the guard of the entries is off', off('entry'), ['I8']],
  ['the guard of the deposits is gone', 'drop trigger deposit_kept on deposit', ['I8']],
  ['a withdrawal is rolled back that never was', posting('5', 'WITHDRAW_ROLLBACK'), ['I8']],
  [
    'a withdrawal is rolled back twice',
    `${posting('-5', 'WITHDRAW')}; ${posting('5', 'WITHDRAW_ROLLBACK')}; ${posting('5', 'WITHDRAW_ROLLBACK')}`,
    ['I8'],
  ],
  [
    'time runs backwards on an account',
    `${posting('-1', 'WITHDRAW')}; ${tamper('entry', `update entry set at = 5 where id = ${LAST}`)}`,
    ['I9'],
  ],
  [
    'a deposit states more decimals than its currency has',
    `insert into deposit (currency, amount, stated, unmatched, at) values ('MXN', 1000, '10.001', 'unknown', 1)`,
    ['I12'],
  ],
  [
    'a deposit is booked at another amount than stated',
    `insert into deposit (currency, amount, stated, unmatched, at) values ('MXN', 1000, '1.00', 'unknown', 1)`,
    ['I12'],
  ],
  ['a deposit is on the books that never arrived', posting('9', 'DEPOSIT'), ['I14']],
  [
    'a deposit is credited to another merchant than recorded',
    tamper('deposit', 'update deposit set merchant = 1002 where id = 1'),
    ['I14'],
  ],
];

describe('verify turns red', () => {
  for (const [what, harm, red] of HARMS)
    test(`when ${what}: ${red.join(', ')}`, async () => assert.deepEqual(await brokenBy(harm), red));

  test('and every invariant there is was seen red', async () => {
    const seen = new Set(HARMS.flatMap(([, , red]) => red));
    const all = (await verify(db)).invariants.map(({ id }) => id);
    assert.deepEqual([...seen].sort(), [...all].sort());
  });

  test('over HTTP with 500 and ok false', async () => {
    const world = {
      db,
      tokens: new Map(),
      controlToken: 'c',
      seed: 1,
      baseUrl: () => '',
      later: () => undefined,
      faults: new Faults(1),
    };
    const ask = async () => {
      const response = await createApp(world).request('/sandbox/verify', {
        headers: { authorization: 'Bearer c' },
      });
      const { ok, invariants } = (await response.json()) as { ok: boolean; invariants: object[] };
      return [response.status, ok, invariants.length > 0];
    };
    assert.deepEqual(await ask(), [200, true, true]);
    await db.script(off('entry'));
    assert.deepEqual(await ask(), [500, false, true]);
    await db.script(on('entry'));
    assert.deepEqual(await ask(), [200, true, true]);
  });
});

describe('the schema refuses', () => {
  const refused = (sql: string, state: string) =>
    assert.rejects(db.script(sql), (error) => sqlState(error) === state);

  for (const table of ['entry', 'issuance', 'identifier', 'deposit'])
    test(`to change, delete or empty ${table}`, async () => {
      await issue(db, { merchant: (await findMerchant(db, 1001n))!, method: methodOf(105)!, seed: 1 });
      const column = { entry: 'at', issuance: 'at', identifier: 'folded', deposit: 'at' }[table];
      await refused(`update ${table} set ${column} = ${column}`, '23001');
      await refused(`delete from ${table}`, '23001');
      await refused(`truncate ${table} cascade`, '23001');
    });

  test('a posting that does not sum to zero, mixes currencies or is empty', async () => {
    const leg = (account: string, changed: number) => `(${account}, ${changed}, 'TRANSFER', 'DEPOSIT')::leg`;
    const usd = `(select id from account where role = 'bank' and currency = 'USD')`;
    await refused(`select post(array[${leg(MXN, 5)}, ${leg(BANK, -4)}], 1, '')`, '23514');
    await refused(`select post(array[${leg(MXN, 5)}, ${leg(usd, -5)}], 1, '')`, '23514');
    await refused(`select post(array[]::leg[], 1, '')`, '23514');
    await refused(`select post(array[${leg(MXN, 0)}], 1, '')`, '23514');
  });

  test('a balance below zero, whole', async () => {
    const [before] = await db.query('select balance, seq, last_at from account order by id');
    await refused(posting('-100000001', 'WITHDRAW'), '23514');
    assert.deepEqual((await db.query('select balance, seq, last_at from account order by id'))[0], before);
  });

  test('a time before the last entry', async () => refused(posting('1', 'DEPOSIT', '1'), 'DS409'));
});

test('2000 random postings keep every invariant and the balances of a model', async () => {
  const next = randomFrom(20_250_101);
  const model = new Map<string, bigint>();
  const accounts = [1001n, 1002n].flatMap((merchant) => FIATS.map((fiat) => ({ merchant, fiat })));
  for (const { merchant, fiat } of accounts) model.set(`${merchant} ${fiat}`, 100_000_000n);
  const clabes = new Map<bigint, string>();
  for (const id of [1001n, 1002n]) {
    const { fieldList } = await issue(db, {
      merchant: (await findMerchant(db, id))!,
      method: methodOf(105)!,
      seed: 1,
    });
    clabes.set(id, fieldList['Cuenta CLABE']!);
  }
  for (let step = 0; step < 2000; step++) {
    const { merchant, fiat } = accounts[next(accounts.length)]!;
    const key = `${merchant} ${fiat}`;
    const amount = BigInt(1 + next(2) * next(1_000_000_000) + next(1000));
    if (next(2) === 0) {
      const deposit = { fiat, amount: fromMinor(amount), account: clabes.get(merchant)! };
      const { matched } = await takeDeposit(db, deposit);
      assert.equal(matched, fiat === 'MXN', 'a CLABE takes pesos alone');
      if (matched) model.set(key, model.get(key)! + amount);
    } else if (await withdraw(merchant, fiat, amount)) {
      assert.ok(model.get(key)! >= amount, `seed step ${step}`);
      model.set(key, model.get(key)! - amount);
    } else assert.ok(model.get(key)! < amount, `seed step ${step}`);
  }
  assert.deepEqual(await broken(db), []);
  const rows = await db.query<{ merchant: bigint; fiat: string; balance: bigint }>(
    `select merchant, currency as fiat, balance from account where merchant < 2000`,
  );
  assert.deepEqual(
    new Map(rows.map(({ merchant, fiat, balance }) => [`${merchant} ${fiat}`, balance])),
    model,
  );
});

/** A posting that may not be covered; whether it was. */
async function withdraw(merchant: bigint, fiat: string, amount: bigint): Promise<boolean> {
  try {
    await db.query(
      `select post(array(select (a.id, case a.role when 'main' then -$3::bigint else $3::bigint end, 'TRANSFER',
         'WITHDRAW')::leg from account a
         where currency = $2 and (merchant = $1 or role = 'bank')), nextval('tx_id'), '')`,
      [merchant, fiat, amount],
    );
    return true;
  } catch (error) {
    assert.equal(sqlState(error), '23514');
    return false;
  }
}

/** Whole numbers below a bound, the same for the same seed (mulberry32's step). */
function randomFrom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
