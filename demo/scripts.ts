import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { rendererBuild, scriptBuild } from '../vite.config.js';

/** A script the pages load. */
export interface Script {
  /** The path of its URL. */
  readonly path: string;
  /** The source file it is built from. */
  readonly entry: string;
  /** The built file. */
  readonly file: string;
  /** The name of its Trusted Types policy. Default: that of the slip. */
  readonly policy?: string;
  /** Folders and files whose changes make the built file stale. */
  readonly sources: readonly string[];
}

const ELEMENT = [
  'src/core',
  'src/widget',
  'src/define.ts',
  'src/index.ts',
  'src/history.ts',
  'src/element.ts',
  'src/core.ts',
  'vite.config.ts',
];

/** The script-tag file that merchants use. */
export const SCRIPT_TAG: Script = {
  path: '/deposit-slip.js',
  entry: 'src/index.ts',
  file: 'cdn/deposit-slip.js',
  sources: ELEMENT,
};

/** The script-tag file of the history. */
export const HISTORY_SCRIPT_TAG: Script = {
  path: '/deposit-history.js',
  entry: 'src/history.ts',
  file: 'cdn/deposit-history.js',
  policy: 'deposit-history',
  sources: ELEMENT,
};

/** The script of the page in the workbench's frame. */
const FRAME_SCRIPT: Script = {
  path: '/workbench/frame.js',
  entry: 'demo/workbench/frame.ts',
  file: '.cache/demo/workbench-frame.js',
  sources: [...ELEMENT, 'demo'],
};
/** The module that renders on a server. */
const RENDERER = { file: '.cache/demo/ssr.js', sources: [...ELEMENT, 'src/ssr', 'src/ssr.ts'] };

/** The module that renders the elements on a server. */
export type Renderer = typeof import('deposit-slip/ssr');

/** Builds the module that renders on a server if it is missing or stale, and imports it. */
export async function builtRenderer(root: string): Promise<Renderer> {
  if (isStale(root, RENDERER)) await build({ ...rendererBuild(RENDERER.file), root, logLevel: 'warn' });
  return import(pathToFileURL(join(root, RENDERER.file)).href) as Promise<Renderer>;
}

/** Every built script of the demo: the script-tag files, and the script of each page. */
export const SCRIPTS: readonly Script[] = [
  SCRIPT_TAG,
  HISTORY_SCRIPT_TAG,
  ...['shop', 'payments', 'methods', 'workbench', 'wallet'].map(pageScript),
  FRAME_SCRIPT,
];

/** Builds every script that is missing or stale, and returns the files by their paths. */
export async function builtScripts(root: string): Promise<ReadonlyMap<string, string>> {
  const files = await Promise.all(SCRIPTS.map((script) => builtScript(root, script)));
  return new Map(SCRIPTS.map(({ path }, at) => [path, files[at]!]));
}

/** Builds a script if it is missing or stale, and returns its file. */
export async function builtScript(root: string, script: Script): Promise<string> {
  if (isStale(root, script))
    await build({ ...scriptBuild(script.entry, script.file, script.policy), root, logLevel: 'warn' });
  return join(root, script.file);
}

/** The script of a page. It may use any module of the demo. */
function pageScript(page: string): Script {
  return {
    path: `/${page}.js`,
    entry: `demo/${page}/main.ts`,
    file: `.cache/demo/${page}.js`,
    sources: [...ELEMENT, 'demo'],
  };
}

function isStale(root: string, { file, sources }: Pick<Script, 'file' | 'sources'>): boolean {
  const path = join(root, file);
  const newest = Math.max(...sources.map((source) => newestUnder(join(root, source))));
  return !existsSync(path) || statSync(path).mtimeMs < newest;
}

function newestUnder(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestUnder(join(path, name))));
}
