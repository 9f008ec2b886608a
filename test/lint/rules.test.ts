import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CASES, type Case } from './cases.js';

/** A rule nobody saw failing may not be there: each is seen red and green in every run. */

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

/** A repository of one kind of files only, under the rules of this one. */
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

describe('a rule of the house', () => {
  for (const one of CASES) {
    it(`${one.name}: seen red and green`, () => {
      assert.ok(isHit(wrong, one), `${one.path} should break ${one.rule}`);
      assert.ok(!isHit(right, one), `${one.path} should keep ${one.rule}`);
    });
  }
});

describe('a test', () => {
  it('may have a function as long as its story', () => {
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
