/** A small wrong version of the product: a part of one file, in UTF-16 units, replaced by a text. */
export interface Mutant {
  readonly name: string;
  /** A TypeScript file of `src` or `sandbox/src`. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The mutant of this process, which its parent passes on; undefined in an ordinary run. */
export function mutantHere(): Mutant | undefined {
  const { MUTANT } = process.env;
  return MUTANT === undefined ? undefined : (JSON.parse(MUTANT) as Mutant);
}

/** The environment of a process that shall load the mutant, and of the processes that it starts. */
export function environmentOf(mutant: Mutant): Record<string, string> {
  return {
    MUTANT: JSON.stringify(mutant),
    NODE_OPTIONS: `--import tsx --import ${new URL('load.ts', import.meta.url).href}`,
  };
}

/** The source with the mutant's text. */
export function mutated({ start, end, text }: Mutant, source: string): string {
  return source.slice(0, start) + text + source.slice(end);
}
