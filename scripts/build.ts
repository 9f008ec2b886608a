/**
 * Builds what is published: `dist/` for npm (Lit outside, types beside), `cdn/deposit-slip.js` for a script tag, and the
 * sandbox's own `dist/`.
 * Fails where a bundle holds more than it may.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { cli } from '@custom-elements-manifest/analyzer/cli.js';
import { build } from 'vite';
import { npmBuild, scriptTagBuild } from '../vite.config.js';
import { brotli, weigh } from './weigh.js';

/** Bytes after brotli 11. */
const BUDGETS = {
  /** The script-tag file, QR encoder and three languages included: 0.46 of adyen-web's Pix and bank transfer (bench/weight.ts). */
  'cdn/deposit-slip.js': 30 * 1024,
  /** The same in a page that imports it, as a bundler leaves it. */
  'import of cdn/deposit-slip.js': 31 * 1024,
  /** A page that imports the package, Lit included. A ratchet: it only goes down. */
  'import of deposit-slip': 31.2 * 1024,
  /** What such a page loads for a QR code. */
  'its QR encoder': 2 * 1024,
};

await build({ ...npmBuild, logLevel: 'warn' });
compile('tsconfig.build.json');
// After the package it imports, whose built files it is checked against.
compile('sandbox/tsconfig.build.json');
await cli({ argv: ['analyze'], cwd: process.cwd(), noWrite: false });
await build({ ...scriptTagBuild, logLevel: 'warn' });
// It exports nothing; who imports it has the tag and its events typed.
writeFileSync('cdn/deposit-slip.d.ts', `import '../dist/index.js';\nexport {};\n`);
await checkBudgets();
checkChunks();

function compile(project: string): void {
  const compiler = 'node_modules/typescript/bin/tsc';
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${project} does not compile.`);
}

async function checkBudgets(): Promise<void> {
  const file = readFileSync('cdn/deposit-slip.js');
  const imported = await weigh(`import 'deposit-slip/cdn/deposit-slip.js';`, process.cwd());
  const { first, later } = await weigh(`import 'deposit-slip';`, process.cwd());
  checkBudget('cdn/deposit-slip.js', brotli(file));
  console.log(`integrity="sha384-${createHash('sha384').update(file).digest('base64')}"`);
  checkBudget('import of cdn/deposit-slip.js', imported.first);
  checkBudget('import of deposit-slip', first);
  checkBudget('its QR encoder', later);
}

function checkBudget(name: keyof typeof BUDGETS, bytes: number): void {
  console.log(`${name}: ${bytes} bytes after brotli (budget ${BUDGETS[name]})`);
  if (bytes > BUDGETS[name]) throw new Error(`${name} is over its budget.`);
}

/** One lazy chunk, the QR encoder. */
function checkChunks(): void {
  const chunks = readdirSync('dist/chunks');
  const lazy = chunks.filter((name) => name === 'encode.js');
  if (lazy.length !== 1)
    throw new Error(`Expected one lazy chunk for the QR encoder, found: ${chunks.join(', ')}`);
}
