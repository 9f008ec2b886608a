import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { startDemo } from '../../demo/demo.js';
import { reasonOf } from '../../demo/failures.js';
import { readOptions } from '../../demo/options.js';
import { launched } from '../../sandbox/test/command.js';
import { exchange } from '../../sandbox/test/requests.js';
import { freePort } from '../browsers/free-port.js';
import { ROOT } from '../root.js';

describe('npm start', () => {
  it('explains in one sentence why it does not start, with exit code 2 for a wrong command line and 1 for the system’s errors', async () => {
    await Promise.all(
      (
        [
          [['--prot', '1'], 2, '--prot is unknown: --help lists the options.'],
          [['--data', 'package.json'], 1, 'package.json is not a directory.'],
        ] as const
      ).map(async ([args, code, message]) =>
        assert.deepEqual(await endOf(args), { code, message: `${message}\n` }, args.join(' ')),
      ),
    );
  });
});

describe('the options of npm start', () => {
  it('are read, with those of the command line before those of the environment', () => {
    const none = { port: 8080, strictPort: false, allowedHosts: [], data: undefined };
    assert.deepEqual(readOptions([], {}), none);
    assert.deepEqual(readOptions([], { PORT: '9000' }), { ...none, port: 9000 });
    assert.deepEqual(
      readOptions(['--port=0', '--allow-host', 'a.test', '--allow-host=b', '--data', 'd'], { PORT: 'x' }),
      { port: 0, strictPort: true, allowedHosts: ['a.test', 'b'], data: 'd' },
    );
    assert.equal(readOptions(['--help'], {}), undefined);
  });

  it('are rejected in a sentence that names the mistake', () => {
    for (const [args, message] of [
      [['--bogus'], '--bogus is unknown: --help lists the options.'],
      [['--toString'], '--toString is unknown: --help lists the options.'],
      [['-p', '1'], '-p is unknown: --help lists the options.'],
      [['--port'], '--port needs a value.'],
      [['--port', '--data', 'd'], '--port needs a value.'],
      [['--data='], '--data needs a value.'],
      [['--port='], '--port needs a value.'],
      [['--port', '80 80'], '--port must be a whole number from 0 to 65535, not 80 80.'],
      [['--port=-1'], '--port must be a whole number from 0 to 65535, not -1.'],
      [['--port', '65536'], '--port must be a whole number from 0 to 65535, not 65536.'],
      [['--allow-host', 'a/b'], '--allow-host must be a host name, not a/b.'],
      [['--help=yes'], '--help takes no value.'],
      [['9000'], '9000 is not an option: write options after two dashes, as in npm start -- --port 9000.'],
    ] as const)
      assert.throws(() => readOptions(args, {}), { name: 'Error', message }, args.join(' '));
    assert.throws(() => readOptions([], { PORT: 'x' }), /^Error: PORT must be a whole number/);
  });

  it('may not name a folder that cannot be written, or a port in use', () => {
    const refused = Object.assign(new Error('mkdir'), { code: 'EACCES', syscall: 'mkdir' });
    assert.equal(reasonOf(refused, { port: 1, data: 'd' }), 'This user may not write to d.');
    const taken = Object.assign(new Error('listen'), { code: 'EADDRINUSE', syscall: 'listen' });
    const message = 'Port 1 is in use: choose another one with --port.';
    assert.equal(reasonOf(taken, { port: 1, data: undefined }), message);
    assert.equal(reasonOf(new TypeError('a mistake'), { port: 1, data: 'd' }), undefined);
  });
});

/** How `npm start` ends if it does not start. */
async function endOf(args: readonly string[]): Promise<{ code: number; message: string }> {
  const program = [
    '--liftoff-only',
    '--conditions=@deposit-slip/source',
    '--import',
    import.meta.resolve('tsx'),
    'demo/main.ts',
  ];
  const child = spawn(process.execPath, [...program, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let message = '';
  child.stderr.on('data', (chunk) => (message += chunk));
  const [code] = (await once(child, 'close')) as [number];
  return { code, message };
}

const PATHS = [
  '/',
  '/methods',
  '/workbench',
  '/wallet/x',
  '/deposit',
  '/session',
  '/orders/TS-20417',
  '/sandbox/pay',
  '/scripted/status/503',
  '/demo/site/site.css',
];
const SOURCES = ['/src/index.ts', '/@vite/client', '/package.json', '/nowhere'];
const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: vite-hmr\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** The status of a request for a host. */
async function statusFor(url: string, host: string, path: string): Promise<string | undefined> {
  const text = await exchange(
    url,
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    true,
  );
  return /^HTTP\/1\.1 ([0-9]{3})/.exec(text)?.[1];
}

/** The response to a request for Vite's web socket, with the token that its client has. */
async function upgrade(url: string, host: string): Promise<string> {
  const [, token] = /wsToken = "([^"]+)"/.exec(await (await fetch(`${url}/@vite/client`)).text()) ?? [];
  assert.ok(token);
  return exchange(
    url,
    `GET /?token=${token} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n${UPGRADE}\r\n`,
  );
}

/** A page elsewhere cannot reach the servers of the demo through a name of its own (SECURITY.md P35). */
async function assertHosts(url: string, paths: readonly string[], served: readonly string[]): Promise<void> {
  for (const path of paths) {
    assert.equal(await statusFor(url, 'evil.example', path), '403', path);
    assert.equal(await statusFor(url, 'a.localhost@evil.example', path), '400', path);
  }
  for (const host of ['localhost:1', '127.0.0.1', 'shop.test', 'shop.localhost'])
    for (const path of served) assert.equal(await statusFor(url, host, path), '200', `${host} ${path}`);
}

describe('the demo, on a port that is taken', () => {
  it('uses the next one, and refuses foreign hosts on every path', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { url, stop } = await startDemo(port, readOptions(['--allow-host', 'shop.test'], {}));
    try {
      assert.ok(Number(new URL(url).port) > port);
      const page = await fetch(url);
      assert.equal(page.status, 200);
      assert.match(await page.text(), SLIP);
      await assertHosts(url, PATHS, ['/', '/demo/site/site.css']);
    } finally {
      await stop();
      other.close();
    }
  });
});

const SLIP = /<deposit-slip lang="[^"]+" endpoint="\/deposit\?order=TS-[0-9]+"/;

describe('npm run dev, with a port', () => {
  it('listens on that port, runs the sandbox on the next free one, and refuses foreign hosts, also for web sockets', async () => {
    const port = await freePort();
    const named = ['--', '--allow-host', 'shop.test', '--port', String(port)];
    await launched(['npm', 'run', 'dev', ...named], async ({ url, find }) => {
      assert.equal(url, `http://127.0.0.1:${port}`);
      const [api] = (await find((line) => line.includes('the payments API (token'))).split(' ');
      assert.ok(Number(new URL(api!).port) > port && Number(new URL(api!).port) < port + 10, api);
      await assertHosts(url, [...PATHS, ...SOURCES], ['/', '/demo/site/site.css', '/src/index.ts']);
      assert.match(await upgrade(url, 'shop.test'), /^HTTP\/1\.1 101/);
      for (const host of ['evil.example', 'localhost.evil.example', ''])
        assert.doesNotMatch(await upgrade(url, host), /^HTTP\/1\.1 101/, host);
    });
  });
});
