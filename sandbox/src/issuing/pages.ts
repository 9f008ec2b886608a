import type { Issuer } from './issuer.js';

// Paths on this server: the address it is reached by is put before them when they are answered.

/** A page of the simulator where the payer pays. */
export const link: Issuer = {
  clue: 'link',
  make: ({ draw }) => `/l/${draw.signs('link', 16)}`,
};

/** The picture of the code beside it. */
export const qrLink: Issuer = {
  clue: 'image',
  make: ({ draw }) => `/sandbox/qr/${draw.signs('image', 16)}.png`,
};
