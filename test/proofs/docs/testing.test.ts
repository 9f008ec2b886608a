import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { builtScripts } from '../../../demo/scripts.js';
import { packagesOf } from '../../../scripts/on-demand.js';
import { requireChromium } from '../../browsers/find.js';
import { freePort } from '../../browsers/free-port.js';
import { ROOT } from '../../root.js';
import { isSoak } from '../scale.js';
import { example, ExampleFolder } from '../../docs/examples.js';

const GUIDE = 'docs/testing.md';
/** The test runners, installed on first use. */
const RUNNERS = 'test/proofs/docs/runners';
const folder = new ExampleFolder();

const SOURCE = '--conditions=@deposit-slip/source';
const LOADER = [SOURCE, '--import', 'tsx'];

/**
 * Runs Node in the folder of the examples, detached from the outer test runner: an inner one would report to
 * it.
 */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const options = { cwd: folder.path, env: { ...inherited, ...env }, encoding: 'utf8' } as const;
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

/** The shop of the browser test: the part that a merchant already has. */
const SHOP = `
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { createDepositKit, createMemoryStore, toNodeHandler } from 'deposit-slip/kit';

const methods = [{ paymentId: 90, fiat: 'BRL' }];
const deposit = toNodeHandler(createDepositKit({
  baseUrl: process.env['API_URL'],
  token: process.env['API_TOKEN'],
  secret: 'a secret of the test, thirty-two bytes',
  store: createMemoryStore(),
  authorize: () => ({ id: 'order', merchantId: 1001, methods, amount: '150.00' }),
}));
const page = '<!doctype html><script type="module" src="/deposit-slip.js"></script>'
  + '<deposit-slip endpoint="/deposit" payment-id="90" watch></deposit-slip>';
createServer((req, res) => {
  const send = (type, body) => void res.writeHead(200, { 'content-type': type }).end(body);
  if (req.url === '/deposit-slip.js') send('text/javascript', readFileSync(process.env['SCRIPT']));
  else if (req.url === '/pay') send('text/html', page);
  else deposit(req, res);
}).listen(process.env['PORT'], '127.0.0.1');
`;

// A soak installs the runners: they are 60 MB.
describe('with its test runners, the guide to testing', { skip: !isSoak }, () => {
  /** Modules beside the examples that they import by name. */
  function programOf(name: string, program: string): string {
    const place = dirname(packagesOf(RUNNERS).resolve(`${name}/package.json`));
    const link = join(folder.path, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(place, link);
    return join(link, program);
  }

  it('has a state file, and tests for vitest that start from it', () => {
    folder.write('world', example(GUIDE, 'world'));
    run([...LOADER, 'world.ts']);
    folder.write('test/payouts.test', example(GUIDE, 'payouts'));
    const conditions = `{ conditions: ['@deposit-slip/source'] }`;
    folder.write('vitest.config', `export default { ssr: { resolve: ${conditions} } };`);
    const report = ['--reporter=json', '--outputFile=report.json'];
    run([programOf('vitest', 'vitest.mjs'), 'run', '--dir', 'test', ...report], { NODE_OPTIONS: SOURCE });
    const { numPassedTests } = JSON.parse(readFileSync(join(folder.path, 'report.json'), 'utf8')) as {
      numPassedTests: number;
    };
    assert.equal(numPassedTests, 4);
  });

  it('has a test for Playwright that pays in a browser', async () => {
    const [sandbox, shop] = [String(await freePort()), String(await freePort())];
    const onPorts = (code: string) =>
      code.replaceAll('8787', sandbox).replaceAll('3000/', `${shop}/`).replaceAll("3000'", `${shop}'`);
    const launch = `use: { launchOptions: { executablePath: process.env['BROWSER_PATH'], args: ['--no-sandbox'] },`;
    const config = onPorts(example(GUIDE, 'config'))
      .replace('use: {', launch)
      .replace('node server.js', 'node --import tsx server.ts')
      .replace('env: {', `env: { PORT: '${shop}',`);
    folder.write('playwright.config', config);
    folder.write('e2e/checkout.spec', onPorts(example(GUIDE, 'browser')));
    writeFileSync(join(folder.path, 'server.ts'), `// @ts-nocheck\n${SHOP}`);
    const printed = run(
      [programOf('@playwright/test', 'cli.js'), 'test', '--reporter=line', '--output=results'],
      {
        ...{ NODE_OPTIONS: SOURCE, BROWSER_PATH: requireChromium() },
        SCRIPT: (await builtScripts(ROOT)).get('/deposit-slip.js')!,
      },
    );
    assert.match(printed, /^ +1 passed/m);
  });
});
