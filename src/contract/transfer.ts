import { z } from 'zod';
import { amountMember, clientIdMember, idMember, paymentIdMember } from './body.js';
import { decimalValue, idValue, nameValue, textValue, timeValue } from './wire.js';

/** Where operation 4 lives (spec: Transfer pending funds). */
export const TRANSFER_PATH = '/v2/merchant/transfer';

/** The payment id each currency is transferred under (spec: Transfer pending funds, second table). */
export const TRANSFER_PAYMENT_IDS = { MXN: 58, ARS: 63, COP: 68, BRL: 90, PEN: 95 } as const;

/** Currencies a transfer is possible in (spec: Limits). */
export type TransferFiat = keyof typeof TRANSFER_PAYMENT_IDS;

const TRANSFER_FIATS = Object.keys(TRANSFER_PAYMENT_IDS) as TransferFiat[];

/** The body, all of it required (spec: Transfer pending funds). `clientId` makes a repeated request the same transfer. */
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
    const fixed = TRANSFER_PAYMENT_IDS[fiat];
    if (paymentId !== fixed)
      context.addIssue({ code: 'custom', message: `${fixed} for ${fiat}`, path: ['paymentId'] });
  });

/** The body of operation 4 once read: ids as bigints, `fiatAmount` a decimal string. */
export type TransferBody = z.output<typeof transferBody>;

/** `data` of operation 4 (spec: Internal fiat transfer result). Amounts are strings; `fromId` and `toId` funding records. */
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

/** A transfer as it is read: ids and amounts as strings, `createTime` in milliseconds. */
export type Transfer = z.output<typeof transfer>;
