import { z } from 'zod';
import { currency, integer, symbol } from './wire.js';

/** A trading pair (spec: Trading pair). */
export const pair = z.strictObject({
  country: z.string(),
  fiat: currency,
  crypto: symbol,
  accuracy: integer(0),
});

/** `data` of operation 9. */
export const pairsData = z.array(pair);
