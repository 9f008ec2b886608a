import { MUTANTS, type Mutant } from './mutants.js';

/** The mutant that the variable MUTANT names; undefined in an ordinary run. */
export function mutantHere(): Mutant | undefined {
  const name = process.env['MUTANT'];
  const mutant = MUTANTS.find((each) => each.name === name);
  if (name !== undefined && !mutant) throw new Error(`There is no mutant "${name}".`);
  return mutant;
}

/** The source with the mutant's edits. Throws if a text to replace is not found exactly once. */
export function mutated({ name, file, edits }: Mutant, source: string): string {
  return Object.entries(edits).reduce((text, [from, to]) => {
    const pieces = text.split(from);
    if (pieces.length === 1) throw new Error(`mutant "${name}": text not found in ${file}: ${from}`);
    if (pieces.length > 2)
      throw new Error(`mutant "${name}": text found ${pieces.length - 1} times in ${file}: ${from}`);
    return pieces.join(to);
  }, source);
}
