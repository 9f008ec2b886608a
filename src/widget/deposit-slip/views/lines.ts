import type { Row } from '../../../core/reader/row.js';
import type { Slip } from '../../../core/reader/slip.js';
import { labelOf, notesOf } from '../../shared/views/row.js';
import type { Scene } from './context.js';
import { noticesOf, placeOf, titleOf } from './slip.js';

/** All of a slip as lines of `label: value`, for whoever pays it elsewhere. */
export function linesOf(slip: Slip, scene: Scene): string {
  return [...amountLine(slip, scene), ...slip.rows.map((row) => rowLine(row, scene))].join('\n');
}

/**
 * What is handed to whoever pays: that it is a test, where it is one, which transfer it is, and all of the slip, with every
 * warning a payer would see on it: without them a value that failed its check would look as good as any.
 */
export function sharedText(slip: Slip, isTest: boolean, scene: Scene): string {
  return [
    ...(isTest ? [scene.messages.test] : []),
    titleOf(slip, scene),
    ...noticesOf(slip, scene),
    ...amountLine(slip, scene),
    ...slip.rows.flatMap((row) => [rowLine(row, scene), ...notesOf(row, placeOf(row, slip).isNeeded, scene)]),
  ].join('\n');
}

function amountLine({ askedAmount, fiat }: Slip, { messages }: Scene): string[] {
  return askedAmount ? [`${messages.amount}: ${askedAmount} ${fiat ?? ''}`.trim()] : [];
}

function rowLine(row: Row, scene: Scene): string {
  return `${labelOf(row, scene)}: ${row.copy}`;
}
