import { z } from 'zod';
import { amountText, currency, idText, integer, oneOf, timeText } from './wire.js';

/** An acknowledgement without further content. */
export const done = z.strictObject({ ok: z.literal(true) });

/** A deposit that arrived. Members that depend on the credited account are null if it was not credited. */
export const deposit = z.strictObject({
  id: idText,
  matched: z.boolean(),
  unmatched: z
    .enum([
      'no details',
      'unknown',
      'no reference',
      'contradiction',
      'other merchant',
      'other currency',
      'account not active',
    ])
    .nullable()
    .describe('Why the deposit was not credited.'),
  merchantId: idText.nullable(),
  merchantName: z.string().nullable(),
  fiat: currency,
  amount: amountText,
  account: z.string().nullable(),
  reference: z.string().nullable(),
  senderName: z.string().nullable(),
  paymentId: integer(1).nullable(),
  txId: idText.nullable(),
  flowId: idText.nullable().describe('Id of the flow that credited the deposit.'),
  total: amountText.nullable().describe('The balance after the deposit.'),
  returned: amountText.describe('How much of the deposit was sent back.'),
  returnFlowIds: z.array(idText).describe('Ids of the flows that sent it back, the oldest first.'),
  createTime: timeText,
});

/** A recorded activation. */
export const activation = z.strictObject({
  id: idText,
  merchantId: idText,
  fiat: currency,
  trench: z.string(),
  alias: z.string(),
  status: oneOf(1, 4),
  decision: z.enum(['accepted', 'rejected']).nullable(),
  failReason: z.string(),
});

/** A channel of a merchant. */
export const channelRecord = z.strictObject({
  merchantId: idText,
  fiat: currency,
  channel: z.string(),
  status: z.enum(['pending', 'active', 'failed', 'closed']),
  failReason: z.string(),
});

/** A virtual account and its status. */
export const virtualAccountStatus = z.strictObject({
  merchantId: idText,
  paymentId: integer(1),
  fiat: currency,
  depositAlias: z.string(),
  status: oneOf(1, 2, 3),
});

/** The result of `verify`. */
export const verification = z.strictObject({
  ok: z.boolean(),
  invariants: z.array(z.strictObject({ id: z.string().regex(/^I[0-9]+$/), violations: integer(0) })),
});
