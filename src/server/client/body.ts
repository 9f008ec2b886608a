import { LosslessNumber, stringify } from 'lossless-json';

/** An id given as digits, converted for a JSON body; anything else unchanged, for a schema to reject. */
export function idNumber(id: unknown): unknown {
  return typeof id === 'string' && /^[1-9][0-9]{0,18}$/.test(id) ? BigInt(id) : id;
}

/**
 * An amount converted for a JSON body: a number (the spec's type is decimal) with exactly the digits given.
 */
export function decimalNumber(amount: string): LosslessNumber {
  return new LosslessNumber(amount);
}

/** Serializes a body as JSON without losing digits. */
export function writeBody(body: object): string {
  return stringify(body) ?? '';
}
