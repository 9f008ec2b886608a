import { PAIRS_PATH, pairsQuery } from 'deposit-slip/contract';
import { pairsData, type pair } from '../schemas/pairs.js';
import type { WireValue } from '../schemas/wire.js';
import { query, type OperationInput } from './operation.js';

/** Operation 9: lists the trading pairs (spec: Get crypto/fiat pairs). */
export const pairs = query({
  name: 'pairs',
  path: PAIRS_PATH,
  needsToken: false,
  query: pairsQuery,
  data: pairsData,
  handle: ({ context }: OperationInput<Readonly<Record<string, never>>>) =>
    context.db.query<WireValue<typeof pair>>(
      'select country, fiat, crypto, accuracy from pair order by position',
    ),
});
