import { puppeteerCore } from '@web/test-runner-chrome';
import { emulateMedia, puppeteerInput, setPermission, type UserInput } from '../../browsers/user-input.js';
import { chromiumOptions, firefoxOptions } from '../../browsers/launch.js';
import { pageOf, type Port } from './page.js';
import { speechOf } from './speech.js';
import { rejectEmulation, type Browser, type Emulation, type PuppeteerOnly } from './types.js';

type Engine = 'chromium' | 'firefox';

/**
 * Emulates a mouse, as on a desktop: the headless shell has no pointer, so `(pointer: fine)` and `(hover:
 * hover)` would not match.
 */
const MOUSE =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

/** Independent of the desktop's own setting. */
const FIREFOX_PREFERENCES = { 'layout.css.prefers-color-scheme.content-override': 1 };

async function prepareChromium(page: puppeteerCore.Page, emulation: Emulation): Promise<void> {
  const { colorScheme = 'light', forcedColors, reducedMotion, locale, timeZone, scripts } = emulation;
  // A browser with a window grants it on a click.
  await setPermission(page.browserContext(), 'clipboard-write', 'granted');
  await emulateMedia(page, {
    colorScheme,
    ...(forcedColors && { forcedColors }),
    ...(reducedMotion && { reducedMotion }),
  });
  if (scripts === false) await page.setJavaScriptEnabled(false);
  if (timeZone !== undefined) await page.emulateTimezone(timeZone);
  if (locale === undefined) return;
  const protocol = await page.createCDPSession();
  const userAgent = await page.browser().userAgent();
  await protocol.send('Emulation.setLocaleOverride', { locale });
  await protocol.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
}

function inputOf(page: puppeteerCore.Page, touch: boolean): UserInput {
  const input = puppeteerInput(page);
  return touch ? { ...input, click: (x, y) => page.touchscreen.tap(x, y) } : input;
}

function portOf(engine: Engine, page: puppeteerCore.Page, touch: boolean): Port<puppeteerCore.Page> {
  const context = page.browserContext();
  return {
    engine,
    input: inputOf(page, touch),
    goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    reload: async () => void (await page.reload({ waitUntil: 'load' })),
    toFront: () => page.bringToFront(),
    run: (expression) => page.evaluate(expression),
    newWindow: () => context.newPage(),
    inside: async (other, task) => {
      try {
        const run = (expression: string) => other.evaluate(expression);
        return await task({ run, input: puppeteerInput(other) });
      } finally {
        await other.close();
        await page.bringToFront();
      }
    },
    close: () => context.close(),
  };
}

function puppeteerOnly(engine: Engine, page: puppeteerCore.Page): PuppeteerOnly {
  return {
    screenshot: async () => Buffer.from(await page.screenshot({ type: 'png', fullPage: true })),
    pdf: async () => Buffer.from(await page.pdf({ format: 'a4' })),
    speech: (selector) => speechOf(page, selector),
    setOffline: (isOffline) => page.setOfflineMode(isOffline),
    beforeScripts: async (source) => void (await page.evaluateOnNewDocument(source)),
    record: async () => {
      if (engine !== 'chromium') throw new Error(`The driver cannot record a page in ${engine}.`);
      const requests: string[] = [];
      const messages: string[] = [];
      const protocol = await page.createCDPSession();
      await protocol.send('Network.enable');
      protocol.on('Network.requestWillBeSent', ({ request }) => void requests.push(request.url));
      protocol.on('Network.webSocketCreated', ({ url }) => void requests.push(url));
      page.on('console', (message) => void messages.push(message.text()));
      page.on('pageerror', (error) => void messages.push(String(error)));
      page.on('popup', (popup) => void messages.push(popup?.url() ?? 'a window'));
      page.on('workercreated', (worker) => void messages.push(worker.url()));
      return { requests, messages };
    },
    kept: async () => {
      if (engine !== 'chromium') throw new Error(`The driver cannot count what a page keeps in ${engine}.`);
      const protocol = await page.createCDPSession();
      // Objects that only weak references reach are collected by the second time.
      for (let time = 0; time < 2; time++) await protocol.send('HeapProfiler.collectGarbage');
      await protocol.detach();
      const { Nodes: nodes, JSEventListeners: listeners } = await page.metrics();
      if (!nodes || listeners === undefined)
        throw new Error('The browser counts neither nodes nor listeners.');
      return { nodes, listeners };
    },
  };
}

export async function openPuppeteerBrowser(engine: Engine): Promise<Browser> {
  const browser = await puppeteerCore.launch(
    engine === 'firefox' ? firefoxOptions(FIREFOX_PREFERENCES) : chromiumOptions([MOUSE]),
  );
  return {
    engine,
    async newPage({ width, height, ...emulation }) {
      if (engine === 'firefox') rejectEmulation(engine, emulation);
      const page = await (await browser.createBrowserContext()).newPage();
      const { zoom = 1, touch = false } = emulation;
      await page.setViewport({
        width: width / zoom,
        height: height / zoom,
        deviceScaleFactor: zoom,
        ...(touch && { isMobile: true, hasTouch: true }),
      });
      if (engine === 'chromium') await prepareChromium(page, emulation);
      return { ...pageOf(portOf(engine, page, touch)), ...puppeteerOnly(engine, page) };
    },
    close: () => browser.close(),
  };
}
