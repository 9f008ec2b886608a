import { readEmv, readPix } from '../schemes/emv.js';
import { isAmount } from '../money.js';
import { cleanText } from './hostile-text.js';
import { holdsAccount } from './account-search.js';
import { usableValue } from './row.js';
import type { Slip } from './slip.js';

/**
 * Returns the name that the payer's bank should show before the payer confirms: the beneficiary in the
 * response, or else the merchant name in its code (EMV QRCPS MPM, field 59). Returns `undefined` if neither
 * is known, or if the apps of the rail show no name. For a code, every app shows the name in it.
 */
export function shownName(slip: Slip): string | undefined {
  if (!slip.code && !isNameShown(slip)) return undefined;
  const name = usableValue(slip, 'beneficiary') ?? nameInCode(slip);
  return name === undefined ? undefined : cleanText(name).trim() || undefined;
}

function isNameShown({ rail }: Slip): boolean {
  return rail?.holderName === 'shown' || rail?.holderName === 'compared';
}

/**
 * The merchant name in a code. A name that contains an account, an e-mail address, a Pix key or a phone
 * number does not count.
 */
function nameInCode(slip: Slip): string | undefined {
  const name = codeFields(slip)?.get('59');
  return name === undefined ||
    /@|\+\s*\(?[0-9]/.test(name) ||
    /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}/i.test(name) ||
    holdsAccount(name)
    ? undefined
    : name;
}

/** Returns whether the payer's bank shows the CUIT in the response: apps in Argentina do for an account. */
export function isCuitShown({ rail, rows }: Slip): boolean {
  const isInRail = rail?.fields.some(({ role }) => role === 'cuit') === true;
  return isInRail && rows.some(({ role, check }) => role === 'cuit' && check === 'passed');
}

/**
 * Returns whether the payer's bank shows the amount of a code: field 54 contains it, or a dynamic Pix code
 * leads to it. Otherwise the payer types the amount.
 */
export function isAmountShown(slip: Slip): boolean {
  const { code } = slip;
  return code !== undefined && (readPix(code.payload)?.dynamic === true || codeAmount(slip) !== undefined);
}

/**
 * Returns the amount to pay, a plain decimal string: the requested one, or else the amount in the code (field
 * 54). A dynamic Pix code leaves the amount to its URL, so its field 54 does not count
 * (docs/reading-policy.md R22).
 */
export function amountToPay(slip: Slip): string | undefined {
  const { askedAmount, code } = slip;
  if (askedAmount !== undefined || code === undefined || readPix(code.payload)?.dynamic) return askedAmount;
  return codeAmount(slip);
}

function codeAmount(slip: Slip): string | undefined {
  const amount = codeFields(slip)?.get('54');
  return amount !== undefined && isAmount(amount) ? amount : undefined;
}

function codeFields({ code }: Slip): ReturnType<typeof readEmv> {
  return code && readEmv(code.payload);
}
