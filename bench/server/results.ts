import type { Results } from '../results.js';
import type { GrowthFigures } from './growth.js';
import type { KitFigures } from './kit.js';
import type { RequestsFigures } from './requests.js';
import type { StartFigures } from './start.js';

/** The results of `npm run bench:server`. */
export interface ServerFigures {
  readonly kit: KitFigures;
  readonly requests: RequestsFigures;
  readonly start: StartFigures;
  readonly growth: GrowthFigures;
}

/** The name of a part of the benchmark. */
export type Part = keyof ServerFigures;

/** The figures of every measured part; the parts may have been measured on different days. */
export type ServerResults = Results<ServerFigures>;
