import {
  cbuCheckDigit,
  cciCheckDigits,
  clabeCheckDigit,
  cuitCheckDigit,
  ibanCheckDigits,
} from 'deposit-slip/core';
import type { Issue, Issuer } from './issuer.js';

// Every account comes from a range nobody holds, so that money sent to one by mistake bounces.

/** CLABE bank 999: the catalogues list it as "not applicable", no institution answers to it. Plaza 180, Mexico City. */
const CLABE_HEAD = '999180';

/** A CLABE: bank 999, plaza 180, eleven digits of account, check digit. */
export const clabe: Issuer = {
  clue: 'account',
  make: ({ draw }) => {
    const first17 = CLABE_HEAD + draw.digits('clabe', 11);
    return first17 + clabeCheckDigit(first17);
  },
};

/** A CVU: provider 9999, a reserved zero, twelve digits of client. */
export const cvu: Issuer = {
  clue: 'account',
  make: ({ draw }) => closed('0009999', `0${draw.digits('cvu', 12)}`),
};

/** A CBU: bank 999, branch 0001, thirteen digits of account. */
export const cbu: Issuer = {
  clue: 'account',
  make: ({ draw }) => closed('9990001', draw.digits('cbu', 13)),
};

function closed(office: string, number: string): string {
  return office + cbuCheckDigit(office) + number + cbuCheckDigit(number);
}

/** A company's CUIT with the merchant's own id for its number: companies are numbered from far above. */
export const cuit: Issuer = {
  make: ({ merchant }) => {
    const first10 = `30${String(merchant.id).padStart(8, '0').slice(-8)}`;
    return first10 + cuitCheckDigit(first10);
  },
};

/** A CCI: bank 999, office 001, twelve digits of account. */
export const cci: Issuer = {
  clue: 'account',
  make: ({ draw }) => {
    const number = draw.digits('cci', 12);
    return `999001${number}${cciCheckDigits('999001', number)}`;
  },
};

/** A routing number that begins with 5: the Federal Reserve's districts give out none. The same for everybody. */
export const routing: Issuer = { make: () => '500000005' };

/** An alias that says what it is. */
export const alias: Issuer = {
  clue: 'account',
  make: ({ draw }) => `sandbox.${draw.signs('alias', 8).toLowerCase()}`,
};

/** German bank codes begin with their clearing area, 1 to 8; none begins with 0. */
const GERMAN_BANK_CODE = '09999999';

/** A German IBAN under a bank code that cannot be given out. */
export const iban: Issuer = {
  clue: 'account',
  make: ({ draw }) => {
    const bban = GERMAN_BANK_CODE + draw.digits('iban', 10);
    return `DE${ibanCheckDigits('DE', bban)}${bban}`;
  },
};

/** A test BIC: 0 in eighth place is never connected to the network (ISO 9362). The same for everybody. */
export const bic: Issuer = { make: () => 'SLIPDEF0' };

/** An opaque account number of twelve digits, beginning 000. */
export const account: Issuer = {
  clue: 'account',
  make: ({ draw }) => `000${draw.digits('account', 9)}`,
};

/** A random Pix key: a version 4 UUID whose first group is zero, which one in four thousand million would be. */
export const pixKey: Issuer = { clue: 'account', make: drawPixKey };

/** The key of an issue; the key row and the code name the same one. */
export function drawPixKey({ draw }: Issue): string {
  return draw.uuid('pix-key', '00000000');
}
