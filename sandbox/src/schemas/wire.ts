import type { LosslessNumber } from 'lossless-json';
import { z } from 'zod';

// Values as the sandbox sends them. The schemas serve as types of what handlers return and as JSON Schema in
// the OpenAPI document; responses are not parsed with them. `meta` describes what JSON Schema cannot derive
// from a custom type.

/** A 64-bit id as a JSON number. */
export const idNumber = z.custom<bigint | number>().meta({ type: 'integer', format: 'int64', minimum: 1 });

/** A 64-bit id as a string of digits. */
export const idText = z.string().regex(/^[1-9][0-9]{0,18}$/);

/** A payment id, status, size or count as a JSON number. */
export const integer = (minimum: number) => z.number().meta({ type: 'integer', format: 'int32', minimum });

/** The number of rows. */
export const count = z.custom<bigint | number>().meta({ type: 'integer', format: 'int64', minimum: 0 });

/**
 * One of these numbers: a status. Its type is any number, because the database's rows have no narrower one.
 */
export const oneOf = (...values: readonly number[]) =>
  z.number().meta({ type: 'integer', enum: [...values] });

/** One of these texts, as `oneOf`. */
export const word = (...values: readonly string[]) => z.string().meta({ enum: [...values] });

/** An amount as a JSON number that is written with two decimals. */
export const decimalNumber = z
  .custom<LosslessNumber>()
  .meta({ type: 'number', format: 'decimal', description: 'In units of its currency, with two decimals.' });

/** An amount of money as a string with two decimals. */
export const amountText = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,16})\.[0-9]{2}$/)
  .meta({ format: 'decimal', description: 'In units of its currency, with two decimals.' });

/** A decimal as a string: a price, or an amount of a token. */
export const decimalText = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,18})(?:\.[0-9]{1,18})?$/)
  .meta({ format: 'decimal' });

/** A decimal with a sign as a string. */
export const signedDecimalText = z
  .string()
  .regex(/^-?(?:0|[1-9][0-9]{0,18})(?:\.[0-9]{1,18})?$/)
  .meta({ format: 'decimal' });

const MILLISECONDS = 'Unix time in milliseconds.';

/** A time as a string. */
export const timeText = z
  .string()
  .regex(/^[0-9]{13}$/)
  .meta({ description: MILLISECONDS });

/** A time as a JSON number. */
export const timeNumber = z.custom<bigint | number>().meta({
  type: 'integer',
  format: 'int64',
  minimum: 1_000_000_000_000,
  description: MILLISECONDS,
});

/** An ISO 4217 code. */
export const currency = z.string().regex(/^[A-Z]{3}$/);

/** The symbol of a token. */
export const symbol = z.string().regex(/^[A-Z0-9]{2,12}$/);

/** A link to a page or a picture. */
export const linkText = z.string().meta({ format: 'uri', pattern: '^https?://[^\\x00-\\x20]+$' });

/** The type of a value that a schema describes, as a handler returns it. */
export type WireValue<Value extends z.ZodType> = DeepReadonly<z.input<Value>>;

type DeepReadonly<Value> = Value extends readonly (infer Entry)[]
  ? readonly DeepReadonly<Entry>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name]> }
    : Value;
