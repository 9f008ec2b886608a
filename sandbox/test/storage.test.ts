import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createControl, startSandbox, type Control } from '../src/index.js';
import { end, run, runToEnd, runWithoutBin, untilReady } from './command.js';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  folders.push(folder);
  return folder;
}

async function assertClean(control: Control): Promise<void> {
  assert.equal((await control.verify()).ok, true);
}

const UNMATCHED = { merchantId: 1001, fiat: 'MXN', amount: '4.20', reference: 'KEEP ME' };

test('a data directory keeps everything, and its details, over a restart', async () => {
  const data = newFolder();
  const details = async (url: string) =>
    (
      await fetch(`${url}/v2/merchant/addfunds?merchantId=1001&paymentId=105&fiat=MXN`, {
        headers: { 'x-bh-token': 'sandbox-token' },
      })
    ).text();
  const first = await startSandbox({ data });
  const shown = await details(first.url);
  const account = /[0-9]{18}/.exec(shown)![0];
  const paid = await first.control.deposit({ ...UNMATCHED, account });
  assert.equal(paid.total, '1000004.20');
  await first.stop();
  const second = await startSandbox({ data });
  assert.equal(await details(second.url), shown);
  const again = await second.control.deposit({ ...UNMATCHED, account });
  assert.equal(again.total, '1000008.40');
  assert.equal(
    (await second.control.deposits()).some(({ id }) => id === paid.id),
    true,
  );
  await assertClean(second.control);
  await second.stop();
});

test('a second sandbox on the same directory is refused', async () => {
  const data = newFolder();
  const holder = await startSandbox({ data });
  await assert.rejects(startSandbox({ data }), { name: 'FolderInUse', message: /in use by process [0-9]+/ });
  const { code, errors } = await runToEnd(['--port', '0', '--data', data]);
  assert.equal(code, 1);
  assert.match(errors, /in use by process [0-9]+/);
  await assertClean(holder.control);
  await holder.stop();
});

test('what was acknowledged is there after the process is killed, and its lock is in nobody’s way', async () => {
  const data = newFolder();
  const { child, url } = await untilReady(runWithoutBin(['--port', '0', '--data', data]));
  const killed = await createControl(url, 'control-token').deposit(UNMATCHED);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await startSandbox({ data });
  assert.deepEqual((await next.control.deposits({ matched: false }))[0], killed);
  await assertClean(next.control);
  await next.stop();
});

test('a taken port gives way to the next free one', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const sandbox = await startSandbox({ port });
  const bound = Number(new URL(sandbox.url).port);
  assert.ok(bound > port && bound <= port + 100, `${bound} after ${port}`);
  assert.equal(new URL(sandbox.url).hostname, '127.0.0.1');
  await assertClean(sandbox.control);
  await sandbox.stop();
  taken.close();
});

test('the same seed gives the same identifiers, another seed others', async () => {
  const clabes: string[] = [];
  for (const seed of [7, 7, 8]) {
    const sandbox = await startSandbox({ seed, token: 'mine' });
    const url = `${sandbox.url}/v2/merchant/addfunds?merchantId=1002&paymentId=105&fiat=MXN`;
    const text = await (await fetch(url, { headers: { 'x-bh-token': 'mine' } })).text();
    clabes.push(/[0-9]{18}/.exec(text)![0]);
    assert.equal((await fetch(url, { headers: { 'x-bh-token': 'sandbox-token' } })).status, 401);
    await assertClean(sandbox.control);
    await sandbox.stop();
  }
  assert.equal(clabes[0], clabes[1]);
  assert.notEqual(clabes[0], clabes[2]);
});

test('the command prints its address first, then the token and a request to try', async () => {
  const { child, url, find } = await untilReady(run(['--port', '0']));
  assert.match(url, /^http:\/\/127\.0\.0\.1:[0-9]+$/);
  const curl = await find((line) => line.includes('curl'));
  assert.match(curl, /X-BH-TOKEN: sandbox-token.*paymentId=105/);
  const { code, output } = await runToEnd(['verify', '--port', new URL(url).port]);
  assert.equal(code, 0);
  assert.match(output, /^I1 +holds$/m);
  assert.deepEqual(await end(child), [0, null]);
});

test('the command explains itself and refuses what it does not know', async () => {
  assert.match((await runToEnd(['--help'])).output, /--port N[\s\S]*--data DIR[\s\S]*--seed N[\s\S]*verify/);
  for (const args of [
    ['--port', 'x'],
    ['--port', '70000'],
    ['--nonsense'],
    ['dance'],
    ['verify', '--data', newFolder()],
  ]) {
    const { code, errors } = await runToEnd(args);
    assert.equal(code, 2, args.join(' '));
    assert.match(errors, /^.+\n$/, 'one line, no stack');
  }
});
