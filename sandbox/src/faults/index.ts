import { countValue, decimalValue } from 'deposit-slip/contract';
import { z } from 'zod';
import { seededRandom } from '../issuing/random.js';
import { OPERATIONS } from '../operations/index.js';
import type { Operation } from '../operations/operation.js';
import type { FaultKind, Next, OperationCall } from './fault.js';
import { shape } from './shape.js';

/** All kinds of faults, the outermost first. To add a kind, create its file and list it here. */
const KINDS = { shape };

type Kinds = typeof KINDS;
type Settings = {
  readonly [Name in keyof Kinds]?: Kinds[Name] extends FaultKind<infer Setting> ? Setting : never;
};

/** An injected fault. It affects every request to an operation, the next `count` of them, or a share of them. */
export interface Fault extends Settings {
  /** Name or path of the operation. */
  readonly route: string;
  /** How many requests it affects; when read back, how many are left. */
  readonly count?: number;
  /** The probability that it affects a request, up to 1. The same seed affects the same requests. */
  readonly probability?: number;
}

const MAX_FAULTS = 100;
const NAMES = OPERATIONS.map(({ name }) => name);
const ROUTES = [...NAMES, ...OPERATIONS.map(({ path }) => path)];

const fault = z
  .strictObject({
    route: z.enum(ROUTES, { error: `an operation (${NAMES.join(', ')}) or its path` }),
    count: countValue.refine((count) => count >= 1, { error: 'a count of at least 1' }).optional(),
    probability: decimalValue
      .transform(Number)
      .refine((chance) => chance > 0 && chance <= 1, { error: 'above 0 and at most 1' })
      .optional(),
    ...Object.fromEntries(Object.entries(KINDS).map(([name, { setting }]) => [name, setting.optional()])),
  })
  .refine((value) => Object.keys(KINDS).some((name) => Object.hasOwn(value, name)), {
    error: `a fault with one of ${Object.keys(KINDS).join(', ')}`,
  })
  .refine(({ count, probability }) => count === undefined || probability === undefined, {
    error: 'a fault with a count or a probability, not both',
  });

/** The body of `POST /sandbox/faults`. */
export const faultsBody: z.ZodType<{ readonly faults: readonly Fault[] }> = z.strictObject({
  faults: z
    .array(fault as unknown as z.ZodType<Fault>, { error: 'a list of faults' })
    .max(MAX_FAULTS, { error: `a list of at most ${MAX_FAULTS} faults` }),
});

/** The active faults of this process. Sandboxes that share a database do not share their faults. */
export class Faults {
  readonly #seed: number;
  #active: readonly Fault[] = [];
  #draws = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  get active(): readonly Fault[] {
    return this.#active;
  }

  /** Replaces all active faults. An empty list removes them. */
  set(faults: readonly Fault[]): void {
    this.#active = faults;
    this.#draws = 0;
  }

  /** Serves a request through the faults that affect it, the first one outermost. */
  serve(call: OperationCall, handle: Next): Promise<Response> {
    const handleWithFaults = this.#take(call.operation).reduceRight(
      (next, each) => () => applyFault(each, call, next),
      handle,
    );
    return handleWithFaults();
  }

  /** The faults that affect the next request to an operation. Counts them down, and removes those used up. */
  #take(operation: Operation): readonly Fault[] {
    const affecting = this.#active.filter((each) => isFor(each, operation) && this.#draw(each));
    this.#active = this.#active.flatMap((each) => {
      if (each.count === undefined || !affecting.includes(each)) return [each];
      return each.count > 1 ? [{ ...each, count: each.count - 1 }] : [];
    });
    return affecting;
  }

  #draw({ probability }: Fault): boolean {
    if (probability === undefined) return true;
    const digits = seededRandom(this.#seed, `fault ${this.#draws++}`).digits('chance', 9);
    return Number(`0.${digits}`) < probability;
  }
}

function isFor({ route }: Fault, { name, path }: Operation): boolean {
  return route === name || route === path;
}

/** Applies one fault, which may be of several kinds at once. */
function applyFault(active: Fault, call: OperationCall, handle: Next): Promise<Response> {
  const kinds = Object.entries(KINDS) as unknown as [keyof Kinds, FaultKind<unknown>][];
  const handleWithFault = kinds.reduceRight<Next>((next, [name, kind]) => {
    const setting = active[name];
    return setting === undefined ? next : () => kind.apply(setting, call, next);
  }, handle);
  return handleWithFault();
}
