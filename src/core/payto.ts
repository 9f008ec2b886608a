import { toMinor } from './money.js';
import { valueOf, type Details } from './row.js';

/**
 * A deposit as a `payto:` address (RFC 8905): `iban` and `ach` are in its registry, the other rails are not and get none.
 * Absent where a value it needs failed its check.
 */
export function paytoOf(details: Details): string | undefined {
  const target = targetOf(details);
  if (!target) return undefined;
  const { fiat, amount } = details;
  const options: [string, string | undefined][] = [
    ['amount', fiat && amount && toMinor(amount) !== undefined ? `${fiat}:${amount}` : undefined],
    ['receiver-name', valueOf(details, 'beneficiary')],
    ['message', valueOf(details, 'message')],
  ];
  const query = options.flatMap(([name, value]) => (value ? [`${name}=${encode(value)}`] : []));
  return `payto://${target}${query.length ? `?${query.join('&')}` : ''}`;
}

function targetOf(details: Details): string | undefined {
  const need = (role: Parameters<typeof valueOf>[1]): string => encode(valueOf(details, role) ?? '');
  const [iban, bic, routing, account] = [need('iban'), need('bic'), need('routing'), need('account')];
  if (details.rail?.payto === 'iban' && iban) return `iban/${bic ? `${bic}/` : ''}${iban}`;
  if (details.rail?.payto === 'ach' && routing && account) return `ach/${routing}/${account}`;
  return undefined;
}

/** A lone surrogate is no text that can be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(/%3A/g, ':');
}
