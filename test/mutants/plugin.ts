import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '../root.js';
import { mutantHere, mutated } from './mutants.js';

/**
 * If this run tests a mutant, loads the mutant's file with its edits, before any other plugin changes the
 * text.
 */
export function withMutant(): Plugin {
  const mutant = mutantHere();
  return {
    name: 'mutant',
    enforce: 'pre',
    load: (id) =>
      mutant && id.split('?')[0] === join(ROOT, mutant.file)
        ? mutated(mutant, readFileSync(join(ROOT, mutant.file), 'utf8'))
        : null,
  };
}
