import { isPayeeKind } from 'deposit-slip/core';
import type { Slip } from 'deposit-slip/element';

/**
 * The address of the simulated bank's page, filled in with the details of a slip, its language, and this page as the way
 * back. Undefined if the slip has nothing that can be paid.
 */
export function simulatorAddress(sandbox: string, slip: Slip, lang: string): string | undefined {
  const details = payableDetails(slip);
  if (!details) return undefined;
  const amount = slip.askedAmount === undefined ? {} : { amount: slip.askedAmount };
  const query = new URLSearchParams({ ...details, ...amount, lang, return: location.href });
  return `${sandbox}/sandbox/pay?${query}`;
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
