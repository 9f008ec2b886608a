import type { Issuer } from './issuer.js';

// Paths on this server: the address it is reached by is put before them when they are answered.

/** A page of the simulator where the payer pays. */
export const link: Issuer = {
  clue: 'link',
  make: ({ draw }) => `/l/${draw.signs('link', 16)}`,
};

/** The code as a picture where one stands beside it, else a page with the code (137). */
export const qrLink: Issuer = {
  clue: 'image',
  make: ({ draw, method }) => {
    const path = `/sandbox/qr/${draw.signs('image', 16)}`;
    return method.fields.some(({ kind }) => kind === 'pix-code') ? `${path}.png` : path;
  },
};
