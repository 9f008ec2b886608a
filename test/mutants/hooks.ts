import { readFile } from 'node:fs/promises';
import type { LoadHook } from 'node:module';
import { mutantHere, mutated } from './mutate.js';

const mutant = mutantHere();
const place = mutant && new URL(`../../${mutant.file}`, import.meta.url);

export const load: LoadHook = async (url, context, nextLoad) => {
  if (!mutant || !place || new URL(url).pathname !== place.pathname) return nextLoad(url, context);
  // Loaded when it is needed, because every process that a test starts runs this module.
  const { transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(mutated(mutant, await readFile(place, 'utf8')), mutant.file);
  return { format: 'module', source: code, shortCircuit: true };
};
