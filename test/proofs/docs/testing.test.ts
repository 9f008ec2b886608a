import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { freePort } from '../../browsers/free-port.js';
import { ROOT } from '../../root.js';
import { example, ExampleFolder } from '../../docs/examples.js';

const folder = new ExampleFolder();

describe('the guide to testing', () => {
  it('has a test that passes', () => {
    folder.write('arrival', example('docs/testing.md', 'arrival'));
    // A test runner inside a test would report to the outer one.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const args = ['--conditions=@deposit-slip/source', '--import', 'tsx', '--test'];
    const { status, stdout } = spawnSync(process.execPath, [...args, `${folder.path}/arrival.ts`], {
      ...{ cwd: ROOT, env, encoding: 'utf8' },
    });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /^(?:#|ℹ) pass 3$/m);
  });

  it('has commands for CI that start the sandbox, wait until it responds, and stop it', async () => {
    const port = String(await freePort());
    const commands = example('docs/testing.md', 'ci')
      .replaceAll('8787', port)
      // The endpoint of a shop is checked in test/server/check.
      .replace(/^npx deposit-slip-check .*$/m, `curl -sf http://127.0.0.1:${port}/healthz`);
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', commands], { cwd: ROOT, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.match(stdout, /"status":"ok"/);
    await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`));
  });
});
