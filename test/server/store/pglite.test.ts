import { PGlite, types } from '@electric-sql/pglite';
import { after, before, describe } from 'node:test';
import { createPostgresStore } from 'deposit-slip/kit/postgres';
import type { Store } from '../../../src/server/kit/store/store.js';
import { setClock, spyOnPglite } from './database.js';
import { postgresCases } from './postgres-cases.js';
import { recordsSuite } from './records.js';

let db: PGlite;
let other: PGlite;
let store: Store;

before(async () => {
  // Parsers that an application may have set.
  db = await PGlite.create({ parsers: { [types.INT8]: BigInt, [types.JSON]: (text: string) => text } });
  other = await PGlite.create();
  store = createPostgresStore(db);
  await store.migrate();
});
after(() => Promise.all([db.close(), other.close()]));

async function createEmpty(): Promise<PGlite> {
  await other.query('drop schema if exists deposit_slip cascade');
  return other;
}

recordsSuite('a store in PGlite', () => ({ store, setTime: (now) => setClock(db, now) }));

describe('a store in PGlite', () => {
  postgresCases({ db: () => db, spyOn: (spy) => spyOnPglite(db, spy), createEmpty });
});
