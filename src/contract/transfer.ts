import { z } from 'zod';
import { amountMember, clientIdMember, idMember, paymentIdMember } from './body.js';
import { decimalValue, idValue, nameValue, textValue, timeValue } from './wire.js';

/** The payment id of transfers in each currency (spec: Transfer pending funds, second table). */
export const TRANSFER_PAYMENT_IDS = { MXN: 58, ARS: 63, COP: 68, BRL: 90, PEN: 95 } as const;

/** A currency in which transfers are possible (spec: Limits). */
export type TransferFiat = keyof typeof TRANSFER_PAYMENT_IDS;

const TRANSFER_FIATS = Object.keys(TRANSFER_PAYMENT_IDS) as TransferFiat[];

/**
 * The body of operation 4, all required (spec: Transfer pending funds). `clientId` is its idempotency key.
 */
export const transferBody = z
  .strictObject({
    clientId: clientIdMember,
    fromMerchantId: idMember,
    toMerchantId: idMember,
    fiat: z.enum(TRANSFER_FIATS, { error: `one of ${TRANSFER_FIATS.join(', ')}` }),
    paymentId: paymentIdMember,
    fiatAmount: amountMember,
  })
  .superRefine(({ fiat, paymentId }, context) => {
    const expected = TRANSFER_PAYMENT_IDS[fiat];
    if (paymentId !== expected)
      context.addIssue({ code: 'custom', message: `${expected} for ${fiat}`, path: ['paymentId'] });
  });

/** The parsed body of operation 4: ids are bigints, `fiatAmount` is a decimal string. */
export type TransferBody = z.output<typeof transferBody>;

/**
 * `data` of operation 4 (spec: Internal fiat transfer result). `fromId` and `toId` are ids of funding
 * records.
 */
export const transfer = z.object({
  clientId: textValue,
  fromId: idValue,
  toId: idValue,
  fiat: nameValue,
  fiatAmount: decimalValue,
  totalFiatAmount: decimalValue,
  fee: decimalValue,
  createTime: timeValue,
});

/** A parsed transfer: ids and amounts are strings, `createTime` is in milliseconds. */
export type Transfer = z.output<typeof transfer>;
