import { z } from 'zod';
import { currency, link, oneOf } from './wire.js';

/** `data` of operation 2 (spec: Account activation result). */
export const activationData = z.union([
  z.strictObject({ fiat: currency, status: oneOf(1), failReason: z.string() }),
  z.strictObject({
    fiat: currency,
    status: oneOf(4),
    verifyLink: link.describe('The page on which the merchant accepts or rejects the agreement.'),
    failReason: z.string(),
  }),
]);
