import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createApp } from '../src/app.js';
import type { Db } from '../src/db/db.js';
import { addMerchant, grantAccess } from '../src/ledger/setup.js';
import { PATHS } from './requests.js';
import { openDb } from './test-sandbox.js';

let db: Db;
before(async () => {
  db = await openDb();
  await addMerchant(db, {
    id: 3001n,
    kind: 'business',
    name: 'Café',
    email: null,
    balances: { MXN: '0.00' },
  });
  await grantAccess(db, 'started', [3001n]);
});
after(() => db.close());

/**
 * Requests deposit details twice. Returns the statements of the second request, which gets the same details.
 */
async function statementsOf(merchantId: number, token: string): Promise<readonly string[]> {
  const statements: string[] = [];
  const query: Db['query'] = (sql, params) => {
    statements.push(sql);
    return db.query(sql, params);
  };
  const counted: Db = { ...db, query, forRequest: () => counted };
  const app = createApp({
    db: counted,
    seed: 1,
    tokens: new Map([['started', [1001n]]]),
    controlToken: 'control',
    channels: [],
    baseUrl: () => 'http://127.0.0.1',
    later: () => undefined,
  });
  const request = async () => {
    const url = `http://127.0.0.1${PATHS.details}?merchantId=${merchantId}&paymentId=105&fiat=MXN`;
    const response = await app.request(url, { headers: { 'x-bh-token': token } });
    assert.equal(response.status, 200);
    return response.text();
  };
  const first = await request();
  statements.length = 0;
  assert.equal(await request(), first);
  return statements;
}

describe('reading unchanged details takes', () => {
  test('one statement, if the token was given at the start', async () => {
    assert.equal((await statementsOf(1001, 'started')).length, 1);
  });

  test('two, if the merchant was added to the token later', async () => {
    const [access, payee, ...others] = await statementsOf(3001, 'started');
    assert.match(access!, /access_token/);
    assert.match(payee!, /find_payee/);
    assert.deepEqual(others, []);
  });
});
