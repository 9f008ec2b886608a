import { isPayeeKind } from 'deposit-slip/core';
import type { Slip } from 'deposit-slip/element';

/** How the details come to the bank's app. */
export type How = 'copied' | 'scanned';

/**
 * The address of the bank's page on the phone, filled in with the details of a slip. Undefined if the slip has nothing that
 * can be paid.
 */
export function bankAddress(slip: Slip, lang: string, how: How): string | undefined {
  const details = payableDetails(slip);
  if (!details) return undefined;
  const amount = slip.askedAmount === undefined ? {} : { amount: slip.askedAmount };
  return `/sandbox/pay?${new URLSearchParams({ ...details, ...amount, view: 'phone', how, lang })}`;
}

/** The address of the simulator in a tab of its own, filled in with the details of a slip. */
export function simulatorAddress(slip: Slip, lang: string): string | undefined {
  const details = payableDetails(slip);
  if (!details) return undefined;
  const amount = slip.askedAmount === undefined ? {} : { amount: slip.askedAmount };
  return `/simulator?${new URLSearchParams({ ...details, ...amount, lang })}`;
}

function payableDetails({ code, links, rows }: Slip): Record<string, string> | undefined {
  const value = (kind: string): string | undefined => rows.find((row) => row.kind === kind)?.copy;
  if (code) return { code: code.payload };
  // The payment page, or the page of a QR code (137).
  if (links[0]) return { link: links[0].href };
  // A routing number is half of an account, and has a field of its own.
  const account = rows.find(({ kind }) => isPayeeKind(kind) && kind !== 'routing')?.copy;
  if (account === undefined) return undefined;
  const [routing, reference] = [value('routing'), value('message')];
  return { account, ...(routing && { routing }), ...(reference && { reference }) };
}
