import type { Slip } from '../../core/slip.js';
import { labelOf } from './row.js';
import type { Scene } from './scene.js';
import { titleOf } from './slip.js';

/** All of a slip as lines of `label: value`, for whoever pays it elsewhere. */
export function linesOf({ rows, askedAmount, fiat }: Slip, scene: Scene): string {
  const amount = askedAmount ? [`${scene.messages.amount}: ${askedAmount} ${fiat ?? ''}`.trim()] : [];
  return [...amount, ...rows.map((row) => `${labelOf(row, scene)}: ${row.copy}`)].join('\n');
}

/** What is handed to whoever pays: that it is a test, where it is one, which transfer it is, and all of the slip. */
export function sharedText(slip: Slip, isTest: boolean, scene: Scene): string {
  const notice = isTest ? [scene.messages.test] : [];
  return [...notice, titleOf(slip, scene), linesOf(slip, scene)].join('\n');
}
