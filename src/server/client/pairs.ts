import { PAIRS_PATH } from '../../contract/paths.js';
import { pairs, type Pair } from '../../contract/pairs.js';
import type { Caller } from './caller.js';
import type { CallOptions } from './options.js';

/**
 * Operation 9: the supported trading pairs. The only operation that needs no token (spec: Authentication, 1).
 */
export async function listPairs(call: Caller, options?: CallOptions): Promise<readonly Pair[]> {
  const { data } = await call({
    operation: 'pairs.list',
    path: PAIRS_PATH,
    request: { isPublic: true },
    schema: pairs,
    isIdempotent: true,
    options,
  });
  return data;
}
