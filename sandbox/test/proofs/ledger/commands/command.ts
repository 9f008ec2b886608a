import fc from 'fast-check';
import type { Harness } from '../harness.js';
import { pickFrom, type Model } from '../model/model.js';
import { pick } from './inputs.js';

/** A kind of command, as it is declared. */
interface Declaration<Input> {
  readonly name: string;
  /** How often it occurs relative to the others; 1 by default. */
  readonly weight?: number;
  /** Generated before the sequence runs, and resolved against the model when the command runs. */
  readonly input: fc.Arbitrary<Input>;
  /** Whether the command can run in this state; always by default. */
  isPossible?(model: Readonly<Model>, input: Input): boolean;
  /**
   * Runs the command on the model and on the sandbox and compares the results.
   * @throws {Divergence} They differ.
   */
  run(harness: Harness, input: Input): Promise<void>;
}

/** A generated command, which fast-check runs and shrinks. */
export type LedgerCommand = fc.AsyncCommand<Model, Harness, boolean>;

/** A kind of command, from which commands are generated. */
export interface CommandKind {
  readonly name: string;
  readonly weight: number;
  readonly commands: fc.Arbitrary<LedgerCommand>;
}

export function command<Input>(declaration: Declaration<Input>): CommandKind {
  const { name, weight = 1, input, isPossible, run } = declaration;
  const toCommand = (generated: Input): LedgerCommand => ({
    check: (model) => isPossible?.(model, generated) ?? true,
    run: async (_, harness) => {
      await run(harness, generated);
      harness.count(name);
    },
    toString: () => `${name} ${fc.stringify(generated)}`,
  });
  return { name, weight, commands: input.map(toCommand) };
}

/** A kind of command that acts on an item of the model, such as a claim; impossible while there is none. */
interface ItemDeclaration<Item, Input> {
  readonly name: string;
  readonly weight?: number;
  items(model: Readonly<Model>): readonly Item[];
  /** What else the command takes. */
  readonly input?: { readonly [Name in keyof Input]: fc.Arbitrary<Input[Name]> };
  run(harness: Harness, item: Item, input: Input): Promise<void>;
}

export function itemCommand<Item, Input extends object = object>(
  declaration: ItemDeclaration<Item, Input>,
): CommandKind {
  const { items, input, run, ...rest } = declaration;
  return command({
    ...rest,
    input: fc.record({ pick, ...input }) as fc.Arbitrary<{ pick: number } & Input>,
    isPossible: (model) => items(model).length > 0,
    run: (harness, { pick, ...generated }) =>
      run(harness, pickFrom(items(harness.model), pick)!, generated as unknown as Input),
  });
}
