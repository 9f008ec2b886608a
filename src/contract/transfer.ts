import { z } from 'zod';
import { amountMember, clientIdMember, idMember, paymentIdMember } from './body.js';
import { decimalValue, idValue, timeValue } from './wire.js';

/** Where operation 4 lives (spec: Transfer pending funds). */
export const TRANSFER_PATH = '/v2/merchant/transfer';

/** The payment id each currency is transferred under (spec: Transfer pending funds, second table). */
export const TRANSFER_PAYMENT_IDS = { MXN: 58, ARS: 63, COP: 68, BRL: 90, PEN: 95 } as const;

type TransferFiat = keyof typeof TRANSFER_PAYMENT_IDS;

const TRANSFER_FIATS = Object.keys(TRANSFER_PAYMENT_IDS) as TransferFiat[];

/** The body, all of it required (spec: Transfer pending funds). `clientId` makes a repeated request the same transfer. */
export const transferBody = z.strictObject({
  clientId: clientIdMember,
  fromMerchantId: idMember,
  toMerchantId: idMember,
  fiat: z.enum(TRANSFER_FIATS, { error: `one of ${TRANSFER_FIATS.join(', ')}` }),
  paymentId: paymentIdMember,
  fiatAmount: amountMember,
});

export type TransferBody = z.output<typeof transferBody>;

/** `data` of operation 4 (spec: Internal fiat transfer result). Amounts are strings; `fromId` and `toId` funding records. */
export const transfer = z.object({
  clientId: z.string(),
  fromId: idValue,
  toId: idValue,
  fiat: z.string(),
  fiatAmount: decimalValue,
  totalFiatAmount: decimalValue,
  fee: decimalValue,
  createTime: timeValue,
});

export type Transfer = z.output<typeof transfer>;
