import type { Load } from './handler.js';
import { startApi, startHandler } from './kit-processes.js';
import { compare, type Comparison, type Pair } from './rates.js';

/** What the kit costs beyond a bare handler. */
export interface KitFigures {
  readonly newSlipLocal: Comparison;
  /** With the API about 20 ms away. */
  readonly newSlipRemote: Comparison;
  readonly cachedSlip: Comparison;
  readonly poll: Comparison;
  /** A new slip beside the kit of another checkout, if `BESIDE` names its folder. */
  readonly beside?: Comparison;
}

const WIDTH = 10;
/** The folder of another checkout, in which the packages are installed and built. */
const { BESIDE } = process.env;

/**
 * Compares the kit with a bare handler, each in a process of its own. A handler is called directly, so the
 * difference of the processor times is the kit's own work. The bare handler has no cache: it asks the API for
 * every slip.
 */
export async function benchKit(): Promise<KitFigures> {
  const { local, remote, stop } = await startApi();
  try {
    return {
      newSlipLocal: await compareOn(local, 'new slip, API at once', 'new'),
      newSlipRemote: await compareOn(remote, 'new slip, API 20 ms away', 'new'),
      cachedSlip: await compareOn(local, 'cached slip', 'cached'),
      poll: await compareOn(local, 'poll', 'poll'),
      ...(BESIDE !== undefined && { beside: await compareBeside(local, BESIDE) }),
    };
  } finally {
    stop();
  }
}

async function compareOn(baseUrl: string, name: string, requests: Load['requests']): Promise<Comparison> {
  const sides = [startHandler({ kind: 'bare', baseUrl }), startHandler({ kind: 'kit', baseUrl })] as const;
  return compareHandlers(name, requests, await Promise.all(sides));
}

/** Both kits keep everything in the memory of their process. */
async function compareBeside(baseUrl: string, folder: string): Promise<Comparison> {
  const sides = [
    startHandler({ kind: 'kit', baseUrl }, folder),
    startHandler({ kind: 'kit', baseUrl }),
  ] as const;
  return compareHandlers('new slip, beside another checkout', 'new', await Promise.all(sides));
}

type Handler = Awaited<ReturnType<typeof startHandler>>;

async function compareHandlers(
  name: string,
  requests: Load['requests'],
  [baseline, ours]: readonly [Handler, Handler],
): Promise<Comparison> {
  const load: Load = { requests, width: WIDTH };
  const pair: Pair = { name, baseline: () => baseline.run(load), ours: () => ours.run(load) };
  try {
    return await compare(pair);
  } finally {
    baseline.stop();
    ours.stop();
  }
}
