import { chromeLauncher, puppeteerCore, type ChromeLauncher } from '@web/test-runner-chrome';
import type { BrowserLauncher } from '@web/test-runner';
import { enginesHere, type Engine } from './find.js';
import { emulateMedia, setPermission } from './user-input.js';
import { chromiumOptions, firefoxOptions } from './launch.js';
import { WebkitLauncher } from './webkit.js';

/**
 * Resets a page after each test file, since the next file uses it again. The headless shell denies access to
 * the clipboard, which a browser with a window grants on a click.
 */
function fresh(launcher: ChromeLauncher): ChromeLauncher {
  const stop = launcher.stopSession.bind(launcher);
  launcher.stopSession = async (id) => {
    const page = launcher.getPage(id);
    await emulateMedia(page, {});
    await page.browserContext().clearPermissionOverrides();
    await setPermission(page.browserContext(), 'clipboard-write', 'granted');
    return stop(id);
  };
  return launcher;
}

function chromium(): BrowserLauncher {
  const launcher = chromeLauncher({
    puppeteer: puppeteerCore,
    concurrency: 1,
    launchOptions: chromiumOptions(),
    createBrowserContext: async ({ browser }) => {
      const context = browser.defaultBrowserContext();
      await setPermission(context, 'clipboard-write', 'granted');
      return context;
    },
  });
  return fresh(launcher);
}

function launcherOf(engine: Engine): BrowserLauncher {
  if (engine === 'webkit') return new WebkitLauncher();
  if (engine === 'chromium') return chromium();
  return chromeLauncher({ puppeteer: puppeteerCore, concurrency: 1, launchOptions: firefoxOptions() });
}

/** A launcher for each engine found; `ENGINES=chromium,webkit` narrows a run. */
export function launchersHere(): BrowserLauncher[] {
  return enginesHere().map(launcherOf);
}
