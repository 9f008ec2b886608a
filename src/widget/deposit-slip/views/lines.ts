import { amountToPay } from '../../../core/reader/confirmation.js';
import type { Row } from '../../../core/reader/row.js';
import type { Slip } from '../../../core/reader/slip.js';
import { labelOf, notesOf } from '../../shared/views/row.js';
import type { SlipContext } from './context.js';
import { isNeeded, noticesOf } from './notices.js';
import { titleOf } from './slip.js';

/** A slip as lines of `label: value`, to be paid elsewhere. */
export function linesOf(slip: Slip, context: SlipContext): string {
  return [...amountLine(slip, context), ...slip.rows.map((row) => rowLine(row, context))].join('\n');
}

/**
 * The text that is shared: the test notice, the title, every warning shown on the slip, and every line of it. Without the
 * warnings a value that failed its check would look like any other.
 */
export function sharedText(slip: Slip, isTest: boolean, context: SlipContext): string {
  return [
    ...(isTest ? [context.messages.test] : []),
    titleOf(slip, context),
    ...noticesOf(slip, context).map(({ title, text }) => (title ? `${title}. ${text}` : text)),
    ...amountLine(slip, context),
    ...slip.rows.flatMap((row) => [rowLine(row, context), ...rowNotes(row, slip, context)]),
  ].join('\n');
}

function amountLine(slip: Slip, { messages }: SlipContext): string[] {
  const amount = amountToPay(slip);
  return amount === undefined ? [] : [`${messages.amount}: ${amount} ${slip.fiat ?? ''}`.trim()];
}

function rowLine(row: Row, context: SlipContext): string {
  return `${labelOf(row, context)}: ${row.copy}`;
}

function rowNotes(row: Row, slip: Slip, context: SlipContext): string[] {
  const { messageRequired, messageHelps } = context.messages;
  const reason = row.role === 'message' ? [isNeeded(row, slip) ? messageRequired : messageHelps] : [];
  return [...reason, ...notesOf(row, context)];
}
