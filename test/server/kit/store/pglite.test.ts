import { PGlite, types } from '@electric-sql/pglite';
import { after, before, describe } from 'node:test';
import { createPostgresStore } from 'deposit-slip/kit/postgres';
import { setClock, spyOnPglite } from './database.js';
import { openBench } from './fixtures.js';
import { isolationCases } from './isolation-cases.js';
import { lookUpCases } from './lookup-cases.js';
import { periodCases } from './period-cases.js';
import { postgresCases } from './postgres-cases.js';
import { upkeepCases } from './upkeep-cases.js';

let db: PGlite;
let other: PGlite;

before(async () => {
  // Parsers that an application may have set.
  db = await PGlite.create({ parsers: { [types.INT8]: BigInt, [types.JSON]: (text: string) => text } });
  other = await PGlite.create();
  await createPostgresStore(db).migrate();
});
after(() => Promise.all([db.close(), other.close()]));

async function createEmpty(): Promise<PGlite> {
  await other.query('drop schema if exists deposit_slip cascade');
  return other;
}

// The statements are those of PostgreSQL, where every case runs. These cases read rows of every kind, which
// the schedules in PGlite (test/proofs/server/payments) do not.
describe('a store in PGlite', () => {
  const open = () => openBench({ store: createPostgresStore(db), setTime: (now) => setClock(db, now) });
  postgresCases({ db: () => db, spyOn: (spy) => spyOnPglite(db, spy), createEmpty });
  lookUpCases(open);
  upkeepCases(open);
  periodCases(open);
  isolationCases(open);
});
