/** The behavior of every store (src/server/kit/store/store.ts), whatever it is built on. */
import { describe } from 'node:test';
import { claimCases } from './claim-cases.js';
import { eventCases } from './event-cases.js';
import { openBench, type Backend } from './fixtures.js';
import { isolationCases } from './isolation-cases.js';
import { lookUpCases } from './lookup-cases.js';
import { periodCases } from './period-cases.js';
import { readingCases } from './reading-cases.js';
import { returnCases } from './return-cases.js';
import { slipCases } from './slip-cases.js';
import { transactionCases } from './transaction-cases.js';
import { upkeepCases } from './upkeep-cases.js';

/** Runs all cases. `backend` is called when the first one begins. */
export function recordsSuite(name: string, backend: () => Backend): void {
  const open = () => openBench(backend());
  describe(name, () => {
    lookUpCases(open);
    slipCases(open);
    claimCases(open);
    readingCases(open);
    transactionCases(open);
    returnCases(open);
    eventCases(open);
    upkeepCases(open);
    periodCases(open);
    isolationCases(open);
  });
}
