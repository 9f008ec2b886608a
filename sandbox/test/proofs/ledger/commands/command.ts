import fc from 'fast-check';
import type { Harness } from '../harness.js';
import { pickFrom, type Model } from '../model/model.js';
import { pick } from './inputs.js';

/** A generated command, which fast-check runs and shrinks. */
export type LedgerCommand = fc.AsyncCommand<Model, Harness, boolean>;

/** A kind of command, from which commands are generated. */
export interface CommandKind {
  readonly name: string;
  /** How often it occurs relative to the others. */
  readonly weight: number;
  readonly commands: fc.Arbitrary<LedgerCommand>;
}

/**
 * Declares a kind of command.
 * @param input Generated before the sequence runs, and resolved against the model when the command runs.
 * @param run Runs the command on the model and on the sandbox, and throws a `Divergence` if the results
 *   differ.
 * @param isPossible Whether the command can run in this state; always by default.
 */
export function command<Input>(
  name: string,
  weight: number,
  input: fc.Arbitrary<Input>,
  run: (harness: Harness, input: Input) => Promise<void>,
  isPossible: (model: Readonly<Model>, input: Input) => boolean = () => true,
): CommandKind {
  const toCommand = (generated: Input): LedgerCommand => ({
    check: (model) => isPossible(model, generated),
    run: async (_, harness) => {
      await run(harness, generated);
      harness.count(name);
    },
    toString: () => `${name} ${fc.stringify(generated)}`,
  });
  return { name, weight, commands: input.map(toCommand) };
}

/**
 * Declares a kind of command that acts on an item of the model, such as a claim; impossible while there is
 * none.
 * @param input What else the command takes.
 */
export function itemCommand<Item, Input extends object>(
  name: string,
  weight: number,
  items: (model: Readonly<Model>) => readonly Item[],
  input: { readonly [Name in keyof Input]: fc.Arbitrary<Input[Name]> },
  run: (harness: Harness, item: Item, input: Input) => Promise<void>,
): CommandKind {
  return command(
    name,
    weight,
    fc.record({ pick, ...input }) as fc.Arbitrary<{ pick: number } & Input>,
    (harness, { pick, ...generated }) =>
      run(harness, pickFrom(items(harness.model), pick)!, generated as unknown as Input),
    (model) => items(model).length > 0,
  );
}
