import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { shell } from '../../scripts/run.js';
import { example } from '../docs/examples.js';
import { freePort } from '../browsers/free-port.js';
import { reach } from '../e2e/demo-browsers.js';
import { enginesHere, openBrowser } from '../e2e/driver/index.js';
import { ROOT } from '../root.js';
import { temporaryFolder } from '../temporary-folder.js';
import { packPackages } from './consumer.js';

describe('the packed packages, installed in an empty folder', () => {
  const folder = temporaryFolder();
  const running: ChildProcess[] = [];
  /** What the commands have printed. */
  let output = '';
  let sandboxUrl: string;
  let url: string;

  /** Runs a command in the folder and returns its output. */
  const run = async (command: string): Promise<string> => (await shell(command, folder)).trim();

  /** Starts a command in the folder, and returns its process and the first text that it prints. */
  async function start(command: string): Promise<{ child: ChildProcess; first: string }> {
    const child = spawn('sh', ['-c', `exec ${command}`], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(child);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [first] = (await once(child.stdout, 'data')) as [string];
    return { child, first };
  }

  /** Starts a command of the README, and returns the URL that it prints first. */
  const startExample = async (name: string): Promise<string> =>
    (await start(example('README.md', name))).first.split('\n')[0]!;

  /** Resolves when the commands have printed a line. */
  async function prints(line: RegExp): Promise<void> {
    const signal = AbortSignal.timeout(60_000);
    while (!line.test(output))
      await Promise.race(running.map(({ stdout }) => once(stdout!, 'data', { signal })));
  }

  before(async () => {
    const [ours, sandbox] = await packPackages();
    await run(
      example('README.md', 'install')
        .replace('install deposit-slip ', `install '${ours}' `)
        .replace('deposit-slip-sandbox', `'${sandbox}'`),
    );
    sandboxUrl = await startExample('sandbox');
    const env = example('README.md', 'env');
    assert.match(env, /^API_URL=http:\/\/127\.0\.0\.1:8787$/m);
    // The sandbox may listen on another port than the guide's.
    writeFileSync(join(folder, '.env'), env.replace('http://127.0.0.1:8787', sandboxUrl));
    const port = await freePort();
    url = `http://localhost:${port}/`;
    writeFileSync(
      join(folder, 'server.mjs'),
      example('README.md', 'server').replaceAll('3000', String(port)),
    );
    assert.equal(await startExample('run'), url);
  });

  after(() => {
    for (const child of running) child.kill();
  });

  it('are one package of ours and a few others in production', async () => {
    // `npm ls` would also list `pg`: the sandbox depends on it, and it is an optional peer of ours.
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Partial<Record<'dev' | 'devOptional' | 'optional', boolean>>>;
    };
    const installed = Object.entries(packages)
      .filter(([path, flags]) => path !== '' && !flags.dev && !flags.devOptional && !flags.optional)
      .map(([path]) => path.split('node_modules/').at(-1)!);
    assert.ok(installed.includes('deposit-slip') && !installed.includes('deposit-slip-sandbox'));
    assert.ok(installed.length <= 12, installed.join(' '));
  });

  it('come with what they import, and with no development dependencies', () => {
    const installed = (name: string) => existsSync(join(folder, 'node_modules', name, 'package.json'));
    for (const name of ['deposit-slip', 'deposit-slip-sandbox', 'pg', 'pino', '@electric-sql/pglite', 'lit'])
      assert.ok(installed(name), name);
    for (const name of ['vite', 'typescript', 'tsx']) assert.ok(!installed(name), name);
  });

  it('have declarations that compile without the repository', async () => {
    const dist = join(folder, 'node_modules/deposit-slip-sandbox/dist');
    for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
      if (/\.(?:d\.ts|js)$/.test(file))
        assert.doesNotMatch(
          readFileSync(join(dist, file), 'utf8'),
          /(?:from |import\()['"]deposit-slip/,
          file,
        );
    writeFileSync(
      join(folder, 'page.mts'),
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
    await run(`node '${tsc}' ${flags} --typeRoots '${ROOT}/node_modules/@types' page.mts`);
  });

  it('start with npx, respond, and stop', async () => {
    const [curl] = /curl .*/.exec(output) ?? assert.fail(output);
    assert.match(await run(`${curl} -sS --fail`), /"code":200,.*Cuenta CLABE/);
    const { child } = await start('npx deposit-slip-sandbox --port 0');
    // npx passes SIGTERM on; the sandbox also stops once npx has ended.
    child.kill();
    await once(child, 'exit');
    assert.match(await run('npx deposit-slip-sandbox --help'), /--seed-file FILE/);
    assert.match(await run('npx deposit-slip-check --help'), /deposit-slip-check/);
    assert.match(await run('npx deposit-slip-migrate --help'), /--url URL/);
    assert.match(await run('npx deposit-slip-report --help'), /--merchant ID/);
  });

  it('show a slip, and its payment in the simulator, with the commands of the README', async () => {
    const [engine] = enginesHere();
    const browser = await openBrowser(engine!);
    const page = await browser.newPage({ width: 420, height: 900 });
    await page.goto(url);
    await reach(page, 'deposit-slip', 'ready');
    const { messages } = await page.record();
    await page.evaluate(example('README.md', 'listen'));
    const code = await page.evaluate(() => {
      const rows = document.querySelector<HTMLElementTagNameMap['deposit-slip']>('deposit-slip')!.slip!.rows;
      return rows.find(({ kind }) => kind === 'pix-code')!.copy;
    });
    const bank = await browser.newPage({ width: 420, height: 900 });
    await bank.goto(`${sandboxUrl}/sandbox/pay`);
    await bank.click('textarea[name="code"]');
    await bank.type(code);
    await bank.click('form:has([name="code"]) button');
    await bank.click('input[name="amount"]');
    await bank.type('10.00');
    await bank.press('Enter');
    await reach(page, 'deposit-slip', 'arrived');
    assert.deepEqual(messages, ['10.00 BRL']);
    await prints(/^paid [\w-]+ 10\.00$/m);
    await browser.close();
  });
});
