import { FLOW_CATEGORIES, FLOW_TYPES, FLOWS_MAX_PAGE_SIZE } from 'deposit-slip/contract';
import { z } from 'zod';
import { pageSchema } from './page.js';
import { currency, decimalNumber, idNumber, timeText, word } from './wire.js';

/** A change of a balance (spec: Fiat flow record). `changed` is signed. */
export const flow = z.strictObject({
  id: idNumber,
  merchantId: idNumber,
  settingsId: idNumber,
  txId: idNumber,
  category: word(...FLOW_CATEGORIES),
  flowType: word(...FLOW_TYPES),
  fiat: currency,
  changed: decimalNumber,
  total: decimalNumber,
  extId: z.string(),
  createTime: timeText,
});

/** `data` of operation 7. */
export const flowsData = pageSchema(flow, FLOWS_MAX_PAGE_SIZE);
