import { isPayeeKind } from 'deposit-slip/core';
import type { Slip } from 'deposit-slip/element';

/** The ways in which details get to the bank's app. */
export type How = 'copied' | 'scanned';

/** The payer's bank: its language, and the currency of its country. */
export interface Bank {
  readonly lang: string;
  readonly fiat: string;
}

/** Fields of the bank's form. */
export interface Details {
  readonly code?: string;
  /** The payment page, or the page of a QR code (137). */
  readonly link?: string;
  readonly account?: string;
  readonly routing?: string;
  /** The account's holder, where a bank asks for it. */
  readonly beneficiary?: string;
  readonly reference?: string;
  /** A plain decimal. */
  readonly amount?: string;
}

/** The address of the bank's page on the phone, filled in with these details. */
export function bankAddress(details: Details, { lang, fiat }: Bank, how?: How): string {
  return `/sandbox/pay?${new URLSearchParams({ ...details, view: 'phone', ...(how && { how }), lang, fiat })}`;
}

/** The same, filled in with the payee of a slip. The payer types the amount. */
export function payeeAddress(slip: Slip, lang: string): string | undefined {
  const details = payeeOf(slip);
  return details && bankAddress(details, { lang, fiat: slip.fiat ?? '' });
}

/** The field that a value of a slip fills in when it is pasted. Undefined if the bank has no field for it. */
export function pastedFrom(
  { code, rows, askedAmount }: Slip,
  key: string,
  kind: string,
): Details | undefined {
  if (kind === 'amount') return askedAmount === undefined ? undefined : { amount: askedAmount };
  const row = rows.find((each) => each.key === key && each.kind === kind);
  if (!row) return undefined;
  const { copy } = row;
  if (copy === code?.payload) return { code: copy };
  // A routing number is half of an account, and has its own field.
  if (kind === 'routing') return { routing: copy };
  if (row.role === 'beneficiary') return { beneficiary: copy };
  if (kind === 'message') return { reference: copy };
  if (kind === 'link' || kind === 'qr-link') return { link: copy };
  return isPayeeKind(row.kind) ? { account: copy } : undefined;
}

/** The content of the slip's QR code, as the camera reads it. */
export function scannedFrom(slip: Slip): Details | undefined {
  const { code, links, picture } = slip;
  if (code) return { code: code.payload };
  // A SEPA code contains everything.
  if (slip.rows.some(({ kind }) => kind === 'iban'))
    return { ...payeeOf(slip), ...(slip.askedAmount !== undefined && { amount: slip.askedAmount }) };
  const link = links.find(({ role }) => role === 'qr') ?? (picture && links[0]);
  return link && { link: link.href };
}

/** The fields that identify the payee; one of them is filled in. */
const PAYEE: readonly string[] = ['code', 'link', 'account'];

export function namesPayee(details: Details): boolean {
  return Object.keys(details).some((name) => PAYEE.includes(name));
}

/** Whether a payee of the slip can be pasted. A payment page is followed, and a QR code scanned. */
export function canPastePayee({ code, rows }: Slip): boolean {
  return code !== undefined || rows.some(({ kind }) => isPayeeKind(kind) && kind !== 'routing');
}

/** The fields of a form after new details are added: a new payee replaces the previous one. */
export function filledIn(before: Details | undefined, added: Details): Details {
  const isKept = ([name]: [string, string]): boolean => !(namesPayee(added) && PAYEE.includes(name));
  return { ...Object.fromEntries(Object.entries(before ?? {}).filter(isKept)), ...added };
}

function payeeOf({ code, links, rows }: Slip): Details | undefined {
  const value = (kind: string): string | undefined => rows.find((row) => row.kind === kind)?.copy;
  if (code) return { code: code.payload };
  if (links[0]) return { link: links[0].href };
  const account = rows.find(({ kind }) => isPayeeKind(kind) && kind !== 'routing')?.copy;
  if (account === undefined) return undefined;
  const [routing, reference] = [value('routing'), value('message')];
  const beneficiary = rows.find(({ role }) => role === 'beneficiary')?.copy;
  return {
    account,
    ...(routing && { routing }),
    ...(beneficiary && { beneficiary }),
    ...(reference && { reference }),
  };
}
