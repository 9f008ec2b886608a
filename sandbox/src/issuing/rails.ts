import type { Method } from 'deposit-slip/core';

// `paymentMethodName` by rail: the names in brackets in the specification (spec: Get pending fund account).
const NAMES: ReadonlyMap<string, string> = new Map([
  ['spei', 'SPEI'],
  ['cvu', 'CBU/CVU'],
  ['ar-qr', 'QR transfer'],
  ['pse', 'PSE'],
  ['pix', 'Pix'],
  ['pe-link', 'Bank Transfer'],
  ['ach', 'ACH_Virtual Account'],
  ['wire', 'WIRE_Virtual Account'],
  ['sepa', 'SEPA'],
]);

/** The names of accounts that several merchants share, so that a deposit needs its message. */
const SHARED: ReadonlyMap<string, string> = new Map([
  ['ach', 'ACH_push'],
  ['wire', 'WIRE'],
]);

/** The rail's name in responses; for a method the specification does not name, its slug. */
export function railName(method: Method | undefined): string {
  if (!method) return 'Transfer';
  const { slug, needs } = method;
  const isShared = needs.some((roles) => roles.includes('message'));
  return (isShared ? SHARED.get(slug) : undefined) ?? NAMES.get(slug) ?? slug;
}
