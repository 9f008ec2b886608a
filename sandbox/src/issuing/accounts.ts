import {
  cbuCheckDigit,
  cciCheckDigits,
  clabeCheckDigit,
  cuitCheckDigit,
  ibanCheckDigits,
} from 'deposit-slip/core';
import type { Issuer, IssuerInput } from './issuer.js';

// Every account is in a range that is assigned to nobody, so that money sent to one by mistake bounces.

/** CLABE bank 999, which the catalogs list as "not applicable", and plaza 180, Mexico City. */
const CLABE_PREFIX = '999180';

/** A CLABE: bank 999, plaza 180, an account number of eleven digits, a check digit. */
export const clabe: Issuer = {
  pattern: /^999180[0-9]{12}$/,
  reference: 'account',
  make: ({ random }) => {
    const first17 = CLABE_PREFIX + random.digits('clabe', 11);
    return first17 + clabeCheckDigit(first17);
  },
};

/** A CVU: provider 9999, a reserved zero, a client number of twelve digits, check digits. */
export const cvu: Issuer = {
  pattern: /^0009999[0-9]0[0-9]{13}$/,
  reference: 'account',
  make: ({ random }) => withCheckDigits('0009999', `0${random.digits('cvu', 12)}`),
};

/** A CBU: bank 999, branch 0001, an account number of thirteen digits, check digits. */
export const cbu: Issuer = {
  pattern: /^9990001[0-9]{15}$/,
  reference: 'account',
  make: ({ random }) => withCheckDigits('9990001', random.digits('cbu', 13)),
};

function withCheckDigits(office: string, number: string): string {
  return office + cbuCheckDigit(office) + number + cbuCheckDigit(number);
}

/** A company's CUIT with the merchant's id as its number. The numbers of real companies are much higher. */
export const cuit: Issuer = {
  pattern: /^30[0-9]{9}$/,
  make: ({ merchant }) => {
    const first10 = `30${String(merchant.id).padStart(8, '0').slice(-8)}`;
    return first10 + cuitCheckDigit(first10);
  },
};

/** A CCI: bank 999, office 001, an account number of twelve digits, check digits. */
export const cci: Issuer = {
  pattern: /^999001[0-9]{14}$/,
  reference: 'account',
  make: ({ random }) => {
    const number = random.digits('cci', 12);
    return `999001${number}${cciCheckDigits('999001', number)}`;
  },
};

/**
 * A routing number beginning with 80, which is for travelers checks: no account has it. The same for all
 * merchants.
 */
export const routing: Issuer = { pattern: /^800000006$/, make: () => '800000006' };

/** An alias beginning with `sandbox.`. */
export const alias: Issuer = {
  pattern: /^sandbox\.[a-z0-9]{8}$/,
  reference: 'account',
  make: ({ random }) => `sandbox.${random.characters('alias', 8).toLowerCase()}`,
};

/** German bank codes begin with the number of a clearing area, 1 to 8; none begins with 0. */
const GERMAN_BANK_CODE = '09999999';

/** A German IBAN with a bank code that cannot be assigned. */
export const iban: Issuer = {
  pattern: /^DE[0-9]{2}09999999[0-9]{10}$/,
  reference: 'account',
  make: ({ random }) => {
    const bban = GERMAN_BANK_CODE + random.digits('iban', 10);
    return `DE${ibanCheckDigits('DE', bban)}${bban}`;
  },
};

/**
 * A test BIC: one whose eighth character is 0 is never connected to the network (ISO 9362). The same for all
 * merchants.
 */
export const bic: Issuer = { pattern: /^SLIPDEF0$/, make: () => 'SLIPDEF0' };

/** An account number without structure: twelve digits beginning with 000. */
export const account: Issuer = {
  pattern: /^000[0-9]{9}$/,
  reference: 'account',
  make: ({ random }) => `000${random.digits('account', 9)}`,
};

/**
 * A random Pix key: a version 4 UUID whose first group is zero, which is true of one UUID in four billion.
 */
export const pixKey: Issuer = {
  pattern: /^00000000-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  reference: 'account',
  make: makePixKey,
};

/** The Pix key of an issuance. The key's own field and the Pix code carry the same key. */
export function makePixKey({ random }: IssuerInput): string {
  return random.uuid('pix-key', '00000000');
}
