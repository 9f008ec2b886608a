/**
 * Every situation of the elements: the workbench shows them, the contact sheets show screenshots of them, and
 * a test checks the status each reaches. New methods and kinds of problems are included automatically.
 */
import { HISTORY } from './history.js';
import { METHOD_SITUATIONS } from './methods.js';
import { PROBLEM_SITUATIONS } from './problems.js';
import { PAYMENT_SITUATIONS } from './payments.js';
import type { Situation } from './situation.js';
import { SLIP_SITUATIONS } from './slips.js';

export const SITUATIONS: readonly Situation[] = [
  ...METHOD_SITUATIONS,
  ...SLIP_SITUATIONS,
  ...PAYMENT_SITUATIONS,
  ...PROBLEM_SITUATIONS,
  ...HISTORY,
];
