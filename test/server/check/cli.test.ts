import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import { CHECK_RULES, type Report } from 'deposit-slip/check';
import type { Handmade } from '../../fixtures/endpoints/planted.js';
import { PHP } from '../../fixtures/endpoints/php.js';
import { PYTHON } from '../../fixtures/endpoints/python.js';
import { withLoopback } from '../loopback.js';

const BIN = fileURLToPath(new URL('../../../bin/deposit-slip-check.js', import.meta.url));

/** All a command says, and how it ends. */
async function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}

async function runOn({ listener }: Handmade, mistake: string | undefined, ...args: readonly string[]) {
  let ended: Awaited<ReturnType<typeof run>> | undefined;
  await withLoopback(
    listener((name) => name === mistake),
    async (url) => {
      ended = await run(`${url}/deposit.php`, ...args);
    },
  );
  return ended!;
}

const PHP_ARGS = ['--payment-id', '81', '--payment-id', '95', '--amount', '150.00'];

describe('the command deposit-slip-check', () => {
  it('ends with 0 where nothing fails, and tells every rule and what it cost', async () => {
    const { code, output, errors } = await runOn(PHP, undefined, ...PHP_ARGS);
    assert.equal(code, 0, output + errors);
    for (const { name } of CHECK_RULES) assert.match(output, new RegExp(`^(ok|-) +${name} `, 'm'));
    assert.match(output, /^16 requests, 2 different slips\. 0 failed, 0 warnings\.$/m);
  });

  it('ends with 1 where something fails, and says how to mend it', async () => {
    const { code, output } = await runOn(PHP, 'the words of curl', ...PHP_ARGS);
    assert.equal(code, 1, output);
    assert.match(output, /^FAIL +error-words +an address in msg .*tell the browser a sentence of yours\.$/m);
  });

  it('ends with 0 where there are warnings alone', async () => {
    const { code, output } = await runOn(PHP, 'expose_php left on', ...PHP_ARGS);
    assert.equal(code, 0, output);
    assert.match(output, /^warning +banner /m);
  });

  it('takes everything the check does, and prints JSON', async () => {
    const { session, origin, trustKey, tokenCanary } = PYTHON.options;
    const { code, output, errors } = await runOn(
      PYTHON,
      undefined,
      ...['--session', session!, '--origin', origin!, '--trust-key', trustKey!],
      ...['--token-canary', tokenCanary!, '--header', 'X-Shop: one', '--allowed-hosts', 'pay.example.com'],
      ...['--payment-id', '92', '--fiat', 'BRL', '--amount', '150.00', '--timeout', '9000'],
      ...['--refresh', '--json'],
    );
    assert.equal(code, 0, output + errors);
    const { lines, requests } = JSON.parse(output) as Report;
    assert.ok(requests > 15);
    assert.deepEqual(
      lines.filter(({ result }) => result !== 'ok').map(({ rule }) => rule),
      [],
    );
  });

  for (const [what, args] of [
    ['no endpoint', []],
    ['two endpoints', ['https://a.example', 'https://b.example']],
    ['an endpoint that is none', ['shop.example/deposit']],
    ['an unknown option', ['https://a.example', '--tokn', 'x']],
    ['a payment id that is none', ['https://a.example', '--payment-id', '9o']],
    ['an amount that is none', ['https://a.example', '--amount', '1,50']],
    ['an origin with a path', ['https://a.example', '--origin', 'https://shop.example/']],
    ['a header without a name', ['https://a.example', '--header', 'X-Shop']],
    ['a time-out of nothing', ['https://a.example', '--timeout', '0']],
  ] as const)
    it(`ends with 2 at ${what}, in one line`, async () => {
      const { code, output, errors } = await run(...args);
      assert.equal(code, 2, errors);
      assert.equal(output, '');
      assert.match(errors, /^[^\n]+\n$/);
    });

  it('explains itself', async () => {
    const { code, output } = await run('--help');
    assert.equal(code, 0);
    assert.match(output, /deposit-slip-check <endpoint>/);
  });

  it('says nothing of a reader who has read enough', async () => {
    const child = spawn(process.execPath, [BIN, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    const [code] = (await once(child, 'close')) as [number];
    assert.deepEqual([code, errors], [0, '']);
  });
});
