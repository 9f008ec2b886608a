import { METHODS } from '../../../src/core/methods.js';

/** A signed answer of the real kit, and what it answers. */
export interface Taken {
  readonly asked: URLSearchParams;
  readonly session: string | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly signature: string;
}

interface Slip {
  readonly arrival: string;
  readonly data: { readonly txId: string; readonly fieldList: Readonly<Record<string, string>> };
}

/** Takes an answer as the element does, with a nonce of its own. */
export async function take(
  visit: string,
  query: Record<string, string> = {},
  session?: string,
): Promise<Taken> {
  const asked = new URLSearchParams({ ...query, nonce: crypto.randomUUID() });
  const headers = session === undefined ? {} : { Authorization: `Bearer ${session}` };
  const answer = await fetch(`/signed/deposit/${visit}?${asked}`, { headers });
  const signature = answer.headers.get('Deposit-Signature');
  if (!answer.ok || signature === null) throw new Error(`${asked}: ${answer.status}, ${await answer.text()}`);
  return { asked, session, bytes: new Uint8Array(await answer.arrayBuffer()), signature };
}

/** A slip's answer, read. */
export function slipOf({ bytes }: Taken): Slip {
  return JSON.parse(new TextDecoder().decode(bytes)) as Slip;
}

/** A deposit at the sandbox's bank. */
export async function pay(txId: string, fiat = 'BRL', amount = '20.00'): Promise<void> {
  const body = JSON.stringify({ merchantId: 1001, fiat, amount, txId });
  const answer = await fetch('/signed/pay', { method: 'POST', body });
  if (!answer.ok) throw new Error(`The bank answered ${answer.status}.`);
}

/** What is asked for a method's slip. */
export function questionFor({ id, fiat, amount }: (typeof METHODS)[number]): Record<string, string> {
  return { paymentId: String(id), fiat, ...(amount !== 'none' && { amount: '150.00' }) };
}

const SESSIONS = [undefined, 'session-of-ana', 'session-of-rui'];

/** Fifty: every method and the list of methods for three sessions, with arrivals awaited and arrived. */
export async function fiftyAnswers(visit: string): Promise<Taken[]> {
  const ofSession = (session: string | undefined): Promise<Taken>[] => {
    const again = session === SESSIONS[2] && { refresh: '1' };
    return [
      take(visit, {}, session),
      ...METHODS.map((method) => take(visit, { ...questionFor(method), ...again }, session)),
      arrivalOf(visit, session),
    ];
  };
  const paid = SESSIONS.slice(1).map((session) => arrivalOf(`${visit}-paid`, session, true));
  return Promise.all([...SESSIONS.flatMap(ofSession), ...paid]);
}

async function arrivalOf(visit: string, session: string | undefined, isPaid = false): Promise<Taken> {
  const { arrival, data } = slipOf(await take(visit, { paymentId: '90', fiat: 'BRL' }, session));
  if (isPaid) await pay(data.txId);
  return take(visit, { arrival }, session);
}
