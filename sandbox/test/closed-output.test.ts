import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';

const LAUNCHER = new URL('../src/cli/launcher.ts', import.meta.url).href;
const PROGRAM = `import { ignoreClosedOutput } from ${JSON.stringify(LAUNCHER)};
  ignoreClosedOutput();
  process.stdin.once('data', () => console.log('a line that nobody reads'));`;

it('a server goes on when the reader of its output has ended', async () => {
  const flags = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', PROGRAM];
  const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.destroy();
  child.stdin.end('print');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});
