import { z } from 'zod';
import { countValue } from './wire.js';

/** `code` of every success (spec: Errors, 1). The transfer-record query's field comment names 0 as well. */
export const SUCCESS_CODE = 200;

/** `msg` of every success (spec: Errors, 1). */
export const SUCCESS_MESSAGE = 'SUCCESS';

/** The envelope of every answer around its `data` (spec: Response envelope). */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.object({ code: countValue, msg: z.string(), data });

/** The envelope of a refusal. What codes there are the spec does not show; `data` is null in ours. */
export const refusal = envelope(z.null());

/** The page around a list (spec: Order list page; Fiat flow record). */
export const page = <Entry extends z.ZodType>(entry: Entry) =>
  z.object({ currentPage: countValue, size: countValue, total: countValue, record: z.array(entry) });
