import { countValue, decimalValue } from 'deposit-slip/contract';
import { z } from 'zod';
import { drawFrom } from '../issuing/draw.js';
import { OPERATIONS } from '../operations/index.js';
import type { Operation } from '../operations/operation.js';
import type { Call, FaultKind, Serve } from './fault.js';
import { shape } from './shape.js';

/** Every kind of fault, the outermost first. A new kind is its file and its line here. */
const KINDS = { shape };

type Kinds = typeof KINDS;
type Settings = {
  readonly [Name in keyof Kinds]?: Kinds[Name] extends FaultKind<infer Setting> ? Setting : never;
};

/** A fault put on a route: for each of its requests, for the next `count` of them, or for a share of them. */
export interface Fault extends Settings {
  /** Name of an operation, or its path. */
  readonly route: string;
  /** How many requests it is for; of a fault in force, how many are left. */
  readonly count?: number;
  /** The chance that it hits a request, up to 1. Same seed, same requests. */
  readonly probability?: number;
}

const MOST_FAULTS = 100;
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
  .refine((given) => Object.keys(KINDS).some((name) => Object.hasOwn(given, name)), {
    error: `with one of ${Object.keys(KINDS).join(', ')}`,
  })
  .refine(({ count, probability }) => count === undefined || probability === undefined, {
    error: 'with a count or a probability, not both',
  });

/** The body of `POST /sandbox/faults`. */
export const faultsBody: z.ZodType<{ readonly faults: readonly Fault[] }> = z.strictObject({
  faults: z
    .array(fault as unknown as z.ZodType<Fault>, { error: 'a list of faults' })
    .max(MOST_FAULTS, { error: `at most ${MOST_FAULTS} faults` }),
});

/** The faults in force. They are of this process: sandboxes on one database each have their own. */
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

  /** Puts these in force and no other; none clears. */
  set(faults: readonly Fault[]): void {
    this.#active = faults;
    this.#draws = 0;
  }

  /** Serves a request through the faults that hit it, the first one outermost. */
  around(call: Call, serve: Serve): Promise<Response> {
    const served = this.#hitting(call.operation).reduceRight(
      (inner, hit) => () => serveBroken(hit, call, inner),
      serve,
    );
    return served();
  }

  #hitting(operation: Operation): readonly Fault[] {
    const hits = this.#active.filter((each) => isFor(each, operation) && this.#falls(each));
    this.#active = this.#active.flatMap((each) => {
      if (each.count === undefined || !hits.includes(each)) return [each];
      return each.count > 1 ? [{ ...each, count: each.count - 1 }] : [];
    });
    return hits;
  }

  #falls({ probability }: Fault): boolean {
    if (probability === undefined) return true;
    const drawn = drawFrom(this.#seed, `fault ${this.#draws++}`).digits('chance', 9);
    return Number(`0.${drawn}`) < probability;
  }
}

function isFor({ route }: Fault, { name, path }: Operation): boolean {
  return route === name || route === path;
}

/** One fault may be of several kinds at once. */
function serveBroken(hit: Fault, call: Call, serve: Serve): Promise<Response> {
  const kinds = Object.entries(KINDS) as unknown as [keyof Kinds, FaultKind<unknown>][];
  const served = kinds.reduceRight<Serve>((inner, [name, kind]) => {
    const setting = hit[name];
    return setting === undefined ? inner : () => kind.around(setting, call, inner);
  }, serve);
  return served();
}
