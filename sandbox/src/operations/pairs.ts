import { PAIRS_PATH, pairsQuery } from 'deposit-slip/contract';
import { query } from './operation.js';

/** Operation 9: the trading pairs (spec: Get crypto/fiat pairs). */
export const pairs = query({
  name: 'pairs',
  path: PAIRS_PATH,
  needsToken: false,
  query: pairsQuery,
  answer: ({ world }) => world.db.query('select country, fiat, crypto, accuracy from pair order by position'),
});
