import { LosslessNumber, stringify } from 'lossless-json';

/** An id given as its digits, as the number a body carries it in; anything else as it is, for a schema to refuse. */
export function idNumber(id: unknown): unknown {
  return typeof id === 'string' && /^[1-9][0-9]{0,18}$/.test(id) ? BigInt(id) : id;
}

/** An amount as a body carries it: the spec's type is decimal, so it is a JSON number, with the digits it was given in. */
export function decimalNumber(amount: string): LosslessNumber {
  return new LosslessNumber(amount);
}

/** A body as JSON text, no digit of its numbers lost. */
export function writeBody(body: object): string {
  return stringify(body) ?? '';
}
