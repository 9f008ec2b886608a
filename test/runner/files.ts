import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../root.js';
import { filesOf } from './imports.js';

/** Folders whose files run longest come first: a long file that starts last leaves a core idle. */
const FOLDERS = ['test/build', 'test/e2e', 'sandbox/test', 'test/docs', 'test'];

/**
 * Whether a file is a proof, which only `npm run test:proofs` and `npm run soak` run. Tests that build the
 * packages, or run the linter on its own cases, count as proofs.
 */
export function isProof(file: string): boolean {
  return /^(sandbox\/)?test\/(proofs|build|lint)\//.test(file);
}

/** An element test runs in browsers, every other test in Node. */
export function isWidget(file: string): boolean {
  return /^test\/(proofs\/)?widget\//.test(file);
}

/** A Node test that builds the packages in place, or uses packages that another test built. */
export function isBuild(file: string): boolean {
  return file.startsWith('test/build/') && filesOf(file).has('test/build/build.ts');
}

/**
 * A Node test that opens browsers of every engine. Two at a time would be so slow that their waits time out.
 */
export function isEndToEnd(file: string): boolean {
  return /^test\/(proofs\/)?e2e\//.test(file) && filesOf(file).has('test/e2e/driver/index.ts');
}

/**
 * The test files that depend on a saved file. Proofs and end-to-end tests take too long: only the saved one
 * counts.
 */
export function dependents(saved: string, files: readonly string[]): string[] {
  return files.filter((file) =>
    isProof(file) || isEndToEnd(file) ? file === saved : filesOf(file).has(saved),
  );
}

/** Whether a name contains one of the arguments of the command line; true if there are none. */
export function isWanted(name: string): boolean {
  const parts = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  return parts.length === 0 || parts.some((part) => name.includes(part));
}

/** The wanted test files, relative to the root. */
export function testFiles(): string[] {
  return allTestFiles().filter(isWanted);
}

/** All test files, relative to the root. */
export function allTestFiles(): string[] {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .toSorted(),
  );
  return [...new Set(found)];
}

/**
 * How many files share a process: starting it and loading their common modules takes longer than most files
 * run. End-to-end tests also share the demo and the browsers.
 */
const GROUP = 12;

const SHARES = /^(sandbox\/test\/(?!proofs)|test\/(contract|docs|server)\/|test\/(proofs\/)?(core|e2e)\/)/;
const SETS_VARIABLES = /process\.env\['\w+'\] =(?!=)|assign\(process\.env/;
const REPLACES_TIMERS = /\bmock\.|globalThis\.Date =/;
const isTest = (file: string) => /^(sandbox\/)?test\//.test(file);
const folderOf = (file: string) => file.split('/').slice(0, 2).join('/');

/**
 * The name of the groups whose process a file can share, if any. A file that sets environment variables,
 * itself or by a test module that it imports, has a process of its own. Those that replace timers share
 * processes with each other: a connection that was opened before would fail under replaced timers.
 */
function groupsOf(file: string): string | undefined {
  if (!SHARES.test(file)) return undefined;
  const texts = [...filesOf(file)].filter(isTest).map((name) => readFileSync(name, 'utf8'));
  if (texts.some((text) => SETS_VARIABLES.test(text))) return undefined;
  return `${folderOf(file)} ${texts.some((text) => REPLACES_TIMERS.test(text))}`;
}

/** Groups of test files, each to be run in one process. */
export function inGroups(files: readonly string[]): string[][] {
  const groups: string[][] = [];
  /** The groups that still have room. */
  const open = new Map<string, string[]>();
  for (const file of files) {
    const name = groupsOf(file);
    const group = name === undefined ? undefined : open.get(name);
    if (group && group.length < GROUP) {
      group.push(file);
      continue;
    }
    groups.push([file]);
    if (name !== undefined) open.set(name, groups.at(-1)!);
  }
  return groups;
}

/** The element's proofs in a sample: each file runs in one engine, and the next file in the next engine. */
export function inTurn<Engine>(
  files: readonly string[],
  engines: readonly Engine[],
): { files: string[]; engine: Engine }[] {
  return engines.map((engine, turn) => ({
    engine,
    files: files.filter((_, at) => at % engines.length === turn),
  }));
}
