import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build, type InlineConfig } from 'vite';
import { scriptTagBuild } from '../vite.config.js';

/** A script the pages load. */
export interface Script {
  /** Its address. */
  readonly path: string;
  /** What it is built from. */
  readonly entry: string;
  /** Where it lies once built. */
  readonly file: string;
  /** All it is made of, folders or files. */
  readonly sources: readonly string[];
}

const ELEMENT = [
  'src/core',
  'src/widget',
  'src/define.ts',
  'src/index.ts',
  'src/element.ts',
  'src/core.ts',
  'vite.config.ts',
];

/** The script-tag file as merchants get it. */
export const SCRIPT_TAG: Script = {
  path: '/deposit-slip.js',
  entry: 'src/index.ts',
  file: 'cdn/deposit-slip.js',
  sources: ELEMENT,
};

/** Every built script of the demo: the script-tag file, and two pages' own. */
export const SCRIPTS: readonly Script[] = [
  SCRIPT_TAG,
  demoScript('gallery', ['demo/views.ts']),
  demoScript('spa'),
];

/** Address -> file of every script, each built first where it is missing or older than what it is made of. */
export async function builtScripts(root: string): Promise<ReadonlyMap<string, string>> {
  const files = await Promise.all(SCRIPTS.map((script) => builtScript(root, script)));
  return new Map(SCRIPTS.map(({ path }, at) => [path, files[at]!]));
}

/** Where one script lies, built first where it is missing or older than what it is made of. */
export async function builtScript(root: string, script: Script): Promise<string> {
  if (isStale(root, script)) await build({ ...buildOf(script), root, logLevel: 'warn' });
  return join(root, script.file);
}

function demoScript(name: string, sources: readonly string[] = []): Script {
  return {
    path: `/${name}.js`,
    entry: `demo/${name}/main.ts`,
    file: `.cache/demo/${name}.js`,
    sources: [...ELEMENT, `demo/${name}`, ...sources],
  };
}

function buildOf({ entry, file }: Script): InlineConfig {
  if (entry === 'src/index.ts') return scriptTagBuild;
  return {
    ...scriptTagBuild,
    build: {
      ...scriptTagBuild.build,
      outDir: dirname(file),
      // The pages' scripts lie side by side.
      emptyOutDir: false,
      rolldownOptions: {
        ...scriptTagBuild.build?.rolldownOptions,
        input: entry,
        output: { entryFileNames: basename(file), codeSplitting: false },
      },
    },
  };
}

function isStale(root: string, { file, sources }: Script): boolean {
  const path = join(root, file);
  const newest = Math.max(...sources.map((source) => newestUnder(join(root, source))));
  return !existsSync(path) || statSync(path).mtimeMs < newest;
}

function newestUnder(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestUnder(join(path, name))));
}
