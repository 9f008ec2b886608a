import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CASES, type Case } from './cases.js';

/** Each lint rule is seen to fail and to pass: a rule that never fails may not be configured. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

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

/** The diagnostics of a repository with only the wrong, or only the right, files of every case. */
function lintAll(kind: 'wrong' | 'right'): Diagnostic[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  try {
    for (const file of ['.oxlintrc.json', 'tsconfig.json'])
      copyFileSync(join(ROOT, file), join(folder, file));
    // the type-aware rules look for their program and for types here
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const one of CASES) write(folder, { ...one.beside, [one.path]: one[kind] });
    const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--type-aware', '-f', 'json'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    assert.ok(stdout.startsWith('{'), stdout + stderr);
    return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isHit(diagnostics: readonly Diagnostic[], { path, rule }: Case): boolean {
  return diagnostics.some(({ code, filename }) => filename === path && code === rule);
}

const wrong = lintAll('wrong');
const right = lintAll('right');

describe('the lint rules', () => {
  for (const one of CASES) {
    it(one.name, () => {
      assert.ok(isHit(wrong, one), `${one.path} violates ${one.rule}`);
      assert.ok(!isHit(right, one), `${one.path} follows ${one.rule}`);
    });
  }
});

describe('a test', () => {
  it('may have a longer function', () => {
    const tall = CASES.find(({ path }) => path === 'src/core/tall.ts');
    assert.ok(tall);
    const folder = mkdtempSync(join(tmpdir(), 'lint-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    write(folder, { 'test/core/tall.test.ts': tall.wrong });
    copyFileSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [oxlint, '-f', 'json'], { cwd: folder, encoding: 'utf8' });
    assert.ok(!stdout.includes('max-lines-per-function'));
  });
});
