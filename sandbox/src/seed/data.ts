import { readFileSync } from 'node:fs';
import { decimalValue, fiatMember, idMember, textMember } from 'deposit-slip/contract';
import { toMinor } from 'deposit-slip/core';
import { parse } from 'lossless-json';
import { z } from 'zod';
import { ApiError } from '../http/api-error.js';
import { oneOf, readParameters } from '../http/parameters.js';
import { SeedRefused, type SeedData } from './params.js';

const TOKEN = '1 to 200 printable ASCII characters without spaces';
const token = z.string({ error: TOKEN }).regex(/^[!-~]{1,200}$/, { error: TOKEN });

const AMOUNT_OR_ZERO = 'an amount of at most 15 digits and 2 decimals, or 0';

/** An amount, which may be zero: a JSON number or a decimal string. */
export const amountOrZero = decimalValue.refine(
  (text) => toMinor(text) !== undefined && text.split('.')[0]!.length <= 15,
  { error: AMOUNT_OR_ZERO },
);

const EMAIL = 'an e-mail address';
const email = textMember.regex(/^[^@\x00-\x20\x7f-\xa0]+@[^@\x00-\x20\x7f-\xa0]+$/, { error: EMAIL });

/** The body of `POST /sandbox/merchants`. */
export const merchantBody = z
  .strictObject({
    merchantId: idMember,
    type: oneOf('individual', 'business'),
    name: textMember.optional(),
    email: email.optional(),
    token: token.optional(),
    balances: z.partialRecord(fiatMember, amountOrZero, { error: 'an amount for each currency' }).default({}),
  })
  .transform(({ merchantId: id, type: kind, name = `Merchant ${id}`, email: address = null, ...rest }) => ({
    ...{ id, kind, name, email: address, token: rest.token },
    balances: rest.balances as Readonly<Record<string, string>>,
  }));

/** The body of `POST /sandbox/payment-methods`. */
export const paymentMethodBody = z
  .strictObject({
    userPaymentId: idMember,
    merchantId: idMember,
    fiat: fiatMember,
    name: textMember.optional(),
  })
  .transform(({ userPaymentId: id, merchantId: merchant, fiat, name = `Account in ${fiat}` }) => ({
    ...{ id, merchant, fiat, name },
  }));

/** The body of `POST /sandbox/tokens`. */
export const tokenBody = z.strictObject({
  token,
  merchantIds: z.array(idMember, { error: 'a list of ids' }),
});

const seedBody = z.strictObject({
  merchants: z.array(merchantBody, { error: 'a list of merchants' }).default([]),
  paymentMethods: z.array(paymentMethodBody, { error: 'a list of payment methods' }).default([]),
  tokens: z.array(tokenBody, { error: 'a list of tokens' }).default([]),
});

/** Additional data after reading and checking. */
export type CheckedSeed = z.output<typeof seedBody>;

/** Reads a seed file; its amounts keep every digit. Throws `SeedRefused`. */
export function readSeedFile(file: string): CheckedSeed {
  let value: unknown;
  try {
    value = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new SeedRefused(`The seed file ${file} ${reason}.`, error);
  }
  return check(value, `The seed file ${file}`);
}

/** Checks additional data. Throws `SeedRefused`. */
export function checkSeed(seedData: SeedData): CheckedSeed {
  // Converted to JSON, so that its numbers are read like those of a body.
  return check(parse(JSON.stringify(seedData)), 'The seed data');
}

function check(value: unknown, subject: string): CheckedSeed {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SeedRefused(`${subject} must be an object.`);
  try {
    return readParameters(value, seedBody);
  } catch (error) {
    if (error instanceof ApiError) throw new SeedRefused(`${subject} is refused: ${error.message}`, error);
    throw error;
  }
}
