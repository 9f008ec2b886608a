import { readEmv, readPix } from '../schemes/emv.js';
import { isAmount } from '../money.js';
import { cleanText } from './hostile-text.js';
import { valueOf } from './row.js';
import type { Slip } from './slip.js';

/**
 * Returns the name that the payer's bank should show before the payer confirms: the beneficiary of the answer, or else
 * the merchant name in its code (EMV QRCPS MPM, field 59). Returns `undefined` if neither is known.
 */
export function payeeOf(slip: Slip): string | undefined {
  const name = valueOf(slip, 'beneficiary') ?? codeFields(slip)?.get('59');
  return name === undefined ? undefined : cleanText(name).trim() || undefined;
}

/**
 * Returns the amount to pay, a plain decimal string: the requested one, or else the amount in the code (field 54). A
 * dynamic Pix code leaves the amount to its URL, so its field 54 does not count (docs/reading-policy.md R22).
 */
export function amountToPay(slip: Slip): string | undefined {
  const { askedAmount, code } = slip;
  if (askedAmount !== undefined || code === undefined || readPix(code.payload)?.dynamic) return askedAmount;
  const amount = codeFields(slip)?.get('54');
  return amount !== undefined && isAmount(amount) ? amount : undefined;
}

function codeFields({ code }: Slip): ReturnType<typeof readEmv> {
  return code && readEmv(code.payload);
}
