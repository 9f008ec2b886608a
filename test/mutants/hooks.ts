import { readFile } from 'node:fs/promises';
import type { LoadHook } from 'node:module';
import { mutantHere, mutated } from './mutants.js';

const mutant = mutantHere();
const placeOf = (file: string): string => new URL(`../../${file}`, import.meta.url).pathname;
/** Builds the sandbox's console, whose modules Node never loads. */
const CONSOLE_BUILD = 'sandbox/console.config.ts';

export const load: LoadHook = async (url, context, nextLoad) => {
  const { pathname } = new URL(url);
  const isMutant = mutant !== undefined && pathname === placeOf(mutant.file);
  if (!isMutant && !(mutant && pathname === placeOf(CONSOLE_BUILD))) return nextLoad(url, context);
  const text = await readFile(pathname, 'utf8');
  // Loaded only when needed, because every process that a test starts runs this module.
  const { transformWithOxc } = await import('vite');
  const { code } = await transformWithOxc(
    isMutant ? mutated(mutant, text) : withPlugin(text),
    isMutant ? mutant.file : CONSOLE_BUILD,
  );
  return { format: 'module', source: code, shortCircuit: true };
};

function withPlugin(text: string): string {
  return `import { withMutant } from '../test/mutants/plugin.js';\n${text}\nconsoleBuild.plugins!.push(withMutant());`;
}
