import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { CHECK_RULES, type Report } from 'deposit-slip/check';
import { PHP } from '../../fixtures/endpoints/php.js';
import { PYTHON } from '../../fixtures/endpoints/python.js';
import type { SampleEndpoint } from '../../fixtures/endpoints/sample-endpoint.js';
import { main } from '../../../src/cli/check.js';
import { runMain, runProcess, spawnCommand } from '../commands.js';
import { withLoopback } from '../loopback.js';

const NAME = 'deposit-slip-check';
const run = (...args: readonly string[]) => runMain(main, args);

/** Runs the command on an endpoint with a mistake. */
function runOn(
  { listener }: SampleEndpoint,
  mistake: string | undefined,
  args: readonly string[],
  runOnce = run,
) {
  return withLoopback(
    listener((name) => name === mistake),
    (url) => runOnce(`${url}/deposit.php`, ...args),
  );
}

const [[name, cookie]] = PHP.options.headers as readonly [readonly [string, string]];
const PHP_ARGS = [
  ...['--header', `${name}: ${cookie}`, '--payment-id', '81', '--payment-id', '95', '--amount', '150.00'],
];

const { session, origin, tokenCanary } = PYTHON.options;
const PYTHON_ARGS = [
  ...['--session', session!, '--origin', origin!, '--token-canary', tokenCanary!],
  ...['--payment-id', '92', '--amount', '150.00'],
];

describe('the command deposit-slip-check', () => {
  it('exits with 0 if nothing fails, and prints every rule and the number of requests', async () => {
    const { code, output, errors } = await runOn(PHP, undefined, PHP_ARGS);
    assert.equal(code, 0, output + errors);
    for (const { name } of CHECK_RULES) assert.match(output, new RegExp(`^(ok|skipped) +${name}: `, 'm'));
    const count = (mark: string): number => output.match(new RegExp(`^${mark} `, 'gm'))!.length;
    assert.equal(count('ok') + count('skipped'), CHECK_RULES.length);
    const summary = `10 requests, 2 slips. ${count('ok')} ok, 0 failed, 0 warnings, ${count('skipped')} skipped.`;
    assert.ok(output.endsWith(`\n${summary}\n`), output);
  });

  it('exits with 1 if something fails, and says how to fix it', async () => {
    const { code, output } = await runOn(PHP, 'a slip for anybody', PHP_ARGS, (...args) =>
      runProcess(NAME, args),
    );
    assert.equal(code, 1, output);
    assert.match(
      output,
      /^FAIL +unauthorized: a slip was sent without a session.* Check the session or cookie first/m,
    );
  });

  it('exits with 0 if there are only warnings', async () => {
    const { code, output } = await runOn(PYTHON, 'a wildcard origin', PYTHON_ARGS);
    assert.equal(code, 0, output);
    assert.match(output, /^warning +cors-wildcard: /m);
  });

  it('accepts all options of the check, and prints JSON', async () => {
    const { code, output, errors } = await runOn(PYTHON, undefined, [
      ...PYTHON_ARGS,
      ...['--header', 'X-Shop: one', '--allowed-hosts', 'pay.example.com'],
      ...['--fiat', 'BRL', '--timeout', '9000', '--json'],
    ]);
    assert.equal(code, 0, output + errors);
    const { lines, requests } = JSON.parse(output) as Report;
    assert.equal(requests, 13);
    assert.deepEqual(
      lines.filter(({ result }) => result !== 'ok').map(({ rule }) => rule),
      [],
    );
  });

  for (const [name, args] of [
    ['no endpoint', []],
    ['two endpoints', ['https://a.example', 'https://b.example']],
    ['an endpoint that is not a URL', ['shop.example/deposit']],
    ['an unknown option', ['https://a.example', '--tokn', 'x']],
    ['a malformed payment id', ['https://a.example', '--payment-id', '9o']],
    ['a header without a name', ['https://a.example', '--header', 'X-Shop']],
  ] as const)
    it(`exits with 2 and prints one line for ${name}`, async () => {
      const { code, output, errors } = await run(...args);
      assert.equal(code, 2, errors);
      assert.equal(output, '');
      assert.match(errors, /^[^\n]+\n$/);
    });

  it('prints its help', async () => {
    const { code, output } = await run('--help');
    assert.equal(code, 0);
    assert.match(output, /deposit-slip-check <endpoint>/);
  });

  it('exits with 0 if the reader closes the pipe', async () => {
    const child = spawnCommand(NAME, ['--help']);
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    const [code] = (await once(child, 'close')) as [number];
    assert.deepEqual([code, errors], [0, '']);
  });
});
