import { PAIRS_PATH } from '../../contract/paths.js';
import { pairs, type Pair } from '../../contract/pairs.js';
import { isFiat } from '../../core/money.js';
import { answering } from './agreement.js';
import type { Caller } from './caller.js';
import type { CallOptions } from './options.js';
import { recordsAgreement, type RecordRules } from './page-agreement.js';

const RULES: RecordRules<Pair> = {
  agreementOf: ({ fiat, crypto }) => ({ fiat: isFiat(fiat), crypto: crypto !== fiat }),
  keyOf: ({ country, fiat, crypto }) => JSON.stringify([country, fiat, crypto]),
  key: 'crypto',
};

/**
 * Operation 9: the supported trading pairs. The only operation that needs no token (spec: Authentication, 1).
 */
export async function listPairs(call: Caller, options?: CallOptions): Promise<readonly Pair[]> {
  const { data } = await call({
    operation: 'pairs.list',
    path: PAIRS_PATH,
    request: { isPublic: true },
    schema: answering(pairs, (records) => recordsAgreement(records, RULES)),
    isIdempotent: true,
    options,
  });
  return data;
}
