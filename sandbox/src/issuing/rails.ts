import type { Method } from 'deposit-slip/core';

// `paymentMethodName` by payment id: the names in brackets in the specification (spec: Get pending fund account).
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

/** The rail's name in responses; for a method the specification does not name, its slug. */
export function railName(method: Method | undefined): string {
  return method ? (NAMES.get(method.id) ?? method.slug) : 'Transfer';
}
