import { spawnSync } from 'node:child_process';
import { isSoak } from '../proofs/scale.js';
import { ROOT } from '../root.js';

/** In a sample, one item, chosen by the number of commits; in a soak, all of them. */
export function byRotation<Item>(items: readonly Item[]): readonly Item[] {
  const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return isSoak ? items : items.slice(Number(stdout) % items.length).slice(0, 1);
}
