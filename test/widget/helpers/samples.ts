import { METHODS, type Method } from '../../../src/core/methods.js';

export function method(id: number): Method {
  const found = METHODS.find((each) => each.id === id);
  if (!found) throw new Error(`There is no method ${id}.`);
  return found;
}

/** The attributes of a request for a method's slip, with an amount where the method requires one. */
export function requestFor({ id, amount }: Method): { readonly paymentId: string; readonly amount?: string } {
  return { paymentId: String(id), ...(amount === 'required' && { amount: '150.00' }) };
}

/** The sample values of a method, by their wire keys. */
export function sampleFields(id: number): Readonly<Record<string, string>> {
  return method(id).sample;
}

/** The API's response with the sample values of a method. */
export function sampleAnswer(id: number): object {
  const { fiat, sample: fieldList, hasTxId } = method(id);
  return { code: 200, msg: 'SUCCESS', data: { fiat, fieldList, ...(hasTxId && { txId: '100001' }) } };
}
