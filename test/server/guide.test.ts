import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { example } from '../docs/examples.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Inside the repository, so that the example resolves the package by its name. */
const FOLDER = `${ROOT}/.cache/back-end-guide-${process.pid}`;

let server: Server;

/** The status of the response to a raw request with the payer's cookie. */
async function statusOf(line: string, ...headers: readonly string[]): Promise<string | undefined> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const head = [
    line,
    'Host: shop.example',
    'Cookie: order=a-secret-order-id',
    'Connection: close',
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return /^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1];
}

describe('the server in docs/back-end.md', () => {
  before(async () => {
    Object.assign(process.env, {
      API_TOKEN: 'token-of-the-example',
      DEPOSIT_SECRET: 'a secret of the example, thirty-two bytes long',
    });
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${FOLDER}/server.ts`, example('docs/back-end.md', 'kit'));
    ({ server } = (await import(`${FOLDER}/server.ts`)) as { server: Server });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  after(() => {
    server.close();
    rmSync(FOLDER, { recursive: true, force: true });
  });

  it('rejects a request from a page of another origin, even with the payer’s cookie', async () => {
    const line = 'GET /deposit?amount=151.00 HTTP/1.1';
    assert.equal(await statusOf(line, 'Sec-Fetch-Site: same-origin'), '422');
    assert.equal(await statusOf(line, 'Sec-Fetch-Site: cross-site'), '403');
    assert.equal(await statusOf(line, 'Origin: https://evil.example'), '403');
  });
});
