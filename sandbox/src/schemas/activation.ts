import { z } from 'zod';
import { currency, linkText, oneOf } from './wire.js';

/** `data` of operation 2 (spec: Account activation result). */
export const activationData = z.strictObject({
  fiat: currency,
  status: oneOf(1, 4).describe('4 until the agreement is accepted.'),
  verifyLink: linkText
    .optional()
    .describe('The page on which the merchant accepts or rejects the agreement.'),
  failReason: z.string().describe('Why the channel failed or was closed, or the agreement rejected.'),
});
