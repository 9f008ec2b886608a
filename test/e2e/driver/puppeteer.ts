import { setTimeout as pause } from 'node:timers/promises';
import { puppeteerCore } from '@web/test-runner-chrome';
import { emulateMedia, puppeteerInput, setPermission } from '../../browsers/user-input.js';
import { chromiumOptions, firefoxOptions } from '../../browsers/launch.js';
import { DrivenPage, type Port } from './page.js';
import type { Browser, PageOptions } from './types.js';

type Engine = 'chromium' | 'firefox';

/** A host name for pages of an insecure origin, resolved to this machine in both engines. */
const INSECURE_HOST = 'shop.test';
const CHROMIUM_FLAGS = [`--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`];
const FIREFOX_PREFERENCES = { 'network.dns.localDomains': INSECURE_HOST };

/** Firefox reads both at its start only. */
function firefoxPreferences({ colorScheme, locale }: PageOptions): Record<string, unknown> {
  return {
    ...FIREFOX_PREFERENCES,
    'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
    ...(locale === undefined ? {} : { 'intl.accept_languages': locale }),
  };
}

async function launch(engine: Engine, options: PageOptions): Promise<puppeteerCore.Browser> {
  const settings =
    engine === 'firefox'
      ? firefoxOptions(firefoxPreferences(options))
      : await chromiumOptions(CHROMIUM_FLAGS);
  return puppeteerCore.launch(settings);
}

async function prepareChromium(page: puppeteerCore.Page, options: PageOptions): Promise<void> {
  const { colorScheme = 'light', forcedColors, reducedMotion, locale, timeZone } = options;
  const permissions = { 'clipboard-write': 'granted', ...options.permissions } as const;
  for (const [name, state] of Object.entries(permissions))
    await setPermission(page.browserContext(), name, state);
  await emulateMedia(page, {
    colorScheme,
    ...(forcedColors && { forcedColors }),
    ...(reducedMotion && { reducedMotion }),
  });
  if (timeZone !== undefined) await page.emulateTimezone(timeZone);
  if (locale === undefined) return;
  const protocol = await page.createCDPSession();
  const userAgent = await page.browser().userAgent();
  await protocol.send('Emulation.setLocaleOverride', { locale });
  await protocol.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: locale });
}

/** Options that only Chromium supports. */
const CHROMIUM_OPTIONS = ['permissions', 'timeZone', 'zoom', 'forcedColors', 'reducedMotion'] as const;

function isBlank(page: puppeteerCore.Page): boolean {
  return ['', 'about:blank', ':'].includes(page.url());
}

async function openedBy(
  page: puppeteerCore.Page,
  action: () => Promise<void>,
  until: number,
): Promise<string> {
  const context = page.browserContext();
  const before = new Set(await context.pages());
  await action();
  for (;;) {
    const opened = (await context.pages()).find((one) => !before.has(one));
    if (opened && !isBlank(opened)) {
      const url = opened.url();
      await opened.close();
      await page.bringToFront();
      return url;
    }
    if (Date.now() > until) throw new Error(`No window was opened${opened ? ' with a URL' : ''}.`);
    await pause(25);
  }
}

function portOf(engine: Engine, page: puppeteerCore.Page): Port {
  return {
    engine,
    input: puppeteerInput(page),
    goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    reload: async () => void (await page.reload({ waitUntil: 'load' })),
    run: (expression) => page.evaluate(expression),
    aside: async (task) => {
      const other = await page.browserContext().newPage();
      try {
        return await task({ run: (expression) => other.evaluate(expression), input: puppeteerInput(other) });
      } finally {
        await other.close();
        await page.bringToFront();
      }
    },
    openedBy: (action, until) => openedBy(page, action, until),
    close: () => page.browserContext().close(),
    puppeteer: page,
  };
}

export function openPuppeteerBrowser(engine: Engine): Browser {
  // Chromium emulates colour scheme and language per page; Firefox needs a process for each pair.
  const started = new Map<string, Promise<puppeteerCore.Browser>>();
  const browserFor = (options: PageOptions): Promise<puppeteerCore.Browser> => {
    const key = engine === 'chromium' ? '' : `${options.colorScheme ?? 'light'} ${options.locale ?? ''}`;
    const browser = started.get(key) ?? launch(engine, options);
    started.set(key, browser);
    return browser;
  };
  return {
    engine,
    async newPage(options) {
      const unsupported = CHROMIUM_OPTIONS.filter((name) => options[name] !== undefined);
      if (engine === 'firefox' && unsupported.length > 0)
        throw new Error(`Firefox does not support ${unsupported.join(', ')}.`);
      const context = await (await browserFor(options)).createBrowserContext();
      const page = await context.newPage();
      const { width, height, zoom = 1 } = options;
      await page.setViewport({ width: width / zoom, height: height / zoom, deviceScaleFactor: zoom });
      if (engine === 'chromium') await prepareChromium(page, options);
      return new DrivenPage(portOf(engine, page));
    },
    async close() {
      const browsers = await Promise.allSettled(started.values());
      for (const browser of browsers) if (browser.status === 'fulfilled') await browser.value.close();
    },
  };
}
