import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { copyOfSource } from '../../build/source-copy.js';
import { startRegistry, type Registry } from '../../build/registry.js';
import { ROOT } from '../../root.js';
import { temporaryFolder } from '../../temporary-folder.js';

describe('the packed packages, installed in an empty folder', { timeout: 300_000 }, () => {
  const folder = temporaryFolder();
  const empty = join(folder, 'empty');
  let registry: Registry;

  /** Starts a command. npm asks the local registry only, and keeps its cache in the folder. */
  function launch(command: string, cwd: string) {
    const npm = { npm_config_registry: registry.url, npm_config_cache: join(folder, 'cache') };
    const { NODE_OPTIONS: _, DATABASE_URL: __, ...env } = process.env;
    return spawn('sh', ['-c', `exec ${command}`], { cwd, env: { ...env, ...npm }, stdio: 'pipe' });
  }

  /** Runs a command and returns its output. */
  async function run(command: string, cwd: string): Promise<string> {
    const child = launch(command, cwd);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (errors += chunk));
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 0, `${command}\n${output}${errors}`);
    return output.trim();
  }

  before(async () => {
    registry = await startRegistry();
    const copy = copyOfSource(join(folder, 'source'));
    mkdirSync(empty);
    // Otherwise npm would look for a package in the folders above.
    writeFileSync(join(empty, 'package.json'), '{}');
    await run('npm run build', copy);
    for (const place of ['.', './sandbox'])
      await run(`npm pack --silent --ignore-scripts --pack-destination '${empty}' ${place}`, copy);
    await run('npm install ./deposit-slip-0.1.0.tgz ./deposit-slip-sandbox-0.1.0.tgz', empty);
  });
  after(() => registry.close());

  it('have what they import, and no package beyond their dependencies', () => {
    const installed = (name: string) => existsSync(join(empty, 'node_modules', name, 'package.json'));
    for (const name of ['deposit-slip', 'deposit-slip-sandbox', 'pg', 'pino', '@electric-sql/pglite', 'lit'])
      assert.ok(installed(name), name);
    for (const name of ['vite', 'typescript', 'tsx']) assert.ok(!installed(name), name);
  });

  it('have declarations that need nothing of the repository', async () => {
    const dist = join(empty, 'node_modules/deposit-slip-sandbox/dist');
    for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
      if (/\.(?:d\.ts|js)$/.test(file))
        assert.doesNotMatch(
          readFileSync(join(dist, file), 'utf8'),
          /(?:from |import\()['"]deposit-slip/,
          file,
        );
    writeFileSync(
      join(empty, 'page.mts'),
      `import { startSandbox } from 'deposit-slip-sandbox';
       const { control } = await startSandbox({ seedData: { tokens: [] } });
       await control.faults([{ route: 'pairs', count: 1 }]);
       // @ts-expect-error: a route is a text.
       await control.faults([{ route: 1 }]);
       // @ts-expect-error: there is no such option.
       await startSandbox({ nonsense: true });`,
    );
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const flags =
      '--noEmit --strict --skipLibCheck --ignoreConfig --module nodenext --target es2022 --types node';
    await run(`node '${tsc}' ${flags} --typeRoots '${ROOT}/node_modules/@types' page.mts`, empty);
  });

  it('run with npx, and answer', async () => {
    const sandbox = launch('npx deposit-slip-sandbox --port 0', empty);
    let [output, errors] = ['', ''];
    sandbox.stderr.on('data', (chunk) => (errors += chunk));
    for await (const chunk of sandbox.stdout) if ((output += chunk).includes('curl')) break;
    const [curl] = /curl .*/.exec(output) ?? assert.fail(output + errors);
    assert.match(await run(`${curl} -sS --fail`, empty), /"code":200,.*Cuenta CLABE/);
    // npx passes SIGTERM on; the sandbox also stops once npx has ended.
    sandbox.kill();
    await once(sandbox, 'exit');
    assert.match(await run('npx deposit-slip-sandbox --help', empty), /--seed-file FILE/);
    assert.match(await run('npx deposit-slip-check --help', empty), /deposit-slip-check/);
  });
});
