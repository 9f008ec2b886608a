import { DepositSlip, define, type PartialMessages } from 'deposit-slip/element';

/** The app's own name for the element: another app's copy on the same page may hold the usual one. */
const TAG = 'sol-deposit';
define(TAG);

/** An element set from code, as a framework's component would. */
export function createSlip(given: Partial<DepositSlip>): DepositSlip {
  const slip = document.createElement(TAG);
  if (!(slip instanceof DepositSlip)) throw new TypeError(`<${TAG}> is taken by another element.`);
  return Object.assign(slip, { merchantName: 'Sol Wallet', ...given });
}

/** A session of the app's own back end; the element asks for it before a request, and again once it is refused. */
export async function getSession(): Promise<string> {
  const answer = await fetch('/session', { method: 'POST' });
  const { session } = (await answer.json()) as { session: string };
  return session;
}

/** The app's own request for a slip; the element is then given the answer and asks nothing. */
export async function fetchAnswer(paymentId: number, fiat: string): Promise<object> {
  const query = new URLSearchParams({ paymentId: String(paymentId), fiat });
  const answer = await fetch(`/deposit?${query}`, {
    headers: { Authorization: `Bearer ${await getSession()}` },
    cache: 'no-store',
  });
  return (await answer.json()) as object;
}

/** The app's own words in place of the element's. */
export const ORDER_WORDS: PartialMessages = {
  titles: { spei: 'Pay order 1042 by SPEI' },
  reminder: 'Sol Wallet ships the order as soon as the transfer is in',
};
