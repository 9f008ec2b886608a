import { z } from 'zod';
import { amountMember, clientIdMember, idMember } from './body.js';
import { decimalValue, idValue, nameValue, textValue, timeValue } from './wire.js';

/** Currencies in which claims are possible (spec: Claim pending fund; Limits). */
export const CLAIM_FIATS = ['MXN', 'ARS'] as const;

/** The body of operation 3 (spec: Claim pending fund). `clientId` is its idempotency key. */
export const claimBody = z.strictObject({
  merchantId: idMember,
  clientId: clientIdMember.optional(),
  fiat: z.enum(CLAIM_FIATS, { error: `one of ${CLAIM_FIATS.join(', ')}` }),
  amount: amountMember,
  userPaymentId: idMember,
});

/** The parsed body of operation 3: ids are bigints, `amount` is a decimal string. */
export type ClaimBody = z.output<typeof claimBody>;

/**
 * `data` of operation 3 (spec: Fiat withdrawal). `totalAmount` is `amount` plus `fee`. Amounts are JSON
 * numbers.
 */
export const claim = z.object({
  txId: idValue,
  merchantId: idValue,
  clientId: textValue,
  fiat: nameValue,
  totalAmount: decimalValue,
  amount: decimalValue,
  fee: decimalValue,
  userPaymentId: idValue,
  createTime: timeValue,
});

/** A parsed claim: ids and amounts are strings, `createTime` is in milliseconds. */
export type Claim = z.output<typeof claim>;
