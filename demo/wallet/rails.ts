import { METHODS, type Method } from 'deposit-slip/core';

/** The methods of the wallet: one of every rail. */
export const ONE_OF_EACH_RAIL: readonly Method[] = METHODS.filter(
  ({ slug }, at) => METHODS.findIndex((each) => each.slug === slug) === at,
);

/** The currencies of the wallet. */
export const FIATS: readonly string[] = [...new Set(ONE_OF_EACH_RAIL.map(({ fiat }) => fiat))];

/** The usual name of each rail. A bank transfer without such a name is not listed. */
export const RAIL_NAMES: Readonly<Record<string, string>> = {
  spei: 'SPEI',
  cvu: 'CBU/CVU',
  'ar-qr': 'QR',
  pse: 'PSE / Bre-B',
  pix: 'Pix',
  ach: 'ACH',
  wire: 'Wire',
  sepa: 'SEPA',
};
