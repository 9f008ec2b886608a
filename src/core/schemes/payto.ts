import { toMinor } from '../money.js';
import { valueOf } from '../reader/row.js';
import type { Slip } from '../reader/slip.js';

/**
 * A slip as a `payto:` address (RFC 8905), for machines: `iban` and `ach` are in its registry, the other rails are not and
 * get none. Absent where a value it needs failed its check.
 */
export function paytoOf(slip: Slip): string | undefined {
  const target = targetOf(slip);
  if (!target) return undefined;
  const { fiat, askedAmount: amount } = slip;
  const options: [string, string | undefined][] = [
    ['amount', fiat && amount && toMinor(amount) !== undefined ? `${fiat}:${amount}` : undefined],
    ['receiver-name', valueOf(slip, 'beneficiary')],
    ['message', valueOf(slip, 'message')],
  ];
  const query = options.flatMap(([name, value]) => (value ? [`${name}=${encode(value)}`] : []));
  return `payto://${target}${query.length ? `?${query.join('&')}` : ''}`;
}

function targetOf(slip: Slip): string | undefined {
  const need = (role: Parameters<typeof valueOf>[1]): string => encode(valueOf(slip, role) ?? '');
  const [iban, bic, routing, account] = [need('iban'), need('bic'), need('routing'), need('account')];
  if (slip.rail?.payto === 'iban' && iban) return `iban/${bic ? `${bic}/` : ''}${iban}`;
  if (slip.rail?.payto === 'ach' && routing && account) return `ach/${routing}/${account}`;
  return undefined;
}

/** A lone surrogate is no text that can be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(/%3A/g, ':');
}
