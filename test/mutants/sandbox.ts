import type { Mutant } from './mutants.js';

/** Mistakes in the sandbox. Defects of its schema are in `sandbox/test/proofs/ledger/mutants.ts`. */
export const SANDBOX_MUTANTS: readonly Mutant[] = [];
