import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import { listen } from '../../../sandbox/serving.js';
import { sharedBrowser } from './index.js';

let server: Awaited<ReturnType<typeof listen>>;

before(async () => {
  const respond = ({ headers }: Request) =>
    new Response('<!doctype html><html lang="en"><title>home</title>', {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'set-cookie': `language=${headers.get('accept-language') ?? ''}; Path=/`,
      },
    });
  server = await listen(respond, 0);
});

after(() => server.close());

// Settings that are not emulated would let other tests pass for no reason.
describe('the driver', () => {
  it('emulates browser settings, captures screenshots, and records a page', async () => {
    const page = await (
      await sharedBrowser('chromium')
    ).newPage({
      ...{ width: 800, height: 600, colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'reduce' },
      ...{ locale: 'es-AR', timeZone: 'America/Lima', zoom: 2 },
    });
    const { requests, messages } = await page.record();
    await page.goto(server.url);
    const seen = await page.evaluate(() => [
      matchMedia('(prefers-color-scheme: dark)').matches,
      matchMedia('(forced-colors: active)').matches,
      matchMedia('(prefers-reduced-motion: reduce)').matches,
      navigator.language,
      Intl.DateTimeFormat().resolvedOptions().timeZone,
      innerWidth,
      devicePixelRatio,
    ]);
    assert.deepEqual(seen, [true, true, true, 'es-AR', 'America/Lima', 400, 2]);
    assert.match(await page.evaluate(() => document.cookie), /language=es-AR/);
    const { height } = PNG.sync.read(await page.screenshot());
    assert.equal(height, 2 * (await page.evaluate(() => document.documentElement.scrollHeight)));
    await page.evaluate(() => console.warn('a warning'));
    await page.setOffline(true);
    assert.equal(await page.evaluate(() => navigator.onLine), false);
    assert.deepEqual([requests[0], messages.at(-1)], [`${server.url}/`, 'a warning']);
    await page.close();
  });
});
