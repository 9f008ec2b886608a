import { flows } from './flows.js';
import type { Operation } from './operation.js';
import { pairs } from './pairs.js';
import { pendingFund } from './pending-fund.js';

/** Every operation served. A new one is its file and its line here. */
export const OPERATIONS: readonly Operation[] = [flows, pendingFund, pairs];
