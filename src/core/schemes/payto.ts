import type { Role } from '../methods.js';
import { toMinor } from '../money.js';
import { isUnusable, usableValue } from '../reader/row.js';
import type { Slip } from '../reader/slip.js';

/**
 * Returns a slip as a `payto:` URI (RFC 8905), for other software. Only `iban` and `ach` targets are
 * registered; for other rails, or if a required value failed its check, returns `undefined`.
 */
export function paytoOf(slip: Slip): string | undefined {
  const target = targetOf(slip);
  if (!target || isUnusable(slip, 'message')) return undefined;
  const { fiat, askedAmount: amount } = slip;
  const options: [string, string | undefined][] = [
    ['amount', fiat && amount && toMinor(amount) !== undefined ? `${fiat}:${amount}` : undefined],
    ['receiver-name', usableValue(slip, 'beneficiary')],
    ['message', usableValue(slip, 'message')],
  ];
  const query = options.flatMap(([name, value]) => (value ? [`${name}=${encode(value)}`] : []));
  return `payto://${target}${query.length ? `?${query.join('&')}` : ''}`;
}

function targetOf(slip: Slip): string | undefined {
  const encoded = (role: Role): string => encode(usableValue(slip, role) ?? '');
  const [iban, bic] = [encoded('iban'), encoded('bic')];
  const [routing, account] = [encoded('routing'), encoded('account')];
  if (slip.rail?.payto === 'iban' && iban) return `iban/${bic ? `${bic}/` : ''}${iban}`;
  if (slip.rail?.payto === 'ach' && routing && account) return `ach/${routing}/${account}`;
  return undefined;
}

/**
 * Percent-encodes text, colons excepted. `encodeURIComponent` throws for lone surrogates, which are replaced.
 */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(/%3A/g, ':');
}
