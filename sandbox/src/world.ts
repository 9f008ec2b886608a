import { readFileSync } from 'node:fs';
import { decimalValue, fiatMember, idMember, textMember } from 'deposit-slip/contract';
import { toMinor } from 'deposit-slip/core';
import { parse } from 'lossless-json';
import { z } from 'zod';
import type { Queries } from './db/db.js';
import { ApiError } from './http/api-error.js';
import { readParameters } from './http/parameters.js';
import { addMerchant, addPaymentMethod, grantAccess } from './ledger/world.js';

/** What a world adds to the seeded data: the same shapes as the bodies of the control API. */
export interface World {
  readonly merchants?: readonly MerchantParams[];
  readonly paymentMethods?: readonly PaymentMethodParams[];
  readonly tokens?: readonly TokenParams[];
}

/** A merchant to add. */
export interface MerchantParams {
  readonly merchantId: number;
  readonly type: 'individual' | 'business';
  /** Default: `Merchant` and its id. */
  readonly name?: string;
  /** Default: none, so that activations that need an address must give one. */
  readonly email?: string;
  /** An access token to give access to the merchant, new or not. */
  readonly token?: string;
  /** The currencies of its accounts, each with the decimal amount of its opening deposit; `0` for none. */
  readonly balances?: Readonly<Record<string, string | number>>;
}

/** A stored payment method to add, which claims can be paid to. */
export interface PaymentMethodParams {
  readonly userPaymentId: number;
  readonly merchantId: number;
  readonly fiat: string;
  readonly name?: string;
}

/** An access token, and the merchants it gives access to. */
export interface TokenParams {
  readonly token: string;
  readonly merchantIds: readonly number[];
}

const TOKEN = '1 to 200 printable ASCII characters without spaces';
const token = z.string({ error: TOKEN }).regex(/^[!-~]{1,200}$/, { error: TOKEN });

const BALANCE = 'an amount of at most 15 digits and 2 decimals, or 0';
const balance = decimalValue.refine(
  (text) => toMinor(text) !== undefined && text.split('.')[0]!.length <= 15,
  { error: BALANCE },
);

const EMAIL = 'an e-mail address';
const email = textMember.regex(/^[^@\s]+@[^@\s]+$/, { error: EMAIL });

const TYPES = ['individual', 'business'] as const;

/** The body of `POST /sandbox/merchants`. */
export const merchantBody = z
  .strictObject({
    merchantId: idMember,
    type: z.enum(TYPES, { error: `one of ${TYPES.join(', ')}` }),
    name: textMember.optional(),
    email: email.optional(),
    token: token.optional(),
    balances: z.partialRecord(fiatMember, balance, { error: 'an amount for each currency' }).default({}),
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

const worldBody = z.strictObject({
  merchants: z.array(merchantBody, { error: 'a list of merchants' }).default([]),
  paymentMethods: z.array(paymentMethodBody, { error: 'a list of payment methods' }).default([]),
  tokens: z.array(tokenBody, { error: 'a list of tokens' }).default([]),
});

/** A world that was read and checked. */
export type CheckedWorld = z.output<typeof worldBody>;

/** The seed file, or the world, does not have the documented shape. The message is one sentence. */
export class WorldRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'WorldRefused';
  }
}

/** Reads a seed file: a world as JSON, whose amounts keep every digit. Throws `WorldRefused`. */
export function readSeedFile(file: string): CheckedWorld {
  let value: unknown;
  try {
    value = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read';
    throw new WorldRefused(`The seed file ${file} ${reason}.`, error);
  }
  return check(value, `The seed file ${file}`);
}

/** Checks a world. Throws `WorldRefused`. */
export function checkWorld(world: World): CheckedWorld {
  // As JSON, so that its numbers are read like those of a body.
  return check(parse(JSON.stringify(world)), 'The world');
}

function check(value: unknown, subject: string): CheckedWorld {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WorldRefused(`${subject} must be an object.`);
  try {
    return readParameters(value, worldBody);
  } catch (error) {
    if (error instanceof ApiError) throw new WorldRefused(`${subject} is refused: ${error.message}`, error);
    throw error;
  }
}

/** Adds what a database does not have yet, in one transaction; what it has stays unchanged. Throws `WorldRefused`. */
export async function loadWorld(tx: Queries, world: CheckedWorld): Promise<void> {
  try {
    for (const merchant of world.merchants) {
      await addMerchant(tx, merchant);
      if (merchant.token !== undefined) await grantAccess(tx, merchant.token, [merchant.id]);
    }
    for (const method of world.paymentMethods) await addPaymentMethod(tx, method);
    for (const { token: text, merchantIds } of world.tokens) await grantAccess(tx, text, merchantIds);
  } catch (error) {
    if (error instanceof ApiError) throw new WorldRefused(`The world is refused: ${error.message}`, error);
    throw error;
  }
}
