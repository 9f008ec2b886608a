/** Makes Node load the mutant's file with its edits: `node --import ./test/mutants/load.ts`. */
import { register } from 'node:module';

register('./hooks.ts', import.meta.url);
