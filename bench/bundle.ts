import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

/** Builds a page of one module for production, as a Vite user would. Imports resolve from `root`, and URLs begin with `base`. */
export async function bundle(
  module: string,
  root: string,
  base = '/',
): Promise<Rolldown.RolldownOutput['output']> {
  const folder = mkdtempSync(join(root, '.bundle-'));
  const input = join(folder, 'page.js');
  writeFileSync(input, module);
  try {
    const { output } = (await build({
      configFile: false,
      root,
      base,
      logLevel: 'error',
      build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input } },
    })) as Rolldown.RolldownOutput;
    return output;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
