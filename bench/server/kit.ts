import type { Load } from './handler.js';
import { startApi, startHandler } from './kit-processes.js';
import { compare, type Comparison } from './rates.js';

/** The kit's cost compared with a bare handler. */
export interface KitFigures {
  readonly newSlipLocal: Comparison;
  /** With the API about 20 ms away. */
  readonly newSlipRemote: Comparison;
  readonly cachedSlip: Comparison;
  readonly poll: Comparison;
}

const WIDTH = 10;

/**
 * Compares the kit with a bare handler, each in a process of its own. The handlers are called directly, so
 * the difference of the processor times is the kit's own work. The bare handler has no cache and asks the API
 * for every slip.
 */
export async function benchKit(): Promise<KitFigures> {
  const { local, remote, stop } = await startApi();
  try {
    return {
      newSlipLocal: await compareOn(local, 'new slip, API at once', 'new'),
      newSlipRemote: await compareOn(remote, 'new slip, API 20 ms away', 'new'),
      cachedSlip: await compareOn(local, 'cached slip', 'cached'),
      poll: await compareOn(local, 'poll', 'poll'),
    };
  } finally {
    stop();
  }
}

async function compareOn(baseUrl: string, name: string, requests: Load['requests']): Promise<Comparison> {
  const [baseline, ours] = await Promise.all([
    startHandler({ kind: 'bare', baseUrl }),
    startHandler({ kind: 'kit', baseUrl }),
  ]);
  const load: Load = { requests, width: WIDTH };
  try {
    return await compare({ name, baseline: () => baseline.run(load), ours: () => ours.run(load) });
  } finally {
    baseline.stop();
    ours.stop();
  }
}
