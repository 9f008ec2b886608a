/**
 * `npm run build`: builds what is published, `dist/` for npm, with Lit as a dependency and with type declarations, `cdn/deposit-slip.js` for
 * a script tag, and the sandbox's own `dist/`. Throws if a bundle exceeds its budget.
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { cli } from '@custom-elements-manifest/analyzer/cli.js';
import { build } from 'vite';
import { checkBudgets } from '../bench/budgets.js';
import { consoleBuild } from '../sandbox/console.config.js';
import { npmBuild, scriptInventory, scriptTagBuild } from '../vite.config.js';
import { writeSboms } from './sbom.js';

await build({ ...npmBuild, logLevel: 'warn' });
compile('tsconfig.build.json');
rmSync('sandbox/dist', { recursive: true, force: true });
// The sandbox is checked against the built files of the package it imports.
compile('sandbox/tsconfig.build.json');
await build({ ...consoleBuild, logLevel: 'warn' });
await cli({ argv: ['analyze'], cwd: process.cwd(), noWrite: false });
await build({ ...scriptTagBuild, plugins: [scriptTagBuild.plugins, scriptInventory], logLevel: 'warn' });
writeFileSync('cdn/deposit-slip.d.ts', `export * from '../dist/index.js';\n`);
writeSboms();
await checkBudgets();

function compile(project: string): void {
  const compiler = 'node_modules/typescript/bin/tsc';
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${project} does not compile.`);
}
