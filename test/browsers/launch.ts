import type { puppeteerCore } from '@web/test-runner-chrome';
import { findFirefox, requireChromium } from './find.js';

type LaunchOptions = puppeteerCore.LaunchOptions;

/** Turns off everything that uses the network outside this machine. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const FIREFOX_PREFERENCES = {
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

/** The headless shell: Debian's full Chromium hangs with two pages at once. */
export function chromiumOptions(flags: readonly string[] = []): LaunchOptions {
  return { executablePath: requireChromium(), headless: 'shell', args: [...CHROMIUM_FLAGS, ...flags] };
}

export function firefoxOptions(preferences: Record<string, unknown> = {}): LaunchOptions {
  const executablePath = findFirefox();
  if (executablePath === undefined) throw new Error('Firefox was not found.');
  return {
    browser: 'firefox',
    executablePath,
    headless: true,
    // Without this, Firefox spends a third of its time reporting to puppeteer the hundreds of modules that
    // each page loads.
    networkEnabled: false,
    extraPrefsFirefox: { ...FIREFOX_PREFERENCES, ...preferences },
  };
}
