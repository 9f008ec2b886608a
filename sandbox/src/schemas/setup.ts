import { z } from 'zod';
import { amountText, count, currency, idText, timeText } from './wire.js';

/** A merchant and its balances. */
export const merchantRecord = z.strictObject({
  merchantId: idText,
  type: z.enum(['individual', 'business']),
  name: z.string(),
  email: z.string().nullable(),
  balances: z.record(currency, amountText),
});

/** A stored payment method. */
export const paymentMethodRecord = z.strictObject({
  userPaymentId: idText,
  merchantId: idText,
  fiat: currency,
  name: z.string(),
});

/** The clock. */
export const clockRecord = z.strictObject({ now: timeText, frozen: z.boolean() });

/** The name of a snapshot. */
export const snapshotName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);

/** A stored copy of the whole state. */
export const snapshot = z.strictObject({
  name: snapshotName,
  createTime: timeText,
  rows: count.meta({ description: 'The number of records.' }),
});

/** A file of the state. */
export const snapshotFile = z.string().meta({ description: 'Compressed by gzip.' });

/** The snapshot that was restored or deleted. */
export const namedSnapshot = z.strictObject({ name: snapshotName });
