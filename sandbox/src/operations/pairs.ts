import { PAIRS_PATH, pairsQuery } from 'deposit-slip/contract';
import { query } from './operation.js';

/** Operation 9: lists the trading pairs (spec: Get crypto/fiat pairs). */
export const pairs = query({
  name: 'pairs',
  path: PAIRS_PATH,
  needsToken: false,
  query: pairsQuery,
  handle: ({ context }) =>
    context.db.query('select country, fiat, crypto, accuracy from pair order by position'),
});
