import { MUTANTS, type Mutant } from './mutants.js';

/** The mutant this process is to run with, by the variable MUTANT; usually none. */
export function mutantHere(): Mutant | undefined {
  const name = process.env['MUTANT'];
  const mutant = MUTANTS.find((each) => each.name === name);
  if (name !== undefined && !mutant) throw new Error(`There is no mutant "${name}".`);
  return mutant;
}

/** The source with its mistake. Throws where the source is no longer what the mutant was made of. */
export function mutated({ name, edits }: Mutant, source: string): string {
  return edits.reduce((text, [from, to]) => {
    const pieces = text.split(from);
    if (pieces.length !== 2) throw new Error(`"${name}" finds its place ${pieces.length - 1} times.`);
    return pieces.join(to);
  }, source);
}
