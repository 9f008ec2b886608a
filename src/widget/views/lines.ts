import type { Slip } from '../../core/slip.js';
import { labelOf } from './row.js';
import type { Scene } from './scene.js';

/** All of a slip as lines of `label: value`, for whoever pays it elsewhere. */
export function linesOf({ rows, askedAmount, fiat }: Slip, scene: Scene): string {
  const amount = askedAmount ? [`${scene.messages.amount}: ${askedAmount} ${fiat ?? ''}`.trim()] : [];
  return [...amount, ...rows.map((row) => `${labelOf(row, scene)}: ${row.copy}`)].join('\n');
}
