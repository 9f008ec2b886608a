import { countValue, decimalValue, idValue } from 'deposit-slip/contract';
import { z } from 'zod';
import { oneOf } from '../http/parameters.js';
import { OPERATIONS } from '../operations/index.js';
import type { Fault } from './fault.js';
import { setting as shape } from './shape-setting.js';

const MAX_FAULTS = 100;
const MAX_DELAY_MS = 600_000;
const DELAY = `milliseconds up to ${MAX_DELAY_MS}, or forever`;
const MAX_PER_MINUTE = 1_000_000;
const MAX_BYTES_PER_SECOND = 1_000_000_000;
const MAX_DEPOSIT_DELAY_MS = 86_400_000;

const NAMES = OPERATIONS.map(({ name }) => name);
const ROUTES = [...NAMES, ...OPERATIONS.map(({ path }) => path), '*'];

/** A name or path of an operation, or `*`. */
export const route = z.enum(ROUTES, { error: `an operation (${NAMES.join(', ')}), its path, or *` });

const between = (min: number, max: number) =>
  countValue.refine((count) => count >= min && count <= max, { error: `between ${min} and ${max}` });
const line = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error });

const match = z
  .strictObject({
    merchantId: idValue.optional(),
    clientId: z.string({ error: 'a string' }).optional(),
    amount: decimalValue.optional(),
  })
  .refine((value) => Object.keys(value).length > 0, { error: 'a match with at least one member' });

const EFFECTS = {
  delay: z
    .union([z.literal('forever'), countValue], { error: DELAY })
    .refine((delay) => delay === 'forever' || delay <= MAX_DELAY_MS, { error: DELAY })
    .optional(),
  limit: between(0, MAX_PER_MINUTE).optional(),
  status: between(200, 599).optional(),
  depositAfter: between(0, MAX_DEPOSIT_DELAY_MS).optional(),
  shape: shape.optional(),
  body: z.string({ error: 'a string' }).optional(),
  type: line(/^[\x20-\x7e]{1,200}$/, 'a content type').optional(),
  throttle: between(1, MAX_BYTES_PER_SECOND).optional(),
  lose: oneOf('answer').optional(),
  cut: oneOf('before', 'headers', 'body').optional(),
};

/** Members that belong to `status`. */
const ANSWER = {
  code: countValue.optional(),
  msg: line(
    /^[^\x00-\x1f\x7f-\x9f]{1,200}$/u,
    'text of 1 to 200 characters without control characters',
  ).optional(),
  retryAfter: countValue.optional(),
};

const has = (value: object, names: object): boolean =>
  Object.keys(names).some((name) => Object.hasOwn(value, name));

const { delay: _, limit: __, cut: ___, ...LATER_EFFECTS } = EFFECTS;

const { status, lose, cut } = EFFECTS;
/** Effects that a fault with a limit must not have, because requests that pass would get them too. */
const NOT_WITH_LIMIT = { status, lose, cut };

const fault = z
  .strictObject({
    route,
    count: countValue.refine((count) => count >= 1, { error: 'a count of at least 1' }).optional(),
    probability: decimalValue
      .transform(Number)
      .refine((chance) => chance > 0 && chance <= 1, { error: 'above 0 and at most 1' })
      .optional(),
    seed: countValue.optional(),
    match: match.optional(),
    ...EFFECTS,
    ...ANSWER,
  })
  .refine((value) => has(value, EFFECTS), {
    error: `a fault with one of ${Object.keys(EFFECTS).join(', ')}`,
  })
  .refine((value) => value.status !== undefined || !has(value, ANSWER), {
    error: `a fault with a status if it has one of ${Object.keys(ANSWER).join(', ')}`,
  })
  .refine((value) => value.cut !== 'before' || !has(value, LATER_EFFECTS), {
    error: 'a fault without later effects if it cuts the connection before the operation',
  })
  .refine((value) => value.limit === undefined || !has(value, NOT_WITH_LIMIT), {
    error: `a fault with a limit, or one with ${Object.keys(NOT_WITH_LIMIT).join(', ')}`,
  })
  .refine((value) => value.throttle === undefined || (value.lose ?? value.cut) === undefined, {
    error: 'a fault that throttles the response, or one that loses or cuts it',
  })
  .refine((value) => value.lose === undefined || (value.status ?? value.cut) === undefined, {
    error: 'a fault that loses the answer of the operation, or one with a status or a cut',
  });

/** The body of `POST /sandbox/faults`. */
export const faultsBody: z.ZodType<{ readonly faults: readonly Fault[] }> = z.strictObject({
  faults: z
    .array(fault as unknown as z.ZodType<Fault>, { error: 'a list of faults' })
    .max(MAX_FAULTS, { error: `a list of at most ${MAX_FAULTS} faults` }),
});
