import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { example } from '../docs/examples.js';
import { freePort } from '../browsers/free-port.js';
import { reach } from '../e2e/demo-browsers.js';
import { enginesHere, openBrowser } from '../e2e/driver/index.js';
import { ROOT } from '../root.js';
import { temporaryFolder } from '../temporary-folder.js';
import { buildPackages } from './build.js';

describe('an empty folder', () => {
  const folder = temporaryFolder();
  const running: ChildProcess[] = [];
  /** What the commands have printed. */
  let output = '';
  let sandboxUrl: string;
  let url: string;

  /** Runs a command in the folder and returns its output. */
  function shell(command: string): string {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
    return stdout.trim();
  }

  /** Packs one of our packages, and returns the path of its file. */
  const pack = (workspace: string): string =>
    `./${shell(`npm pack --silent --ignore-scripts --pack-destination . '${join(ROOT, workspace)}'`)
      .split('\n')
      .at(-1)}`;

  /** Starts a command of the README, and returns the URL that it prints first. */
  async function start(name: string): Promise<string> {
    const child = spawn('sh', ['-c', `exec ${example('README.md', name)}`], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push(child);
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    const [first] = (await once(child.stdout, 'data')) as [Buffer];
    return first.toString().split('\n')[0]!;
  }

  before(async () => {
    await buildPackages();
    const [ours, sandboxPackage] = [pack('.'), pack('sandbox')];
    shell(
      example('README.md', 'install')
        .replace('install deposit-slip ', `install ${ours} `)
        .replace('deposit-slip-sandbox', sandboxPackage),
    );
    sandboxUrl = await start('sandbox');
    const env = example('README.md', 'env');
    assert.match(env, /^API_URL=http:\/\/127\.0\.0\.1:8787$/m);
    // Another port than the guide's may be free.
    writeFileSync(join(folder, '.env'), env.replace('http://127.0.0.1:8787', sandboxUrl));
    const port = await freePort();
    url = `http://localhost:${port}/`;
    writeFileSync(
      join(folder, 'server.mjs'),
      example('README.md', 'server').replaceAll('3000', String(port)),
    );
    assert.equal(await start('run'), url);
  });

  after(() => {
    for (const child of running) child.kill();
  });

  it('has every preset', () => {
    const themes = readdirSync(join(folder, 'node_modules/deposit-slip/themes'));
    assert.deepEqual(themes, ['bank.css', 'night.css', 'soft.css']);
  });

  it('has one package of ours and few others in production', () => {
    const listed = shell('npm ls --omit=dev --all --parseable').split('\n').slice(1);
    const installed = listed.map((path) => path.split('node_modules/').at(-1)!);
    assert.ok(installed.includes('deposit-slip') && !installed.includes('deposit-slip-sandbox'));
    assert.ok(installed.length <= 12, installed.join(' '));
  });

  it('shows a slip, and that it was paid in the simulator, with the commands of the README', async () => {
    const [engine] = await enginesHere();
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
    assert.match(output, /^paid [\w-]+ \[/m, 'the hook of the server is called before the page is told');
    await browser.close();
  });
});
