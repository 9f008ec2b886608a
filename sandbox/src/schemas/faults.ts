import { z } from 'zod';
import type { Fault } from '../faults/index.js';
import { setting } from '../faults/shape-setting.js';
import { integer } from './wire.js';

/** An active fault as it is listed: ids and amounts of `match` are strings, however they were sent. */
export const fault = z.strictObject({
  route: z.string(),
  count: integer(1).describe('How many more requests it affects.').optional(),
  probability: z.number().meta({ exclusiveMinimum: 0, maximum: 1 }).optional(),
  seed: integer(0).optional(),
  match: z
    .strictObject({
      merchantId: z.string().optional(),
      clientId: z.string().optional(),
      amount: z.string().optional(),
    })
    .optional(),
  delay: z
    .union([z.literal('forever'), integer(0)])
    .describe('In milliseconds.')
    .optional(),
  limit: integer(0).describe('How many requests pass in any minute.').optional(),
  status: integer(200).optional(),
  code: integer(0).optional(),
  msg: z.string().optional(),
  retryAfter: integer(0).optional(),
  depositAfter: integer(0).optional(),
  shape: setting.optional(),
  body: z.string().optional(),
  type: z.string().optional(),
  throttle: integer(1).describe('Bytes per second.').optional(),
  lose: z.literal('answer').optional(),
  cut: z.enum(['before', 'headers', 'body']).optional(),
}) as unknown as z.ZodType<Fault, Fault>;

/** All active faults. */
export const faultList = z.strictObject({ faults: z.array(fault) });
