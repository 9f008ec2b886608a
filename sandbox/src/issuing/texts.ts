import type { Issuer } from './issuer.js';

/** Name of the bank in every answer: it says what it is. */
const BANK_NAME = 'Sandbox Bank';

/** The holder's name, or the bank's. */
export const name: Issuer = {
  make: ({ merchant }, { role }) => (role === 'bank' ? BANK_NAME : merchant.name),
};

/** The bank's address, in no real street. */
export const address: Issuer = { make: () => 'Teststrasse 1, 60311 Frankfurt am Main' };

/** The deposit message: 20 capital letters and digits, which every rail carries whole. */
export const message: Issuer = { clue: 'reference', make: ({ draw }) => draw.signs('message', 20) };

/** A text nothing is known of. */
export const text: Issuer = { make: ({ method }) => `Sandbox ${method.slug}` };
