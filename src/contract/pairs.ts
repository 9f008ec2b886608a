import { z } from 'zod';
import { list } from './envelope.js';
import { countValue, nameValue, textValue } from './wire.js';

/** Where operation 9 lives; the one endpoint without a token (spec: Get crypto/fiat pairs). */
export const PAIRS_PATH = '/v2/base/sell/symbols';

/** It takes no parameters (spec: Get crypto/fiat pairs). */
export const pairsQuery = z.strictObject({});

/** One trading pair (spec: Trading pair). `accuracy` is the trade precision in decimals. */
export const pair = z.object({
  country: textValue,
  fiat: nameValue,
  crypto: nameValue,
  accuracy: countValue,
});

/** A trading pair as it is read. */
export type Pair = z.output<typeof pair>;

/** `data` of operation 9. */
export const pairs = list(pair);
