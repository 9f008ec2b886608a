import type { Mutant } from './mutants.js';

/** Mistakes in the kit and in the client, where the API token is. */
export const SERVER_MUTANTS: readonly Mutant[] = [];
