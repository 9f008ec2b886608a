import { z } from 'zod';
import { amountMember, clientIdMember, idMember } from './body.js';
import { decimalValue, idValue, nameValue, textValue, timeValue } from './wire.js';

/** Where operation 3 lives (spec: Claim pending fund). */
export const CLAIM_PATH = '/v2/merchant/claimfunds';

/** Currencies a claim is possible in (spec: Claim pending fund; Limits). */
export const CLAIM_FIATS = ['MXN', 'ARS'] as const;

/** The body (spec: Claim pending fund). `clientId` makes a repeated request the same claim. */
export const claimBody = z.strictObject({
  merchantId: idMember,
  clientId: clientIdMember.optional(),
  fiat: z.enum(CLAIM_FIATS, { error: `one of ${CLAIM_FIATS.join(', ')}` }),
  amount: amountMember,
  userPaymentId: idMember,
});

/** The body of operation 3 once read: ids as bigints, `amount` a decimal string. */
export type ClaimBody = z.output<typeof claimBody>;

/** `data` of operation 3 (spec: Fiat withdrawal). `totalAmount` is `amount` plus `fee`; amounts are JSON numbers. */
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

/** A claim as it is read: ids and amounts as strings, `createTime` in milliseconds. */
export type Claim = z.output<typeof claim>;
