import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { methodOf } from 'deposit-slip/core';
import { createApp } from '../src/app.js';
import { REFUSALS } from '../src/http/refusals.js';
import { sqlState, type Db, type Queries } from '../src/db/db.js';
import { issue } from '../src/issuing/issuance.js';
import { findMerchant } from '../src/ledger/merchants.js';
import { verify } from '../src/ledger/verify.js';
import { withRollback } from './rollback.js';
import { openDb } from './test-sandbox.js';

let db: Db;
before(async () => {
  db = await openDb();
});
after(() => db.close());

async function violatedInvariants(queries: Queries, full = true): Promise<string[]> {
  const { ok, invariants } = await verify(queries, { full });
  const ids = invariants.filter(({ violations }) => violations > 0).map(({ id }) => id);
  assert.equal(ok, ids.length === 0);
  return ids;
}

/** The invariants that `verify` reports as violated after this SQL, which is then rolled back. */
async function violatedBy(sql: string): Promise<string[]> {
  const violated = await withRollback(db, async (tx) => {
    await tx.script(sql);
    const found = await violatedInvariants(tx, false);
    const all = await violatedInvariants(tx);
    // Only a full run notices a row that was changed after it was checked.
    if (!sql.includes(' disable trigger ')) assert.deepEqual(found, all);
    return all;
  });
  assert.deepEqual(await violatedInvariants(db), []);
  return violated;
}

const disableGuard = (table: string) => `alter table ${table} disable trigger ${table}_frozen;`;
const enableGuard = (table: string) => `alter table ${table} enable trigger ${table}_frozen;`;
const unguarded = (table: string, sql: string) => `${disableGuard(table)} ${sql}; ${enableGuard(table)}`;
const changeEntry = (where: string, set: string) =>
  unguarded('entry', `update entry set ${set} where ${where}`);

const MXN = `(select id from account where merchant = 1001 and currency = 'MXN')`;
const BANK = `(select id from account where role = 'bank' and currency = 'MXN')`;
const posting = (changed: string, flow: string, at = 'null', ext = '') =>
  `select post(array[(${MXN}, ${changed}, 'TRANSFER', '${flow}', 7)::leg,
    (${BANK}, -(${changed}), 'TRANSFER', '${flow}', 7)::leg], '${ext}', ${at})`;
const LAST = `id = (select max(id) from entry where seq is not null)`;
const LAST_OF_BANK = `id = (select max(id) from entry where seq is null)`;

const CLAIM = `select claim_funds(1001, 'c', 'MXN', 5000, 501);`;
const CLAIM_ID = `(select tx_id from withdrawal where client_id = 'c')`;
const ROLL_BACK_CLAIM = `select roll_back(${CLAIM_ID}, 'WITHDRAW', '');`;
const TRANSFER = `select transfer_funds(1001, 1002, 't', 'MXN', 5000);`;
const FROM_ID = `(select from_id from transfer where client_id = 't')`;
const TO_ID = `(select to_id from transfer where client_id = 't')`;
const DEPOSIT = `insert into deposit (currency, amount, stated, unmatched, at) values`;

/** Credits 10.00 under txId 7, as deposit 100. */
const CREDIT = `alter table deposit alter column id restart 100;
  select credit_deposit(1001, 'MXN', 1000, '10.00', 7, 105, null, null, null, null);`;
const RETURN = `select return_deposit(100, 600, null);`;

const WITHOUT_FEE = `delete from entry where tx_id = ${FROM_ID} and category = 'FEE' and seq is null;
  update account set balance = balance + 25, seq = seq - 1 where id = ${MXN};
  delete from entry where tx_id = ${FROM_ID} and category = 'FEE'`;

const SECOND_CLAIM = `alter table withdrawal drop constraint withdrawal_merchant_client_id_key;
  create temp table twin on commit drop as select * from withdrawal; update twin set tx_id = 7;
  insert into withdrawal select * from twin; ${posting('-5000', 'WITHDRAW')};
  select post(fee_legs(${MXN}, 'MXN', 200, 'WITHDRAW', 7), '')`;

/**
 * SQL that violates invariants, by its description, grouped by all the invariants that it violates
 * (sandbox/README.md I1...).
 */
const VIOLATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  I1: {
    'an entry of the bank is changed': changeEntry(LAST_OF_BANK, 'changed = changed - 1'),
    'an entry of the bank is deleted': unguarded('entry', `delete from entry where ${LAST_OF_BANK}`),
  },
  'I1, I4': {
    'the sides of a transfer are in two postings': `${TRANSFER} ${changeEntry(`tx_id = ${TO_ID}`, 'posting = posting + 1000')}`,
  },
  'I2, I3': {
    'a balance is negative': `alter table account drop constraint covered;
      update account set balance = -1 where id = ${MXN}`,
  },
  I3: {
    'a running total is changed': changeEntry(LAST, 'total = total + 1'),
    'a balance changes without an entry': `update account set balance = balance + 1 where id = ${MXN}`,
    'a sequence skips a number': changeEntry(LAST, 'seq = seq + 1'),
    'an account counts too many entries': `update account set seq = seq + 1 where id = ${MXN}`,
  },
  I4: {
    'a transfer is booked without a record': posting('-5', 'TRANSFER_OUT'),
    'a crypto transfer loses a side': unguarded('crypto_record', 'delete from crypto_record where id = 1'),
    'the sides of a crypto transfer differ': unguarded(
      'crypto_record',
      'update crypto_record set amount = amount + 1 where id = 2',
    ),
  },
  'I4, I6': { 'a transfer loses its fee entries': `${TRANSFER} ${unguarded('entry', WITHOUT_FEE)}` },
  'I4, I7': {
    'the toId of a transfer is its fromId': `${TRANSFER} ${changeEntry(`tx_id = ${TO_ID}`, `tx_id = ${FROM_ID}`)}`,
  },
  'I5, I6': { 'a clientId made two claims': `${CLAIM} ${SECOND_CLAIM}` },
  I6: {
    'a claim took another amount than recorded': `${CLAIM}
      ${unguarded('withdrawal', `update withdrawal set amount = 4999 where tx_id = ${CLAIM_ID}`)}`,
    'a claim is booked without a record': posting('-5', 'WITHDRAW'),
  },
  'I6, I8': { 'a claim is rolled back that was never booked': posting('5', 'WITHDRAW_ROLLBACK') },
  I8: {
    'the guard of the entries is disabled': disableGuard('entry'),
    'the guard of the deposits is dropped': 'drop trigger deposit_kept on deposit',
    'a claim is rolled back twice': `drop index entry_rolled_back; ${CLAIM} ${ROLL_BACK_CLAIM} ${ROLL_BACK_CLAIM}`,
  },
  // Within each type, the entries' numbers follow the time too.
  'I3, I9': { 'time decreases along an account': `${CLAIM} ${changeEntry(LAST, 'at = 5')}` },
  I10: {
    'an order has a status of another kind': `alter table orders drop constraint orders_kind_status_fkey;
      update orders set status = 40 where client_id = 'seed-fiat_to_fiat-10'`,
    'the kept number of orders is wrong': `update order_count set orders = 2 where status = 31 and merchant = 1001`,
  },
  I12: {
    'a deposit states more than two decimals': `${DEPOSIT} ('MXN', 1000, '10.001', 'unknown', 1)`,
    'a deposit is recorded with another amount than stated': `${DEPOSIT} ('MXN', 1000, '1.00', 'unknown', 1)`,
  },
  I14: {
    'a deposit is booked without a record': posting('9', 'DEPOSIT'),
    'a deposit is credited to another merchant than recorded': unguarded(
      'deposit',
      'update deposit set merchant = 1002 where id = 1',
    ),
    'a deposit is returned that was never credited': posting('-9', 'DEPOSIT', 'null', 'D100'),
    'more than a deposit is returned': `${CREDIT} ${posting('-1001', 'DEPOSIT', 'null', 'D100')}`,
    'a deposit is returned in parts, which are more than it': `${CREDIT} ${RETURN} ${posting('-401', 'DEPOSIT', 'null', 'D100')}`,
    'a deposit is returned under another txId': `${CREDIT} ${RETURN} ${changeEntry(LAST, 'tx_id = 8')}`,
    'a deposit is returned as a fee': `${CREDIT} ${RETURN} ${changeEntry(LAST, "category = 'FEE'")}`,
    'a deposit is returned in place of another': `${CREDIT} ${posting('-1000', 'DEPOSIT', 'null', 'D1')}`,
    'a deposit is returned from the account of another merchant': `${CREDIT}
      ${posting('-1000', 'DEPOSIT', 'null', 'D100').replace(MXN, MXN.replace('1001', '1002'))}`,
  },
  I15: {
    'a purchase is marked paid, but not charged': `update orders set status = 50
      where client_id = 'seed-fiat_to_crypto-40' and merchant = 1001`,
    'crypto is bought without an order': posting('-5', 'BUY_CRYPTO'),
  },
};

test('a deposit numbers the merchant’s entry before the bank’s, wherever the rows of the accounts lie', async () => {
  for (const account of [MXN, BANK]) {
    const roles = await withRollback(db, async (tx) => {
      // A changed row lies behind all others, and only a scan of the table reads the rows as they lie.
      await tx.script(`set local enable_indexscan = off; set local enable_bitmapscan = off;
        update account set balance = balance where id = ${account}`);
      await tx.script(`select credit_deposit(1001, 'MXN', 100, '1.00', null, null, null, null, null, null)`);
      return tx.query<{ role: string }>(
        `select a.role from entry e join account a on a.id = e.account
           where posting = (select max(posting) from entry) order by e.id`,
      );
    });
    assert.deepEqual(
      roles.map(({ role }) => role),
      ['main', 'bank'],
    );
  }
});

describe('verify', () => {
  for (const [ids, violations] of Object.entries(VIOLATIONS))
    for (const [title, sql] of Object.entries(violations))
      test(`reports ${ids} if ${title}`, async () =>
        assert.deepEqual(await violatedBy(sql), ids.split(', ')));

  test('checks no invariant that these tests do not violate', async () => {
    const violated = new Set(Object.keys(VIOLATIONS).flatMap((ids) => ids.split(', ')));
    const { invariants } = await verify(db);
    assert.deepEqual(new Set(invariants.map(({ id }) => id)), violated);
  });

  test('is a 500 over HTTP if an invariant is violated', async () => {
    const app = createApp({
      db,
      tokens: new Map(),
      controlToken: 'c',
      channels: [],
      seed: 1,
      baseUrl: () => '',
      later: () => undefined,
    });
    const headers = { authorization: 'Bearer c' };
    for (const [sql, status] of [
      ['', 200],
      [disableGuard('entry'), 500],
      [enableGuard('entry'), 200],
    ] as const) {
      await db.script(sql);
      const response = await app.request('/sandbox/verify', { headers });
      const { ok, invariants } = (await response.json()) as { ok: boolean; invariants: object[] };
      assert.deepEqual([response.status, ok, invariants.length > 0], [status, status === 200, true]);
    }
  });
});

test('every code that the schema raises has a sentence, and every sentence a code', async () => {
  const [{ codes }] = (await db.query(
    `select array_agg(distinct code[1] order by code[1]) as codes
       from pg_proc, regexp_matches(prosrc, 'perform refuse\\(([^,)]+)', 'g') code
       where pronamespace = current_schema()::regnamespace`,
  )) as [{ codes: readonly string[] }];
  assert.deepEqual(
    codes,
    Object.keys(REFUSALS)
      .map((code) => `'${code}'`)
      .toSorted(),
  );
});

describe('the schema rejects', () => {
  const rejects = (sql: string, state: string) =>
    assert.rejects(db.script(sql), (error) => sqlState(error) === state);

  test('changes, deletions and truncation of append-only tables', async () => {
    await issue(db, { merchant: (await findMerchant(db, 1001n))!, method: methodOf(105)!, seed: 1 });
    await db.script(`${CLAIM} ${TRANSFER}`);
    for (const [table, column] of Object.entries({
      ...{ entry: 'at', issuance: 'at', identifier: 'folded', deposit: 'at' },
      ...{ withdrawal: 'fee', transfer: 'fee', crypto_record: 'at' },
    })) {
      await rejects(`update ${table} set ${column} = ${column}`, '23001');
      await rejects(`delete from ${table}`, '23001');
      await rejects(`truncate ${table} cascade`, '23001');
    }
  });

  test('a posting that does not sum to zero, mixes currencies or is empty', async () => {
    const leg = (account: string, changed: number) =>
      `(${account}, ${changed}, 'TRANSFER', 'DEPOSIT', 1)::leg`;
    const usd = `(select id from account where role = 'bank' and currency = 'USD')`;
    for (const legs of [
      `${leg(MXN, 5)}, ${leg(BANK, -4)}`,
      `${leg(MXN, 5)}, ${leg(usd, -5)}`,
      '',
      leg(MXN, 0),
    ])
      await rejects(`select post(array[${legs}]::leg[], '')`, '23514');
  });

  test('a posting that makes a balance negative, without changing any account', async () => {
    const accounts = () => db.query('select balance, seq, last_at from account order by id');
    const before = await accounts();
    await rejects(posting('-100000001', 'WITHDRAW'), '23514');
    assert.deepEqual(await accounts(), before);
  });

  test('a posting dated before the last entry of an account', () =>
    rejects(posting('1', 'DEPOSIT', '1'), 'DS000'));
});
