import { METHODS, methodOf, type Method } from 'deposit-slip/core';

/**
 * Payment id 135. The specification only says that its details contain a txId. The sandbox issues two keys
 * that no method has, to test how unknown details are shown.
 */
const UNKNOWN: Method = {
  id: 135,
  slug: 'new-rail',
  fiat: 'ARS',
  amount: 'none',
  fields: [{ role: 'realName', kind: 'text', keys: ['Transfer code', 'Branch'] }],
  needs: [],
  lead: [],
  settles: 'seconds',
  holderName: 'unused',
  hasTxId: true,
  sample: { 'Transfer code': '', Branch: '' },
};

/** The methods the sandbox issues details for. */
export const ISSUED_METHODS: readonly Method[] = [...METHODS, UNKNOWN];

/**
 * Payment ids whose list shows fewer keys than the pending-fund query (spec: `fieldList` keys by payment id,
 * 90).
 */
const LISTED_KEYS: ReadonlyMap<number, readonly string[]> = new Map([
  [90, ['Pix copia e cola', 'Pix QR Code']],
]);

/** The keys that the list of virtual accounts shows of a method's details. */
export function listedKeys({ id, sample }: Method): readonly string[] {
  return LISTED_KEYS.get(id) ?? Object.keys(sample);
}

/** The method of a payment id; undefined if the sandbox issues no details for it. */
export function issuedMethod(paymentId: number | undefined): Method | undefined {
  return methodOf(paymentId, ISSUED_METHODS);
}
