import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { freePort } from '../../browsers/free-port.js';
import { ROOT } from '../../root.js';
import { example, ExampleFolder } from '../../docs/examples.js';

const GUIDE = 'docs/testing.md';
const folder = new ExampleFolder();

const LOADER = ['--conditions=@deposit-slip/source', '--import', 'tsx'];

/**
 * Runs Node in the folder of the examples, detached from the outer test runner: an inner one would report to
 * it.
 */
function run(args: readonly string[]): string {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { cwd: folder.path, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

describe('the guide to testing', () => {
  it('has a test that passes', () => {
    folder.write('arrival', example(GUIDE, 'arrival'));
    assert.match(run([...LOADER, '--test', `${folder.path}/arrival.ts`]), /^(?:#|ℹ) pass 3$/m);
  });

  it('has CI commands that start the sandbox, wait until it responds, and stop it', async () => {
    const port = String(await freePort());
    const commands = example(GUIDE, 'ci')
      .replaceAll('8787', port)
      // test/server/check checks the endpoint of a shop.
      .replace(/^npx deposit-slip-check .*$/m, `curl -sf http://127.0.0.1:${port}/healthz`);
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', commands], { cwd: ROOT, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /"status":"ok"/);
    await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`));
  });
});
