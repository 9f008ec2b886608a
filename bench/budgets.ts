/** The size limits of the bundles, which `npm run build` enforces. */
import { readFileSync } from 'node:fs';
import { saveSizes } from './sizes.js';
import { brotli, weigh, weighForEdge, type Weight } from './weigh.js';

const WORKER = `
  import * as kit from 'deposit-slip/kit';
  export default { fetch: (request) => kit.createDepositKit({})(request), kit };`;

/** The same, with a page whose slip the kit renders. Lit's server build has the condition `node`. */
const RENDERING_WORKER = `
  import { renderFromKit } from 'deposit-slip/ssr';
  ${WORKER.replace('kit };', 'kit, renderFromKit };')}`;

/** The pages that import the slip, the slip and the history, or the element with English only. */
type Pages = Readonly<Record<'slip' | 'both' | 'element', Weight>>;

interface Bundle {
  readonly name: string;
  /** In KB after Brotli at quality 11. The kit is only minified: platforms limit its uncompressed size. */
  readonly budget: number;
  /** Its bytes. */
  readonly weigh: (pages: Pages) => number | Promise<number>;
}

const BUDGETS: readonly Bundle[] = [
  {
    name: 'the script-tag file, with every language and the QR encoder',
    budget: 64.9,
    weigh: () => brotli(readFileSync('cdn/deposit-slip.js')),
  },
  { name: 'from npm, before the first QR code', budget: 57.5, weigh: ({ slip }) => slip.first },
  {
    name: 'from npm, with the chunk that draws QR codes',
    budget: 63.9,
    weigh: ({ slip }) => slip.first + slip.later,
  },
  {
    name: 'from npm, the chunk that takes over what a server rendered',
    budget: 2.5,
    weigh: ({ slip }) => slip.takeOver,
  },
  { name: '`deposit-slip/element`, with English only', budget: 51.5, weigh: ({ element }) => element.first },
  {
    name: 'the script-tag file of the history',
    budget: 43.7,
    weigh: () => brotli(readFileSync('cdn/deposit-history.js')),
  },
  {
    name: 'from npm, what the history adds to a page that has the slip',
    budget: 8.9,
    weigh: ({ slip, both }) => both.first - slip.first,
  },
  {
    name: '`deposit-slip/reserve.css`, which reserves the height of a slip',
    budget: 0.7,
    weigh: () => brotli(readFileSync('dist/reserve.css')),
  },
  {
    name: 'the kit in a Worker, minified and not compressed',
    budget: 132.5,
    weigh: () => weighForEdge(WORKER, process.cwd()),
  },
  {
    name: 'the kit in a Worker that renders the slip, likewise',
    budget: 540.9,
    weigh: () => weighForEdge(RENDERING_WORKER, process.cwd(), ['node']),
  },
];

/** Weighs the built bundles, and writes their sizes for the README. Throws if a bundle exceeds its budget. */
export async function checkBudgets(): Promise<void> {
  const pages: Pages = {
    slip: await weigh(`import 'deposit-slip';`, process.cwd()),
    both: await weigh(`import 'deposit-slip'; import 'deposit-slip/history';`, process.cwd()),
    element: await weigh(`import { define } from 'deposit-slip/element'; define();`, process.cwd()),
  };
  const sizes = [];
  const advice: string[] = [];
  for (const { name, budget, weigh } of BUDGETS) {
    const bytes = await weigh(pages);
    console.log(`${name}: ${bytes} bytes (budget ${budget * 1024})`);
    sizes.push({ what: name, kb: Math.round(bytes / 102.4) / 10, budget });
    if (bytes > budget * 1024) advice.push(adviceFor(name, bytes, budget));
  }
  saveSizes(sizes);
  const { lazyChunks } = pages.slip;
  if (lazyChunks !== 1) throw new Error(`Expected one lazy chunk, for the QR code; found ${lazyChunks}.`);
  if (advice.length > 0) throw new Error(advice.join('\n'));
}

/**
 * A budget is 2 % above the current size. If you add something worth its bytes, raise the budget and say why
 * in the commit.
 */
function adviceFor(name: string, bytes: number, budget: number): string {
  const excess = Math.ceil(bytes - budget * 1024);
  const next = Math.ceil((bytes * 1.02) / 102.4) / 10;
  return `${name}: ${excess} bytes above its budget. If they are worth it, write ${next} in BUDGETS of bench/budgets.ts, and say in the commit what they bring; docs/adr/006-an-honest-build.md has the reasons for a new part.`;
}
