import { activation } from './activation.js';
import { claim } from './claim.js';
import { cryptoTransfers } from './crypto-transfers.js';
import { flows } from './flows.js';
import type { Operation } from './operation.js';
import { orders } from './orders.js';
import { pairs } from './pairs.js';
import { pendingFund } from './pending-fund.js';
import { transfer } from './transfer.js';
import { virtualAccounts } from './virtual-accounts.js';

/** All operations, in the order of the specification. To add one, create its file and list it here. */
export const OPERATIONS: readonly Operation[] = [
  cryptoTransfers,
  activation,
  claim,
  transfer,
  orders,
  virtualAccounts,
  flows,
  pendingFund,
  pairs,
];
