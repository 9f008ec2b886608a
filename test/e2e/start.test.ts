import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Starts `npm start`, calls `use` with the first address it prints, then stops it. */
async function started(port: number, use: (url: string) => Promise<void>): Promise<void> {
  const env = { ...process.env, PORT: String(port) };
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /https?:\/\/\S+/.exec(line)?.[0];
      if (!url) continue;
      await use(url);
      return;
    }
    assert.fail('npm start ended without printing a URL');
  } finally {
    const ended = once(child, 'exit');
    process.kill(-child.pid!, 'SIGTERM');
    await ended;
  }
}

describe('npm start', () => {
  it('prints the URL of the shop first, and the shop responds there', () =>
    started(0, async (url) => {
      const page = await fetch(url);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<deposit-slip endpoint="\/deposit"/);
    }));

  it('uses the next port if its own is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      await started(port, async (url) => assert.ok(Number(new URL(url).port) > port));
    } finally {
      other.close();
    }
  });
});
