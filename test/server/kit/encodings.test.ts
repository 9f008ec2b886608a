import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createMerchantClient } from 'deposit-slip/client';
import { listening } from '../loopback.js';

const CALLS = fileURLToPath(new URL('../../fixtures/calls.ts', import.meta.url));

/** How a server continues after the header fields and a part of the body. */
const ENDS: Readonly<Record<string, (socket: Socket) => void>> = {
  'left-open': () => undefined,
  'cut-off': (socket) => socket.destroy(),
  garbled: (socket) => socket.write('no length of a chunk\r\n'),
};

/**
 * Responses whose head Node cannot decode, or whose status forbids a body. The path says how they continue.
 */
const HEADS: readonly (readonly string[])[] = [
  ['HTTP/1.1 200 OK', 'content-encoding: x,x,x', 'content-encoding: x,x,x'],
  ['HTTP/1.1 200 OK', 'Content-Encoding: X,X,X,X,X,X'],
  ['HTTP/1.1 200 OK', `CONTENT-ENCODING: ${'GZIP, '.repeat(1_000)}`, 'cONTENT-eNCODING: br'],
  ['HTTP/1.1 205 Reset Content'],
];

function answer(socket: Socket, head: readonly string[]): void {
  socket.on('error', () => undefined);
  socket.once('data', (request) => {
    const [, name = ''] = /^[A-Z]+ \/([a-z-]+)/.exec(String(request)) ?? [];
    const fields = [...head, 'content-type: application/json', 'transfer-encoding: chunked'];
    socket.write(`${fields.join('\r\n')}\r\n\r\n1\r\n{\r\n`, () => ENDS[name]?.(socket));
  });
}

/** Runs the calls in a separate process. Returns its exit code and its output. */
async function runCalls(...urls: readonly string[]) {
  const flags = ['--conditions=@deposit-slip/source', '--import', 'tsx'];
  const child = spawn(process.execPath, [...flags, CALLS, ...urls], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, lines: output.trim().split('\n'), errors };
}

describe('a response', () => {
  it(
    'with more encodings than Node decodes, or a forbidden body, neither ends the process nor stays open',
    { timeout: 60_000 },
    async () => {
      const servers = HEADS.map((head) => createServer((socket) => answer(socket, head)));
      const urls = await Promise.all(servers.map(listening));
      const paths = urls.flatMap((url) => Object.keys(ENDS).map((name) => `${url}/${name}`));
      const { code, lines, errors } = await runCalls(...paths);
      for (const server of servers) server.close();
      assert.equal(code, 0, errors);
      assert.deepEqual(
        lines.map((line) => line.replace(/kit 50[0-9]|client [A-Za-z]+Error/g, 'failed')),
        paths.map((path) => `${new URL(path).pathname} failed failed check fails`),
      );
    },
  );

  it('is no longer aborted once a merchant’s `fetch` has rejected', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const client = createMerchantClient({
      ...{ baseUrl: 'https://api.example.com', token: 'live-token-0123456789', retries: 0 },
      fetch: async (_, init) => {
        signals.push(init?.signal);
        throw new TypeError('fetch failed');
      },
    });
    await assert.rejects(client.pairs.list(), { name: 'ConnectionError' });
    assert.deepEqual(
      signals.map((signal) => signal?.aborted),
      [false],
    );
  });
});
