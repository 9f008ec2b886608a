import type fc from 'fast-check';
import { ACCOUNTS, DETAILS } from './accounts.js';
import { CLAIMS, FEES } from './claims.js';
import type { Kind, Step } from './command.js';
import { CRYPTO } from './crypto.js';
import { DEPOSITS } from './deposits.js';
import { LISTS } from './lists.js';
import { ORDERS } from './orders.js';
import { TRANSFERS } from './transfers.js';

/** Everything that can happen to a ledger. A new kind is its entry in one of these. */
export const KINDS: readonly Kind[] = [
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

/** A step of a sequence, each kind as often as its weight says. */
export const STEP: readonly fc.Arbitrary<Step>[] = KINDS.flatMap(({ weight, steps }) =>
  Array.from({ length: weight }, () => steps),
);
