import fc from 'fast-check';
import { fromMinor } from 'deposit-slip/core';
import { num, type Bench } from '../bench.js';
import type { Model } from '../model/model.js';

/** One kind of thing that can happen. */
export interface Command<Input> {
  readonly name: string;
  /** How often it comes, beside the others; 1 if not given. */
  readonly weight?: number;
  /** Drawn before the sequence runs, and read against the model when its turn comes. */
  readonly input: fc.Arbitrary<Input>;
  /** Whether it makes sense now; always, if not given. */
  isPossible?(model: Readonly<Model>, input: Input): boolean;
  /**
   * Asks the model, asks the sandbox, and holds one against the other.
   * @throws {Divergence} They differ.
   */
  run(bench: Bench, input: Input): Promise<void>;
}

/** What an arbitrary draws. */
export type Drawn<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never;

/** A command as fast-check runs and shrinks it. */
export type Step = fc.AsyncCommand<Model, Bench, boolean>;

/** A kind of command, ready to be drawn. */
export interface Kind {
  readonly name: string;
  readonly weight: number;
  readonly steps: fc.Arbitrary<Step>;
}

export function command<Input>({ name, weight = 1, input, isPossible, run }: Command<Input>): Kind {
  const toStep = (drawn: Input): Step => ({
    check: (model) => isPossible?.(model, drawn) ?? true,
    run: async (_, bench) => {
      await run(bench, drawn);
      bench.count(name);
    },
    toString: () => `${name} ${fc.stringify(drawn)}`,
  });
  return { name, weight, steps: input.map(toStep) };
}

/** How an amount is written: with two decimals, without needless zeros, as a JSON number. */
export type Writing = 'text' | 'short' | 'number';

/** An amount as a body has it. */
export function written(minor: bigint, as: Writing): object | string {
  const text = fromMinor(minor);
  if (as === 'number') return num(text);
  return as === 'short' ? text.replace(/\.?0+$/, '') : text;
}
