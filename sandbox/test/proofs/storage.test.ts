import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startSandbox, type Sandbox } from '../../src/index.js';
import { end, run, runToEnd, untilReady } from '../command.js';
import { PATHS } from '../requests.js';
import { temporaryFolder } from '../../../test/temporary-folder.js';

/** Stops a sandbox after checking its invariants. */
async function stop({ control, stop: stopSandbox }: Sandbox): Promise<void> {
  assert.equal((await control.verify()).ok, true);
  await stopSandbox();
}

async function details({ url, token }: Sandbox): Promise<{ text: string; clabe: string }> {
  const query = 'merchantId=1001&paymentId=105&fiat=MXN';
  const response = await fetch(`${url}${PATHS.details}?${query}`, { headers: { 'x-bh-token': token } });
  const text = await response.text();
  return { text, clabe: /[0-9]{18}/.exec(text)![0] };
}

const DEPOSIT = { merchantId: 1001, fiat: 'MXN', amount: '4.20', reference: 'KEEP ME' };

test('a data directory is used by one sandbox, and keeps all data and details across a restart', async () => {
  const data = temporaryFolder();
  const first = await startSandbox({ data });
  const { text, clabe: account } = await details(first);
  const deposit = await first.control.deposit({ ...DEPOSIT, account });
  assert.equal(deposit.total, '1000004.20');
  await assert.rejects(startSandbox({ data }), { name: 'FolderInUse', message: /in use by process [0-9]+/ });
  const { code, errors } = await runToEnd(['--port', '0', '--data', data]);
  assert.equal(code, 1);
  assert.match(errors, /in use by process [0-9]+/);
  await stop(first);
  const second = await startSandbox({ data });
  assert.equal((await details(second)).text, text);
  assert.equal((await second.control.deposit({ ...DEPOSIT, account })).total, '1000008.40');
  assert.ok((await second.control.deposits()).some(({ id }) => id === deposit.id));
  await stop(second);
});

test('another seed gives other identifiers, and if a port is in use the next one is used', async () => {
  const clabes: string[] = [];
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  for (const seed of [7, 8]) {
    const sandbox = await startSandbox({ seed, token: 'mine', port });
    const url = new URL(sandbox.url);
    assert.ok(Number(url.port) > port && Number(url.port) <= port + 100, `${url.port} after ${port}`);
    assert.equal(url.hostname, '127.0.0.1');
    clabes.push((await details(sandbox)).clabe);
    await stop(sandbox);
  }
  // states.test.ts shows that the same seed gives the same CLABEs.
  assert.notEqual(clabes[0], clabes[1]);
  other.close();
});

test('the command prints its URL first, then a request to try, and can be verified', async () => {
  const { child, url, find } = await untilReady(run(['--port', '0']));
  assert.match(url, /^http:\/\/127\.0\.0\.1:[0-9]+$/);
  const curl = await find((line) => line.includes('curl'));
  assert.match(curl, /X-BH-TOKEN: sandbox-token.*paymentId=105/);
  const { code, output } = await runToEnd(['verify', '--port', new URL(url).port]);
  assert.equal(code, 0);
  assert.match(output, /^I1 +holds$/m);
  assert.deepEqual(await end(child), [0, null]);
});
