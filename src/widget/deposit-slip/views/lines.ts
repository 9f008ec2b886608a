import type { Row } from '../../../core/reader/row.js';
import type { Slip } from '../../../core/reader/slip.js';
import { labelOf, notesOf } from '../../shared/views/row.js';
import type { SlipContext } from './context.js';
import { isNeeded, noticesOf, titleOf } from './slip.js';

/** A slip as lines of `label: value`, to be paid elsewhere. */
export function linesOf(slip: Slip, context: SlipContext): string {
  return [...amountLine(slip, context), ...slip.rows.map((row) => rowLine(row, context))].join('\n');
}

/**
 * The text that is shared: the test notice, the title, every line of the slip, and every warning shown on it. Without the
 * warnings a value that failed its check would look like any other.
 */
export function sharedText(slip: Slip, isTest: boolean, context: SlipContext): string {
  return [
    ...(isTest ? [context.messages.test] : []),
    titleOf(slip, context),
    ...noticesOf(slip, context),
    ...amountLine(slip, context),
    ...slip.rows.flatMap((row) => [rowLine(row, context), ...notesOf(row, isNeeded(row, slip), context)]),
  ].join('\n');
}

function amountLine({ askedAmount, fiat }: Slip, { messages }: SlipContext): string[] {
  return askedAmount ? [`${messages.amount}: ${askedAmount} ${fiat ?? ''}`.trim()] : [];
}

function rowLine(row: Row, context: SlipContext): string {
  return `${labelOf(row, context)}: ${row.copy}`;
}
