import { DepositSlip, define, type PartialMessages } from 'deposit-slip/element';
import { DepositHistory, defineHistory } from 'deposit-slip/history';

/** The app's own tag names: another app on the same page may have defined the default ones. */
const TAG = 'sol-deposit';
const HISTORY_TAG = 'sol-history';
define(TAG);
defineHistory(HISTORY_TAG);

/** Creates an element and sets its properties, as a framework component does. */
export function createSlip(properties: Partial<DepositSlip>): DepositSlip {
  const slip = document.createElement(TAG);
  if (!(slip instanceof DepositSlip)) throw new TypeError(`<${TAG}> is taken by another element.`);
  return Object.assign(slip, { merchantName: 'Sol Wallet', ...properties });
}

/** The same for the list of the payer's deposits. */
export function createHistory(properties: Partial<DepositHistory>): DepositHistory {
  const history = document.createElement(HISTORY_TAG);
  if (!(history instanceof DepositHistory))
    throw new TypeError(`<${HISTORY_TAG}> is taken by another element.`);
  return Object.assign(history, { merchantName: 'Sol Wallet', endpoint: '/wallet/deposit', ...properties });
}

/** Requests a session from the app's back end. The element calls this before a request, and again after a 401. */
export async function getSession(): Promise<string> {
  const answer = await fetch('/session', { method: 'POST' });
  const { session } = (await answer.json()) as { session: string };
  return session;
}

/** Requests a slip. The element then receives the answer as a property and sends no request. */
export async function fetchAnswer(paymentId: number, fiat: string): Promise<object> {
  const query = new URLSearchParams({ paymentId: String(paymentId), fiat });
  const answer = await fetch(`/deposit?${query}`, {
    headers: { Authorization: `Bearer ${await getSession()}` },
    cache: 'no-store',
  });
  return (await answer.json()) as object;
}

/** Texts that replace those of the element. */
export const ORDER_MESSAGES: PartialMessages = {
  titles: { spei: 'Pay order 1042 by SPEI' },
  settles: { seconds: 'Usually arrives within seconds. Then Sol Wallet ships the order' },
};
