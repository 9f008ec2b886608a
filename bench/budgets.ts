/** The sizes that `npm run build` does not let a bundle exceed. */
import { readFileSync } from 'node:fs';
import { brotli, weigh, weighForEdge } from './weigh.js';

/** Bytes after Brotli at quality 11 (docs/adr/006-an-honest-build.md). */
const BUDGETS = {
  /** Self-contained: Lit, `qrcode` and every shipped locale. */
  'cdn/deposit-slip.js': 59 * 1024,
  /** The default import with Lit, before a QR code is needed. */
  "import 'deposit-slip'": 53.5 * 1024,
  /** The same with the lazy chunk that draws the QR code. */
  "import 'deposit-slip', with a QR code": 59.5 * 1024,
  /** What the history adds to a page that has the slip. */
  "import 'deposit-slip/history' beside it": 8.5 * 1024,
  /** Self-contained: Lit, the history, and the texts of every shipped locale. */
  'cdn/deposit-history.js': 40 * 1024,
  /** The class with Lit and English alone. */
  "import 'deposit-slip/element'": 47.4 * 1024,
};

/**
 * Bytes of the kit with all it imports, minified and not compressed, as a Worker contains it, without a database driver
 * (docs/adr/006-an-honest-build.md).
 */
const EDGE_BUDGET = 125 * 1024;

export const WORKER = `
  import * as kit from 'deposit-slip/kit';
  export default { fetch: (request) => kit.createDepositKit({})(request), kit };`;

/** Weighs the built bundles. Throws if one exceeds its budget. */
export async function checkBudgets(): Promise<void> {
  const all = await weigh(`import 'deposit-slip';`, process.cwd());
  const both = await weigh(`import 'deposit-slip'; import 'deposit-slip/history';`, process.cwd());
  const element = await weigh(`import { define } from 'deposit-slip/element'; define();`, process.cwd());
  for (const file of ['cdn/deposit-slip.js', 'cdn/deposit-history.js'] as const)
    checkBudget(file, brotli(readFileSync(file)));
  checkBudget("import 'deposit-slip'", all.first);
  checkBudget("import 'deposit-slip', with a QR code", all.first + all.later);
  checkBudget("import 'deposit-slip/history' beside it", both.first - all.first);
  checkBudget("import 'deposit-slip/element'", element.first);
  check('deposit-slip/kit in a Worker', await weighForEdge(WORKER, process.cwd()), EDGE_BUDGET, 'minified');
  if (all.lazyChunks !== 1)
    throw new Error(`Expected one lazy chunk, for the QR code; found ${all.lazyChunks}.`);
}

function checkBudget(name: keyof typeof BUDGETS, bytes: number): void {
  check(name, bytes, BUDGETS[name], 'after Brotli');
}

function check(name: string, bytes: number, budget: number, unit: string): void {
  console.log(`${name}: ${bytes} bytes ${unit} (budget ${budget})`);
  if (bytes > budget) throw new Error(`${name} exceeds its budget.`);
}
