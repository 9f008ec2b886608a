import { METHODS } from '../../../src/core/methods.js';
import { pay, signedVisit } from '../../widget/helpers/servers.js';

/** A signed response of the real kit, with its request. */
export interface SignedAnswer {
  readonly query: URLSearchParams;
  readonly session: string | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly signature: string;
}

interface Slip {
  readonly arrival: string;
  readonly data: { readonly txId: string; readonly fieldList: Readonly<Record<string, string>> };
}

/** Requests a response as the element does, with a nonce of its own. */
export async function requestSigned(
  visit: string,
  params: Record<string, string> = {},
  session?: string,
): Promise<SignedAnswer> {
  const page = await signedVisit(visit);
  const query = new URLSearchParams({ ...params, visit: page, nonce: crypto.randomUUID() });
  const headers = session === undefined ? {} : { Authorization: `Bearer ${session}` };
  const answer = await fetch(`/signed/deposit/${visit}?${query}`, { headers });
  const signature = answer.headers.get('Deposit-Signature');
  if (!answer.ok || signature === null) throw new Error(`${query}: ${answer.status}, ${await answer.text()}`);
  return { query, session, bytes: new Uint8Array(await answer.arrayBuffer()), signature };
}

/** The parsed body of the response with a slip. */
export function slipOf({ bytes }: SignedAnswer): Slip {
  return JSON.parse(new TextDecoder().decode(bytes)) as Slip;
}

/** A deposit at the sandbox's bank. */
export function paySigned(txId: string): Promise<void> {
  return pay({ merchantId: 1001, fiat: 'BRL', amount: '20.00', txId }, '/signed/pay');
}

/** The parameters of the request for a method's slip. */
export function paramsFor({ id, fiat, amount }: (typeof METHODS)[number]): Record<string, string> {
  return { paymentId: String(id), fiat, ...(amount !== 'none' && { amount: '150.00' }) };
}

const SESSIONS = [undefined, 'session-of-ana', 'session-of-rui'];

/**
 * The responses for every method, and the list of methods, for three sessions, with and without arrived
 * deposits.
 */
export async function signedAnswers(visit: string): Promise<SignedAnswer[]> {
  const answersOf = (session: string | undefined): Promise<SignedAnswer>[] => {
    const again = session === SESSIONS[2] && { refresh: '1' };
    return [
      requestSigned(visit, {}, session),
      ...METHODS.map((method) => requestSigned(visit, { ...paramsFor(method), ...again }, session)),
      arrivalOf(visit, session),
    ];
  };
  const paid = SESSIONS.slice(1).map((session) => arrivalOf(`${visit}-paid`, session, true));
  return Promise.all([...SESSIONS.flatMap(answersOf), ...paid]);
}

async function arrivalOf(visit: string, session: string | undefined, isPaid = false): Promise<SignedAnswer> {
  const { arrival, data } = slipOf(await requestSigned(visit, { paymentId: '90', fiat: 'BRL' }, session));
  if (isPaid) await paySigned(data.txId);
  return requestSigned(visit, { arrival }, session);
}
