import { z } from 'zod';
import { list } from './envelope.js';
import { countValue, nameValue, textValue } from './wire.js';

/** Operation 9 has no parameters (spec: Get crypto/fiat pairs). */
export const pairsQuery = z.strictObject({});

/** A trading pair (spec: Trading pair). `accuracy` is the trade precision in decimal places. */
export const pair = z.object({
  country: textValue,
  fiat: nameValue,
  crypto: nameValue,
  accuracy: countValue,
});

/** A parsed trading pair. */
export type Pair = z.output<typeof pair>;

/** `data` of operation 9. */
export const pairs = list(pair);
