import { DepositHistory } from '../widget/deposit-history/deposit-history.js';
import { DepositSlip } from '../widget/deposit-slip/deposit-slip.js';
import { sheetOf } from './render.js';

const ELEMENTS = { 'deposit-slip': DepositSlip, 'deposit-history': DepositHistory };

/**
 * The hash of the styles in the HTML of a rendered element, for a policy: `style-src 'self' 'sha256-…'`. It
 * is the same on every page and differs between versions.
 */
export async function styleHash(name: keyof typeof ELEMENTS = 'deposit-slip'): Promise<string> {
  const bytes = new TextEncoder().encode(sheetOf(ELEMENTS[name]));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
}
