/** The sizes that `npm run build` does not let a bundle exceed. */
import { readFileSync } from 'node:fs';
import { brotli, weigh } from './weigh.js';

/** Bytes after Brotli at quality 11 (docs/adr/006-an-honest-build.md). */
const BUDGETS = {
  /** Self-contained: Lit, `qrcode` and every shipped locale. */
  'cdn/deposit-slip.js': 48.5 * 1024,
  /** The default import with Lit, before a QR code is needed. */
  "import 'deposit-slip'": 42.5 * 1024,
  /** The same with the lazy chunk that draws the QR code. */
  "import 'deposit-slip', with a QR code": 49 * 1024,
  /** The class with Lit and English alone. */
  "import 'deposit-slip/element'": 37.5 * 1024,
};

/** Weighs the built bundles. Throws if one exceeds its budget. */
export async function checkBudgets(): Promise<void> {
  const file = readFileSync('cdn/deposit-slip.js');
  const all = await weigh(`import 'deposit-slip';`, process.cwd());
  const element = await weigh(`import { define } from 'deposit-slip/element'; define();`, process.cwd());
  checkBudget('cdn/deposit-slip.js', brotli(file));
  checkBudget("import 'deposit-slip'", all.first);
  checkBudget("import 'deposit-slip', with a QR code", all.first + all.later);
  checkBudget("import 'deposit-slip/element'", element.first);
  if (all.lazyChunks !== 1)
    throw new Error(`Expected one lazy chunk, for the QR code; found ${all.lazyChunks}.`);
}

function checkBudget(name: keyof typeof BUDGETS, bytes: number): void {
  console.log(`${name}: ${bytes} bytes after Brotli (budget ${BUDGETS[name]})`);
  if (bytes > BUDGETS[name]) throw new Error(`${name} exceeds its budget.`);
}
