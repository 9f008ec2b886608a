/** The suites that touch the database, as they run on PGlite each by itself, here on a PostgreSQL server. */
import { describe } from 'node:test';
import { presetEngine } from './world.js';

const SUITES = [
  'access',
  'deposits',
  'flows',
  'ledger',
  'magic-amounts',
  'pending-fund',
  'simulator',
  'wire',
  'accounts',
  'payouts',
  'operations',
];

presetEngine('postgres');
for (const suite of SUITES) describe(`${suite} on PostgreSQL`, () => import(`./${suite}.test.ts`));
