import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { launched } from '../command.js';
import { startSandbox } from '../../src/index.js';
import { isSoak } from '../../../test/proofs/scale.js';
import { temporaryFolder } from '../../../test/temporary-folder.js';

const COMMANDS = {
  'the command': [process.execPath, 'sandbox/bin/deposit-slip-sandbox.js', '--port', '0'],
  npx: ['npx', 'deposit-slip-sandbox', '--port', '0'],
  'npm start': ['npm', 'start'],
  'npm run dev': ['npm', 'run', 'dev'],
} as const;

const DIRECT = isSoak ? ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] : ['SIGHUP', 'SIGKILL'];
/** npm ignores a SIGINT sent only to itself; a terminal sends it to the whole group. */
const BY_NPM = isSoak ? ['SIGINT to the group', 'SIGTERM', 'SIGHUP', 'SIGKILL'] : ['SIGINT to the group'];

const isOpen = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Starts a command, sends it a signal, and waits until all its processes have ended. */
async function assertNothingLeft(command: readonly [string, ...string[]], how: string): Promise<void> {
  const [signal] = how.split(' ') as [NodeJS.Signals];
  await launched(command, async ({ child, url, ended }) => {
    assert.ok(await isOpen(url));
    process.kill(how === signal ? child.pid! : -child.pid!, signal);
    await ended();
    assert.equal(await isOpen(url), false);
  });
}

describe('no started process remains', { timeout: 120_000, concurrency: 3 }, () => {
  for (const [name, signals] of [
    ['the command', DIRECT],
    ['npx', BY_NPM],
  ] as const)
    for (const how of signals)
      it(`after a ${how} for ${name}, and its data directory can be used`, async () => {
        const data = temporaryFolder();
        await assertNothingLeft([...COMMANDS[name], '--data', data], how);
        // A killed process leaves its lock file behind, but the lock is no longer valid.
        if (name === 'npx' || how !== 'SIGKILL') assert.deepEqual(readdirSync(data), ['pgdata']);
        await (await startSandbox({ data })).stop();
      });

  for (const [name, how] of [
    ...(isSoak
      ? ([
          ['npm start', 'SIGINT to the group'],
          ['npm start', 'SIGKILL'],
        ] as const)
      : []),
    ['npm run dev', 'SIGKILL'],
  ] as const)
    it(`after a ${how} for ${name}`, () => assertNothingLeft(COMMANDS[name], how));
});

describe('the launcher', () => {
  const program = `import(${JSON.stringify(new URL('../../src/cli/launcher.ts', import.meta.url).href)})
    .then(({ findLauncher }) => console.log(findLauncher()?.pid ?? 'none'))`;
  // A shell replaces itself with the last program it runs, so another command follows the program.
  const inShell = `"$0" --import "$1" --eval "$2" && true`;

  function launcherOf(env: NodeJS.ProcessEnv): string {
    const nested = ['-c', `sh -c '${inShell}' "$0" "$1" "$2" && true`];
    const args = [...nested, process.execPath, import.meta.resolve('tsx'), program];
    return execFileSync('sh', args, { env, encoding: 'utf8' }).trim();
  }

  it('is the process from which npm started its shells', () => {
    assert.equal(launcherOf({ ...process.env, npm_execpath: '/npm' }), String(process.pid));
  });

  it('is not looked up without npm, so that a command can outlive its shell', () => {
    const { npm_execpath: _, ...env } = process.env;
    assert.equal(launcherOf(env), 'none');
  });
});
