import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { serveDocs } from '../../demo/docs.js';
import { addressesOf } from '../../demo/site/addresses.js';
import { siteHeader } from '../../demo/site/header.js';
import { launched } from '../../sandbox/test/command.js';
import { exchange } from '../../sandbox/test/requests.js';

describe('npm start', () => {
  it('prints the URL of the shop first, and the shop responds there', () =>
    launched(['npm', 'start'], async ({ url }) => {
      const page = await fetch(url);
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<deposit-slip\s+endpoint="\/deposit\?order=TS-[0-9]+"/);
    }));

  it('uses the next port if its own is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    try {
      await launched(['npm', 'start'], async ({ url }) => assert.ok(Number(new URL(url).port) > port), port);
    } finally {
      other.close();
    }
  });
});

describe('the guides in the header', () => {
  it('are served once they have been built', async () => {
    const root = await mkdtemp(join(tmpdir(), 'guides-'));
    assert.equal(await serveDocs(root, []), undefined);
    await mkdir(join(root, 'site/dist'), { recursive: true });
    await writeFile(join(root, 'site/dist/index.html'), 'Guides');
    const docs = await serveDocs(root, []);
    assert.equal(await (await fetch(docs!.url)).text(), 'Guides');
    await docs!.close();
    for (const [url, isShown] of [
      [docs!.url, true],
      [undefined, false],
    ] as const) {
      const header = siteHeader({
        brand: 'deposit-slip',
        place: 'api',
        addresses: addressesOf({ site: '', sandbox: '', docs: url }),
      });
      assert.equal(String(header).includes(`href="${docs!.url}"`), isShown);
      assert.equal(String(header).includes('>Docs<'), isShown);
    }
    await rm(root, { recursive: true });
  });
});

const PATHS = [
  '/',
  '/methods',
  '/workbench',
  '/wallet/x',
  '/simulator',
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

/** A page elsewhere cannot reach the servers of the demo by a name of its own (SECURITY.md P35). */
for (const [script, paths] of [
  ['start', PATHS],
  ['dev', [...PATHS, ...SOURCES]],
] as const)
  describe(`npm run ${script}`, () => {
    it('refuses requests for a foreign host on every path, and serves those for an allowed one', () =>
      launched(['npm', 'run', script, '--', '--allow-host', 'shop.test'], async ({ url }) => {
        for (const path of paths) {
          assert.equal(await statusFor(url, 'evil.example', path), '403', path);
          assert.equal(await statusFor(url, 'a.localhost@evil.example', path), '400', path);
        }
        for (const host of ['localhost:1', '127.0.0.1', 'shop.test', 'shop.localhost'])
          for (const path of ['/', '/demo/site/site.css', ...(script === 'dev' ? ['/src/index.ts'] : [])])
            assert.equal(await statusFor(url, host, path), '200', `${host} ${path}`);
        if (script !== 'dev') return;
        assert.match(await upgrade(url, 'shop.test'), /^HTTP\/1\.1 101/);
        for (const host of ['evil.example', 'localhost.evil.example', ''])
          assert.doesNotMatch(await upgrade(url, host), /^HTTP\/1\.1 101/, host);
      }));
  });
