import { METHODS, methodOf, type Method } from 'deposit-slip/core';

/**
 * 135: the specification says of it that it names its funding, and nothing else. Details of two keys nobody knows, so
 * that what shows slips is seen to manage without (sandbox.md, operation 8).
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

/** Every method the sandbox gives details for. */
export const ISSUED_METHODS: readonly Method[] = [...METHODS, UNKNOWN];

/** The method of a payment id; undefined for one nothing is issued for. */
export function issuedMethod(paymentId: number | undefined): Method | undefined {
  return methodOf(paymentId, ISSUED_METHODS);
}
