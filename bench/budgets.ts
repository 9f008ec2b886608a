/** The sizes that `npm run build` does not let a bundle exceed. */
import { readFileSync } from 'node:fs';
import { saveSizes, type Size } from './sizes.js';
import { brotli, weigh, weighForEdge } from './weigh.js';

/** What is weighed, and its budget in KB: after Brotli at quality 11, but the kit minified only, as a platform limits it. */
const BUDGETS = {
  'the script-tag file, with every language and the QR encoder': 63.2,
  'from npm, before the first QR code': 55.4,
  'from npm, with the chunk that draws QR codes': 61.7,
  'from npm, the chunk that takes over what a server rendered': 2.3,
  '`deposit-slip/element`, with English only': 49.3,
  'the script-tag file of the history': 42.5,
  'from npm, what the history adds to a page that has the slip': 8.7,
  '`deposit-slip/reserve.css`, which reserves the height of a slip': 0.7,
  'the kit in a Worker, minified and not compressed': 136,
  'the kit in a Worker that renders the slip, likewise': 530,
};

type Bundle = keyof typeof BUDGETS;

export const WORKER = `
  import * as kit from 'deposit-slip/kit';
  export default { fetch: (request) => kit.createDepositKit({})(request), kit };`;

/** The same, with a page whose slip it renders. Lit's build for servers has the condition `node`. */
const RENDERING_WORKER = `
  import { renderFromKit } from 'deposit-slip/ssr';
  ${WORKER.replace('kit };', 'kit, renderFromKit };')}`;

/** Weighs the built bundles, and writes their sizes for the README. Throws if one exceeds its budget. */
export async function checkBudgets(): Promise<void> {
  const all = await weigh(`import 'deposit-slip';`, process.cwd());
  const both = await weigh(`import 'deposit-slip'; import 'deposit-slip/history';`, process.cwd());
  const element = await weigh(`import { define } from 'deposit-slip/element'; define();`, process.cwd());
  const bytes: Readonly<Record<Bundle, number>> = {
    'the script-tag file, with every language and the QR encoder': brotli(
      readFileSync('cdn/deposit-slip.js'),
    ),
    'from npm, before the first QR code': all.first,
    'from npm, with the chunk that draws QR codes': all.first + all.later,
    'from npm, the chunk that takes over what a server rendered': all.takeOver,
    '`deposit-slip/element`, with English only': element.first,
    'the script-tag file of the history': brotli(readFileSync('cdn/deposit-history.js')),
    'from npm, what the history adds to a page that has the slip': both.first - all.first,
    '`deposit-slip/reserve.css`, which reserves the height of a slip': brotli(
      readFileSync('dist/reserve.css'),
    ),
    'the kit in a Worker, minified and not compressed': await weighForEdge(WORKER, process.cwd()),
    'the kit in a Worker that renders the slip, likewise': await weighForEdge(
      RENDERING_WORKER,
      process.cwd(),
      ['node'],
    ),
  };
  saveSizes((Object.keys(BUDGETS) as Bundle[]).map((name) => check(name, bytes[name])));
  if (all.lazyChunks !== 1)
    throw new Error(`Expected one lazy chunk, for the QR code; found ${all.lazyChunks}.`);
}

function check(what: Bundle, bytes: number): Size {
  const budget = BUDGETS[what];
  console.log(`${what}: ${bytes} bytes (budget ${budget * 1024})`);
  if (bytes > budget * 1024) throw new Error(`${what}: the budget is exceeded.`);
  return { what, kb: Math.round(bytes / 102.4) / 10, budget };
}
