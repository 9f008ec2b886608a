import { METHODS, methodOf, type Method } from 'deposit-slip/core';

/**
 * Payment id 135. The specification only says that its details carry a txId. The sandbox issues two keys that no method
 * has, to test how unknown details are shown.
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
  hasTxId: true,
  sample: { 'Transfer code': '', Branch: '' },
};

/** The methods the sandbox issues details for. */
export const ISSUED_METHODS: readonly Method[] = [...METHODS, UNKNOWN];

/** The method of a payment id; undefined if the sandbox issues no details for it. */
export function issuedMethod(paymentId: number | undefined): Method | undefined {
  return methodOf(paymentId, ISSUED_METHODS);
}
