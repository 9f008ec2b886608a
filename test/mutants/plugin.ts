import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '../root.js';
import { mutantHere, mutated } from './mutate.js';

/**
 * Loads the file of the mutant that this run tests, if any, with its edits: before any plugin changes the
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
