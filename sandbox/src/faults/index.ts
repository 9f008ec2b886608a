import { markInjected } from '../http/injected.js';
import { NO_PARAMETERS, parametersOf } from '../http/request-parameters.js';
import { seededRandom } from '../issuing/random.js';
import { applyFault } from './effects.js';
import type { Fault, Next, OperationCall } from './fault.js';
import { limited } from './limit.js';
import { MAGIC_AMOUNTS } from './magic-amounts.js';
import { fitsMatch, includesOperation } from './match.js';

export { faultsBody } from './schema.js';
export type { Fault } from './fault.js';

/** A fault that a tester has set, and its progress. */
interface ActiveFault {
  fault: Fault;
  readonly seed: string;
  /** The times of the requests of the last minute that its limit let pass. */
  readonly passed: number[];
  draws: number;
}

/** The active faults of this process. Sandboxes that share a database do not share their faults. */
export class Faults {
  readonly #seed: number;
  #active: readonly ActiveFault[] = [];
  readonly #applied = new WeakMap<Request, readonly Fault[]>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  get active(): readonly Fault[] {
    return this.#active.map(({ fault }) => fault);
  }

  /** Replaces all active faults. An empty list removes them. */
  set(faults: readonly Fault[]): void {
    this.#active = faults.map((fault, place) => ({
      fault,
      seed: fault.seed === undefined ? `${this.#seed}|${place}` : String(fault.seed),
      passed: [],
      draws: 0,
    }));
  }

  /** The faults that affected a request. */
  appliedTo(request: Request): readonly Fault[] {
    return this.#applied.get(request) ?? [];
  }

  /**
   * Serves a request through the faults that affect it, the first one outermost; magic amounts are the
   * innermost.
   */
  async serve(call: OperationCall, handle: Next): Promise<Response> {
    const isFor = ({ route }: Fault) => includesOperation(route, call.operation);
    const magic = MAGIC_AMOUNTS.filter(isFor);
    const needsParameters = [...this.active.filter(isFor), ...magic].some(({ match }) => match);
    const parameters = needsParameters ? await parametersOf(call.request) : NO_PARAMETERS;
    // From here on nothing waits, so that concurrent requests never share a count.
    const fits = (fault: Fault) => isFor(fault) && fitsMatch(fault, parameters);
    const faults = [...this.#take(fits), ...magic.filter(fits)];
    if (faults.length === 0) return handle();
    this.#applied.set(call.request, faults);
    markInjected(call.request);
    const serveWithFaults = faults.reduceRight<Next>(
      (next, fault) => () => applyFault(fault, call, next),
      handle,
    );
    return serveWithFaults();
  }

  /** The active faults that affect a request. Counts them down, and removes those used up. */
  #take(fits: (fault: Fault) => boolean): readonly Fault[] {
    const faults: Fault[] = [];
    for (const each of this.#active.filter(({ fault }) => fits(fault))) {
      const affecting = draw(each) ? effectsOf(each) : undefined;
      if (!affecting) continue;
      faults.push(affecting);
      if (each.fault.count !== undefined) each.fault = { ...each.fault, count: each.fault.count - 1 };
    }
    this.#active = this.#active.filter(({ fault }) => fault.count !== 0);
    return faults;
  }
}

/** The effects of a fault on its next request; undefined if the request passes its limit. */
function effectsOf({ fault, passed }: ActiveFault): Fault | undefined {
  const { limit } = fault;
  return limit === undefined ? fault : limited({ ...fault, limit }, passed);
}

/** Whether a fault with a probability affects its next request. */
function draw(each: ActiveFault): boolean {
  const { probability } = each.fault;
  if (probability === undefined) return true;
  const digits = seededRandom(0, `fault ${each.seed} ${each.draws++}`).digits('chance', 9);
  return Number(`0.${digits}`) < probability;
}
