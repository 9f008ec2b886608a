import { idParameter } from 'deposit-slip/contract';
import { z } from 'zod';

const LIMIT = 100;
const MAX_LIMIT = 1000;

/**
 * Query parameters of a list, newest first: the maximum number of rows, and the id of the last row of the
 * previous page.
 */
export const partQuery = {
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,3}$/, { error: `between 1 and ${MAX_LIMIT}` })
    .transform(Number)
    .refine((limit) => limit <= MAX_LIMIT, { error: `between 1 and ${MAX_LIMIT}` })
    .default(LIMIT),
  before: idParameter.optional(),
};
