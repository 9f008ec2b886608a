import type { Method } from 'deposit-slip/core';

// `paymentMethodName` of the specification's list (spec: Get pending fund account), by rail.
const NAMES: ReadonlyMap<string, string> = new Map([
  ['spei', 'SPEI'],
  ['pix', 'Pix'],
  ['sepa', 'SEPA'],
  ['pe-link', 'Bank Transfer'],
]);

/** The rail's name as the API tells it; for a method without one here, our own name for its rail. */
export function railName(method: Method | undefined): string {
  return method ? (NAMES.get(method.slug) ?? method.slug) : 'Transfer';
}
