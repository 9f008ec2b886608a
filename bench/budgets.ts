/** The size limits of the bundles, which `npm run build` enforces. */
import { readFileSync } from 'node:fs';
import { saveSizes, type Size } from './sizes.js';
import { brotli, weigh, weighForEdge } from './weigh.js';

/**
 * Each bundle and its budget in KB after Brotli at quality 11. The kit is only minified, because platforms
 * limit its uncompressed size.
 */
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

/** The same, with a page whose slip the kit renders. Lit's server build has the condition `node`. */
const RENDERING_WORKER = `
  import { renderFromKit } from 'deposit-slip/ssr';
  ${WORKER.replace('kit };', 'kit, renderFromKit };')}`;

/** Weighs the built bundles, and writes their sizes for the README. Throws if a bundle exceeds its budget. */
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
  const names = Object.keys(BUDGETS) as Bundle[];
  saveSizes(names.map((name) => sizeOf(name, bytes[name])));
  if (all.lazyChunks !== 1)
    throw new Error(`Expected one lazy chunk, for the QR code; found ${all.lazyChunks}.`);
  const tooLarge = names.filter((name) => bytes[name] > BUDGETS[name] * 1024);
  if (tooLarge.length > 0) throw new Error(tooLarge.map((name) => adviceFor(name, bytes[name])).join('\n'));
}

function sizeOf(what: Bundle, bytes: number): Size {
  const budget = BUDGETS[what];
  console.log(`${what}: ${bytes} bytes (budget ${budget * 1024})`);
  return { what, kb: Math.round(bytes / 102.4) / 10, budget };
}

/**
 * A budget is 2 % above the current size. If you add something worth its bytes, raise the budget and say why
 * in the commit.
 */
function adviceFor(what: Bundle, bytes: number): string {
  const excess = Math.ceil(bytes - BUDGETS[what] * 1024);
  const next = Math.ceil((bytes * 1.02) / 102.4) / 10;
  return `${what}: ${excess} bytes above its budget. If they are worth it, write ${next} in BUDGETS of bench/budgets.ts, and say in the commit what they bring; docs/adr/006-an-honest-build.md has the reasons for a new part.`;
}
