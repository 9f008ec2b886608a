import type { Issuer } from './issuer.js';

// These values are paths on this server. `withBaseUrl` prepends the server's URL when they are sent.

/** A link to a page of the simulator where the payer can pay. */
export const link: Issuer = {
  pattern: undefined,
  reference: 'link',
  make: ({ random }) => `/l/${random.characters('link', 16)}`,
};

/**
 * A link to the QR code: to its image if the method has the code as text too, otherwise to a page with both
 * (137).
 */
export const qrLink: Issuer = {
  pattern: undefined,
  reference: 'image',
  make: ({ random, method }) => {
    const path = `/sandbox/qr/${random.characters('image', 16)}`;
    return method.fields.some(({ kind }) => kind === 'pix-code') ? `${path}.png` : path;
  },
};
