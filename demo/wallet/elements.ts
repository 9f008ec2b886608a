import { define, DepositSlip } from 'deposit-slip/element';
import { DepositHistory, defineHistory } from 'deposit-slip/history';

/** The app's own tag names: another app on the same page may have defined the default ones. */
const SLIP_TAG = 'sol-deposit';
const HISTORY_TAG = 'sol-history';
define(SLIP_TAG);
defineHistory(HISTORY_TAG);

const SETTINGS = {
  endpoint: '/wallet/deposit',
  contact: 'mailto:hola@tienda.example',
  watch: true,
  getSession,
};

/** Creates an element and sets its properties, as a framework component does. */
export function createSlip(properties: Partial<DepositSlip>): DepositSlip {
  const slip = document.createElement(SLIP_TAG);
  if (!(slip instanceof DepositSlip)) throw new TypeError(`<${SLIP_TAG}> is taken by another element.`);
  return Object.assign(slip, SETTINGS, properties);
}

/** Does the same for the list of the payer's deposits. */
export function createHistory(properties: Partial<DepositHistory>): DepositHistory {
  const history = document.createElement(HISTORY_TAG);
  if (!(history instanceof DepositHistory))
    throw new TypeError(`<${HISTORY_TAG}> is taken by another element.`);
  return Object.assign(history, SETTINGS, properties);
}

/**
 * Requests a session from the app's back end. The element calls this before a request, and again after a 401.
 */
async function getSession(): Promise<string> {
  const answer = await fetch('/session', { method: 'POST' });
  const { session } = (await answer.json()) as { session: string };
  return session;
}
