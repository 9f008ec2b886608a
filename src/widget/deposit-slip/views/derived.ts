import { copyAmount } from '../../../core/money.js';
import { amountToPay, isAmountShown } from '../../../core/reader/confirmation.js';
import { usableValue } from '../../../core/reader/row.js';
import type { Slip } from '../../../core/reader/slip.js';
import { bankOfClabe, isTestClabe } from '../../../core/schemes/clabe-banks.js';
import { bankLocale, numberLocale } from '../../shared/i18n/formatting.js';
import type { Messages } from '../../shared/i18n/types.js';
import type { Derived } from '../../shared/views/row.js';
import type { SlipContext } from './context.js';

/** In the order of a bank's form. */
export const DERIVED: readonly Derived[] = ['amount', 'bank'];

/** A value that the response does not contain, as it is shown and copied; undefined if unknown. */
export function derivedText(of: Derived, slip: Slip, context: SlipContext): string | undefined {
  if (of === 'bank') return bankOf(slip, context);
  const amount = amountToPay(slip);
  if (amount === undefined) return undefined;
  return copyAmount(amount, slip.fiat, bankLocale(context.tag, slip.fiat));
}

/**
 * Explains why this amount is written differently from the one at the top: the bank's region uses another
 * notation than the payer's.
 */
export function derivedNote(of: Derived, slip: Slip, context: SlipContext): string | undefined {
  const amount = of === 'amount' ? amountToPay(slip) : undefined;
  if (amount === undefined) return undefined;
  const asAbove = copyAmount(amount, slip.fiat, numberLocale(context.tag, slip.fiat));
  return asAbove === derivedText(of, slip, context) ? undefined : context.messages.forBank;
}

/**
 * The label of such a value. If the code does not contain the amount, the label asks the payer to enter it.
 */
export function derivedLabel(of: Derived, messages: Messages, slip?: Slip): string {
  if (of === 'bank') return messages.labels.bank;
  const isTyped = slip?.code !== undefined && !isAmountShown(slip);
  return isTyped ? messages.amountToType : messages.amount;
}

/** The bank of a CLABE, which Mexican apps show or ask for, unless the response names one. */
function bankOf(slip: Slip, { messages, isTest }: SlipContext): string | undefined {
  const clabe = usableValue(slip, 'clabe');
  if (clabe === undefined || slip.rows.some(({ role, reason }) => role === 'bank' && reason !== 'foreign'))
    return undefined;
  return isTest && isTestClabe(clabe) ? messages.testBank : bankOfClabe(clabe);
}
