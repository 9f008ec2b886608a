import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { methodOf } from 'deposit-slip/core';
import { createApp } from '../src/app.js';
import { sqlState, type Db, type Queries } from '../src/db/db.js';
import { Faults } from '../src/faults/index.js';
import { issue } from '../src/issuing/issuance.js';
import { findMerchant } from '../src/ledger/merchants.js';
import { verify } from '../src/ledger/verify.js';
import { seed } from '../src/seed.js';
import { openDb } from './test-sandbox.js';

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
  `select post(array[(${MXN}, ${changed}, 'TRANSFER', '${flow}', 7)::leg,
    (${BANK}, -(${changed}), 'TRANSFER', '${flow}', 7)::leg], '', ${at})`;
const CLAIM = `select claim_funds(1001, 'c', 'MXN', 5000, 501)`;
const TRANSFER = `select transfer_funds(1001, 1002, 't', 'MXN', 5000)`;
const CLAIMED = `(select tx_id from withdrawal where client_id = 'c')`;
const SENT = `(select from_id from transfer where client_id = 't')`;
const TAKEN = `(select to_id from transfer where client_id = 't')`;
const inEntry = (where: string, set: string) => tamper('entry', `update entry set ${set} where ${where}`);

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
  [
    'a transfer loses its fee entries',
    `${TRANSFER}; ${tamper(
      'entry',
      `delete from entry where tx_id = ${SENT} and category = 'FEE' and seq is null;
      update account set balance = balance + 25, seq = seq - 1 where id = ${MXN};
      delete from entry where tx_id = ${SENT} and category = 'FEE'`,
    )}`,
    ['I4', 'I6'],
  ],
  [
    'the sides of a transfer are postings of their own',
    `${TRANSFER}; ${inEntry(`tx_id = ${TAKEN}`, 'posting = posting + 1000')}`,
    ['I1', 'I4'],
  ],
  ['a transfer is on the books that nobody asked for', posting('-5', 'TRANSFER_OUT'), ['I4']],
  [
    'a crypto transfer loses a side',
    tamper('crypto_record', 'delete from crypto_record where id = 1'),
    ['I4'],
  ],
  [
    'the sides of a crypto transfer differ',
    tamper('crypto_record', 'update crypto_record set amount = amount + 1 where id = 2'),
    ['I4'],
  ],
  [
    'a clientId made two claims',
    `${CLAIM}; alter table withdrawal drop constraint withdrawal_merchant_client_id_key;
      create temp table twin on commit drop as select * from withdrawal; update twin set tx_id = 7;
      insert into withdrawal select * from twin; ${posting('-5000', 'WITHDRAW')};
      select post(fee_legs(${MXN}, 'MXN', 200, 'WITHDRAW', 7), '')`,
    ['I5', 'I6'],
  ],
  [
    'a claim took another amount than it says',
    `${CLAIM}; ${tamper('withdrawal', `update withdrawal set amount = 4999 where tx_id = ${CLAIMED}`)}`,
    ['I6'],
  ],
  ['a claim is on the books that nobody made', posting('-5', 'WITHDRAW'), ['I6']],
  [
    'fromId is the funding of another merchant',
    `${TRANSFER}; ${inEntry(`tx_id = ${TAKEN}`, `tx_id = ${SENT}`)}`,
    ['I4', 'I7'],
  ],
  ['a claim is rolled back that never was', posting('5', 'WITHDRAW_ROLLBACK'), ['I6', 'I8']],
  [
    'a claim is rolled back twice',
    `drop index entry_rolled_back; ${CLAIM}; select roll_back(${CLAIMED}, 'WITHDRAW', '');
      select roll_back(${CLAIMED}, 'WITHDRAW', '')`,
    ['I8'],
  ],
  ['time runs backwards on an account', `${CLAIM}; ${inEntry(`id = ${LAST}`, 'at = 5')}`, ['I9']],
  [
    'an order has a status of another kind',
    `alter table fiat_order drop constraint fiat_order_kind_status_fkey;
      update fiat_order set status = 40 where client_id = 'seed-fiat_to_fiat-10'`,
    ['I10'],
  ],
  [
    'a purchase is paid without having been charged',
    `update crypto_order set status = 50 where client_id = 'seed-fiat_to_crypto-40' and merchant = 1001`,
    ['I15'],
  ],
  ['crypto is bought without an order', posting('-5', 'BUY_CRYPTO'), ['I15']],
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
      channels: [],
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

  const columns = {
    entry: 'at',
    issuance: 'at',
    identifier: 'folded',
    deposit: 'at',
    withdrawal: 'fee',
    transfer: 'fee',
    crypto_record: 'at',
  };
  for (const [table, column] of Object.entries(columns))
    test(`to change, delete or empty ${table}`, async () => {
      await issue(db, { merchant: (await findMerchant(db, 1001n))!, method: methodOf(105)!, seed: 1 });
      await db.script(`${CLAIM}; ${TRANSFER}`);
      await refused(`update ${table} set ${column} = ${column}`, '23001');
      await refused(`delete from ${table}`, '23001');
      await refused(`truncate ${table} cascade`, '23001');
    });

  test('a posting that does not sum to zero, mixes currencies or is empty', async () => {
    const leg = (account: string, changed: number) =>
      `(${account}, ${changed}, 'TRANSFER', 'DEPOSIT', 1)::leg`;
    const usd = `(select id from account where role = 'bank' and currency = 'USD')`;
    await refused(`select post(array[${leg(MXN, 5)}, ${leg(BANK, -4)}], '')`, '23514');
    await refused(`select post(array[${leg(MXN, 5)}, ${leg(usd, -5)}], '')`, '23514');
    await refused(`select post(array[]::leg[], '')`, '23514');
    await refused(`select post(array[${leg(MXN, 0)}], '')`, '23514');
  });

  test('a balance below zero, whole', async () => {
    const [before] = await db.query('select balance, seq, last_at from account order by id');
    await refused(posting('-100000001', 'WITHDRAW'), '23514');
    assert.deepEqual((await db.query('select balance, seq, last_at from account order by id'))[0], before);
  });

  test('a time before the last entry', async () => refused(posting('1', 'DEPOSIT', '1'), 'DS409'));
});
