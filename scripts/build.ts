/**
 * `npm run build`: builds what is published: `dist/` for npm, with Lit as a dependency and with type
 * declarations; the files of `cdn/` for script tags; and the sandbox's own `dist/`, which includes the parts
 * of the package that it uses. Throws if a bundle exceeds its budget.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { cli } from '@custom-elements-manifest/analyzer/cli.js';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import { build, type InlineConfig } from 'vite';
import { checkBudgets } from '../bench/budgets.js';
import { consoleBuild } from '../sandbox/console.config.js';
import { npmBuild, sandboxBuild, scriptInventory, scriptTagBuilds } from '../vite.config.js';
import { ONE_CHECKER } from './run.js';
import { writeReserve, writeStyles } from './styles.js';
import { nameSources } from './source-maps.js';

await build({ ...npmBuild, logLevel: 'warn' });
compile('tsconfig.build.json');
await build({ ...sandboxBuild, logLevel: 'warn' });
// The sandbox is checked against the built files of the package it imports.
compile('sandbox/tsconfig.build.json');
bringTypes('sandbox/dist', ['core', 'contract']);
await build({ ...consoleBuild, logLevel: 'warn' });
await cli({ argv: ['analyze'], cwd: process.cwd(), noWrite: false });
type Manifest = Parameters<typeof generateVsCodeCustomElementData>[0];
generateVsCodeCustomElementData(JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest, {
  ...{ outdir: 'dist', htmlFileName: 'html-custom-data.json', cssFileName: null },
  ...{ hideSlotDocs: true, hideEventDocs: true, hideMethodDocs: true },
  ...{ hideCssPropertiesDocs: true, hideCssPartsDocs: true, hideLogs: true },
});
for (const script of scriptTagBuilds) {
  const isLast = script === scriptTagBuilds.at(-1);
  await build({ ...script, plugins: [script.plugins, isLast && scriptInventory], logLevel: 'warn' });
  declareScript(script);
}
nameSources('cdn');
writeStyles('dist/styles');
writeReserve('dist/reserve.css');
await checkBudgets();

function compile(project: string): void {
  const compiler = 'node_modules/typescript/bin/tsc';
  const { status } = spawnSync(process.execPath, [compiler, '-p', project, ...ONE_CHECKER], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${project} does not compile.`);
}

/** A script-tag file has the same exports as its entry point. */
function declareScript({ build: { outDir, lib } = {} }: InlineConfig): void {
  const { entry, fileName } = lib as { readonly entry: string; readonly fileName: () => string };
  const declarations = fileName().replace(/\.js$/, '.d.ts');
  writeFileSync(`${outDir}/${declarations}`, `export * from '../dist/${basename(entry, '.ts')}.js';\n`);
}

/**
 * Copies the declarations of modules that were built into a folder to where its own declarations look for
 * them.
 */
function bringTypes(folder: string, modules: readonly string[]): void {
  const own = declarationsIn(folder);
  const isWanted = (file: string) =>
    modules.some((name) => file === `${name}.d.ts` || file.startsWith(`${name}/`));
  for (const file of declarationsIn('dist').filter(isWanted))
    cpSync(join('dist', file), join(folder, 'src', file));
  for (const file of own) {
    const path = relative(dirname(file), 'src');
    const prefix = path.startsWith('.') ? path : `./${path}`;
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), text.replace(/(['"])deposit-slip\/(\w+)\1/g, `'${prefix}/$2.js'`));
  }
}

function declarationsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'));
}
