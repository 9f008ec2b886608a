import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig, type Rolldown } from 'vite';

type Output = Rolldown.RolldownOutput['output'];

/**
 * Builds a page with one module for production, as a Vite user would. Imports resolve from `root`, and URLs
 * begin with `base`.
 */
export function bundle(module: string, root: string, base = '/'): Promise<Output> {
  return buildModule(module, root, (input) => ({
    base,
    build: { modulePreload: { polyfill: false }, rolldownOptions: { input } },
  }));
}

/**
 * Builds one module as a single minified file for a Worker, including every package it imports except
 * `rate-limiter-flexible`. `conditions` are added to those that bundlers set for Workers.
 */
export function bundleForEdge(
  module: string,
  root: string,
  conditions: readonly string[] = [],
): Promise<Output> {
  return buildModule(module, root, (input) => ({
    ssr: {
      target: 'webworker',
      noExternal: true,
      external: ['rate-limiter-flexible'],
      resolve: { conditions: [...conditions, 'workerd', 'worker', 'module', 'import', 'default'] },
    },
    build: {
      ssr: input,
      target: 'es2022',
      minify: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  }));
}

/** Builds a module from source text. The module is in a file inside `root` during the build. */
async function buildModule(
  module: string,
  root: string,
  configOf: (input: string) => InlineConfig,
): Promise<Output> {
  const folder = mkdtempSync(join(root, '.bundle-'));
  const input = join(folder, 'page.js');
  writeFileSync(input, module);
  try {
    const config = configOf(input);
    const { output } = (await build({
      configFile: false,
      root,
      logLevel: 'error',
      ...config,
      build: { ...config.build, write: false },
    })) as Rolldown.RolldownOutput;
    return output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
