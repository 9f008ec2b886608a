/**
 * `npm run build`: builds what is published, `dist/` for npm, with Lit as a dependency and with type declarations, `cdn/deposit-slip.js` for
 * a script tag, and the sandbox's own `dist/`. Throws if a bundle exceeds its budget.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { cli } from '@custom-elements-manifest/analyzer/cli.js';
import { build } from 'vite';
import { npmBuild, scriptTagBuild } from '../vite.config.js';
import { brotli, weigh } from './weigh.js';

/** Bytes after Brotli at quality 11 (docs/adr/006-an-honest-build.md). */
const BUDGETS = {
  /** Self-contained: Lit, `qrcode` and every shipped locale. */
  'cdn/deposit-slip.js': 48 * 1024,
  /** The default import with Lit, before a QR code is needed. */
  "import 'deposit-slip'": 42 * 1024,
  /** The same with the lazy chunk that draws the QR code. */
  "import 'deposit-slip', with a QR code": 48 * 1024,
  /** The class with Lit and English alone. */
  "import 'deposit-slip/element'": 37 * 1024,
};

await build({ ...npmBuild, logLevel: 'warn' });
compile('tsconfig.build.json');
// The sandbox is checked against the built files of the package it imports.
compile('sandbox/tsconfig.build.json');
await cli({ argv: ['analyze'], cwd: process.cwd(), noWrite: false });
await build({ ...scriptTagBuild, logLevel: 'warn' });
writeFileSync('cdn/deposit-slip.d.ts', `export * from '../dist/index.js';\n`);
await checkBudgets();

function compile(project: string): void {
  const compiler = 'node_modules/typescript/bin/tsc';
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${project} does not compile.`);
}

async function checkBudgets(): Promise<void> {
  const file = readFileSync('cdn/deposit-slip.js');
  console.log(`integrity="sha384-${createHash('sha384').update(file).digest('base64')}"`);
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
