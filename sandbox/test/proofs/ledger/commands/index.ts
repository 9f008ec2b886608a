import type fc from 'fast-check';
import { ACCOUNTS, DETAILS } from './accounts.js';
import { CLAIMS, FEES } from './claims.js';
import type { CommandKind, LedgerCommand } from './command.js';
import { CRYPTO } from './crypto.js';
import { DEPOSITS } from './deposits.js';
import { LISTS } from './lists.js';
import { ORDERS } from './orders.js';
import { TRANSFERS } from './transfers.js';

/** Every kind of command. A different order changes the sequences that a seed generates. */
export const COMMAND_KINDS: readonly CommandKind[] = [
  ...DEPOSITS,
  ...CLAIMS,
  ...TRANSFERS,
  ...FEES,
  ...ORDERS,
  ...CRYPTO,
  ...ACCOUNTS,
  ...DETAILS,
  ...LISTS,
];

/** The arbitraries to draw a command from, each repeated according to its weight. */
export const COMMANDS: readonly fc.Arbitrary<LedgerCommand>[] = COMMAND_KINDS.flatMap(
  ({ weight, commands }) => Array.from({ length: weight }, () => commands),
);
