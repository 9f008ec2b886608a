#!/usr/bin/env node
// Runs the built files of an installed package, or the sources through tsx in the repository. Never starts a
// child process: it would outlive this process if that is killed.
import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';

const source = new URL('../src/cli/cli.ts', import.meta.url);
const isInstalled = /[\\/]node_modules[\\/]/.test(fileURLToPath(import.meta.url));

if (!isInstalled && existsSync(source)) {
  const tsx = await import('tsx/esm/api');
  tsx.register();
  // The equivalent of `--conditions=@deposit-slip/source`, which can be passed only to a new process.
  const resolve = `(specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, '@deposit-slip/source'] })`;
  register(`data:text/javascript,export const resolve = ${encodeURIComponent(resolve)}`);
  await run(source);
} else {
  await run(new URL('../dist/cli.js', import.meta.url));
}

async function run({ href }) {
  const { main } = await import(href);
  await main(process.argv.slice(2));
}
