import type { Method } from 'deposit-slip/core';

// `paymentMethodName` of the specification's list (spec: Get pending fund account; the name in brackets).
const NAMES: ReadonlyMap<number, string> = new Map([
  [58, 'SPEI'],
  [72, 'SPEI'],
  [105, 'SPEI'],
  [63, 'CBU/CVU'],
  [137, 'QR transfer'],
  [68, 'PSE'],
  [90, 'Pix'],
  [92, 'Pix'],
  [95, 'Bank Transfer'],
  [81, 'ACH_push'],
  [82, 'ACH_Virtual Account'],
  [83, 'WIRE'],
  [84, 'WIRE_Virtual Account'],
  [85, 'SEPA'],
]);

/** The rail's name as the API tells it; for a method without one here, our own name for its rail. */
export function railName(method: Method | undefined): string {
  return method ? (NAMES.get(method.id) ?? method.slug) : 'Transfer';
}
