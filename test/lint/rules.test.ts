import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { CASES } from './cases.js';
import { ROOT } from '../root.js';
import { temporaryFolder } from '../temporary-folder.js';

/** Tests that each lint rule fails and passes: a rule that never fails may not be configured. */

interface Diagnostic {
  code: string;
  filename: string;
}

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** The folders that the files of the cases are in. */
const FOLDERS = new Set(
  CASES.flatMap(({ path, beside = {} }) => [path, ...Object.keys(beside)]).map((path) => path.split('/')[0]!),
);

/** The diagnostics of a repository that has only the wrong, or only the right, files of every case. */
function lintAll(kind: 'wrong' | 'right'): Diagnostic[] {
  const folder = temporaryFolder();
  for (const file of ['oxlint.config.ts', 'tsconfig.json'])
    copyFileSync(join(ROOT, file), join(folder, file));
  // the type-aware rules look for their program and for types here
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const one of CASES) write(folder, { ...one.beside, [one.path]: one[kind] });
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  // Not the configuration itself, because loading the types that it imports would take ten seconds.
  const args = ['--import', 'tsx', oxlint, '--type-aware', '-f', 'json', ...FOLDERS];
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const { stdout, stderr } = spawnSync(process.execPath, args, options);
  assert.ok(stdout.startsWith('{'), stdout + stderr);
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}

/** Whether one of these files violates the rule. */
function isHit(diagnostics: readonly Diagnostic[], rule: string, paths: readonly string[]): boolean {
  return diagnostics.some(({ code, filename }) => paths.includes(filename) && code === rule);
}

const wrong = lintAll('wrong');
const right = lintAll('right');

describe('the lint rules', () => {
  for (const { name, rule, path, beside = {} } of CASES)
    it(name, () => {
      assert.ok(isHit(wrong, rule, [path]), `${path} violates ${rule}`);
      assert.ok(!isHit(right, rule, [path, ...Object.keys(beside)]), `${path} follows ${rule}`);
    });
});
