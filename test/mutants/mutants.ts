import { CORE_MUTANTS } from './core.js';
import { HISTORY_MUTANTS } from './history.js';
import { SANDBOX_MUTANTS } from './sandbox.js';
import { SERVER_MUTANTS } from './server.js';
import { WIDGET_MUTANTS } from './widget.js';

/** A small wrong version of the product, and the test that must fail on it. */
export interface Mutant {
  readonly name: string;
  /** A TypeScript file of `src` or `sandbox/src`, or the script-tag file. */
  readonly file: string;
  /** Texts to replace, each of which occurs exactly once in the file, with their replacements. */
  readonly edits: Readonly<Record<string, string>>;
  /** A test file, and words from the title of one of its tests. */
  readonly caughtBy: readonly [file: string, test: string];
}

/**
 * Mistakes that would show, copy or open the wrong value, or lose money, but look harmless in a review. They
 * prove that the tests which must catch them do.
 */
export const MUTANTS: readonly Mutant[] = [
  ...WIDGET_MUTANTS,
  ...HISTORY_MUTANTS,
  ...CORE_MUTANTS,
  ...SERVER_MUTANTS,
  ...SANDBOX_MUTANTS,
];
