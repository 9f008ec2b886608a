import { fileURLToPath } from 'node:url';
import { WORKER } from '../budgets.js';
import { weighForEdge } from '../weigh.js';
import type { Load } from './handler.js';
import { startApi, startHandler } from './kit-processes.js';
import { compare, type Comparison, type Pair } from './rates.js';

/** What the kit costs beyond a bare handler. */
export interface KitFigures {
  readonly newSlipLocal: Comparison;
  /** With the API about 20 ms away. */
  readonly newSlipRemote: Comparison;
  readonly cachedSlip: Comparison;
  /** The kit with all it imports, minified, as a Worker contains it. */
  readonly edgeBytes: number;
}

const WIDTH = 10;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Compares the kit with a bare handler, each in a process of its own. A handler is called directly, so the difference of the
 * processor times is the kit's own work. The bare handler has no cache: it asks the API for every slip.
 */
export async function benchKit(): Promise<KitFigures> {
  const { local, remote, stop } = await startApi();
  try {
    return {
      newSlipLocal: await compareOn(local, 'new slip, API at once', 'new'),
      newSlipRemote: await compareOn(remote, 'new slip, API 20 ms away', 'new'),
      cachedSlip: await compareOn(local, 'cached slip', 'cached'),
      edgeBytes: await weighForEdge(WORKER, ROOT),
    };
  } finally {
    stop();
  }
}

async function compareOn(baseUrl: string, name: string, requests: Load['requests']): Promise<Comparison> {
  const [bare, kit] = await Promise.all([
    startHandler({ kind: 'bare', baseUrl }),
    startHandler({ kind: 'kit', baseUrl }),
  ]);
  const load: Load = { requests, width: WIDTH };
  const pair: Pair = { name, baseline: () => bare.run(load), ours: () => kit.run(load) };
  try {
    return await compare(pair);
  } finally {
    bare.stop();
    kit.stop();
  }
}
