import type { Issuer } from './issuer.js';

/** The name of the bank in all details. */
const BANK_NAME = 'Sandbox Bank';

/** The name of the bank or of the account holder, depending on the field's role. */
export const name: Issuer = {
  pattern: undefined,
  make: ({ merchant }, { role }) => (role === 'bank' ? BANK_NAME : merchant.name),
};

/** The bank's address, in a street that does not exist. */
export const address: Issuer = {
  pattern: undefined,
  make: () => 'Teststrasse 1, 60311 Frankfurt am Main',
};

/** The deposit message: 20 capital letters and digits, which every rail transmits unchanged. */
export const message: Issuer = {
  pattern: /^[A-Z0-9]{20}$/,
  reference: 'reference',
  make: ({ random }) => random.characters('message', 20),
};

/** Any other text. */
export const text: Issuer = { pattern: undefined, make: ({ method }) => `Sandbox ${method.slug}` };
