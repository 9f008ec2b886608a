/**
 * What a machine may lack. The tests leave out what needs it, and say so by name. Whatever is not listed here
 * comes with Node, npm, git or `npm ci`, on Linux with x64; a test must not need anything else.
 */
import { findChromium, missingEngineNotes, NO_CHROMIUM } from './browsers/find.js';
import { isWidget } from './runner/files.js';
import { filesOf } from './runner/imports.js';
import { missingNodeNotes } from './runner/nodes.js';

/** The files that can be tested without a Chrome, which no machine needs to have on Linux with x64. */
export function testableHere(files: readonly string[]): readonly string[] {
  if (!files.some(usesBrowsers)) return files;
  if (findChromium() !== undefined) return files;
  if (process.env['CI'] === 'true') throw new Error(NO_CHROMIUM);
  return files.filter((file) => !usesBrowsers(file));
}

function usesBrowsers(file: string): boolean {
  return isWidget(file) || filesOf(file).has('test/browsers/find.ts');
}

/** What a run of these files leaves out on this machine, a line each. */
export function leftOut(files: readonly string[], isProofRun: boolean): readonly string[] {
  const testable = testableHere(files);
  return [
    ...files.filter((file) => !testable.includes(file)).map((file) => `${file}: ${NO_CHROMIUM}`),
    ...(testable.some(usesBrowsers) ? missingEngineNotes() : []),
    ...(files.includes('test/build/node-versions.test.ts') ? missingNodeNotes() : []),
    ...(isProofRun && process.env['PAYLOADS_DIR'] === undefined
      ? ['public collections of hostile input, because PAYLOADS_DIR is not set']
      : []),
  ];
}
