import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { HAS_PACKAGE, packagedChromium } from './packaged.js';

/** The engines that the element supports. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

/** The programs that drive WebKitGTK. `xvfb` is absent if the machine already has a display. */
interface WebkitPaths {
  driver: string;
  browser: string;
  xvfb?: string;
}

const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
];
const CHROMIUM_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
];
const FIREFOX_NAMES = ['firefox-esr', 'firefox'];
const FIREFOX_PLACES = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:/Program Files/Mozilla Firefox/firefox.exe',
];
const LIBRARY_FOLDERS = ['/usr/lib', '/usr/lib64', '/usr/libexec'];
const APT = 'apt-get install --no-install-recommends';

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isRunnable);
}

/** A Chromium or Chrome: one of the machine, or else the one that npm brings for Linux on x64. */
export function findChromium(): string | undefined {
  return (
    process.env['CHROME_PATH'] ??
    onPath(CHROMIUM_NAMES) ??
    CHROMIUM_PLACES.find(isRunnable) ??
    (HAS_PACKAGE ? packagedChromium() : undefined)
  );
}

export const NO_CHROMIUM = `No Chrome, Chromium or Edge was found: on Debian run "${APT} chromium-headless-shell", elsewhere set CHROME_PATH.`;

/** Throws if there is none. */
export function requireChromium(): string {
  const found = findChromium();
  if (found === undefined) throw new Error(NO_CHROMIUM);
  return found;
}

export function findFirefox(): string | undefined {
  return process.env['FIREFOX_PATH'] ?? onPath(FIREFOX_NAMES) ?? FIREFOX_PLACES.find(isRunnable);
}

/** MiniBrowser is in a folder named after the processor (Debian) or in libexec (Fedora). */
function findMiniBrowser(): string | undefined {
  const list = (folder: string): string[] => {
    try {
      return readdirSync(folder).map((name) => join(folder, name));
    } catch {
      return [];
    }
  };
  const isWebkit = (path: string): boolean => /\/webkit2?gtk-[\d.]+$/.test(path);
  return LIBRARY_FOLDERS.flatMap((folder) => [
    ...list(folder),
    ...list(folder)
      .filter((path) => path.endsWith('-linux-gnu'))
      .flatMap(list),
  ])
    .filter(isWebkit)
    .map((path) => join(path, 'MiniBrowser'))
    .find(isRunnable);
}

export function findWebkit(): WebkitPaths | undefined {
  const driver = onPath(['WebKitWebDriver']);
  const browser = findMiniBrowser();
  const xvfb = onPath(['Xvfb']);
  if (driver === undefined || browser === undefined) return undefined;
  if (xvfb !== undefined) return { driver, browser, xvfb };
  return process.env['DISPLAY'] === undefined ? undefined : { driver, browser };
}

const MISSING: Record<Exclude<Engine, 'chromium'>, string> = {
  firefox: `Firefox was not found: on Debian run "${APT} firefox-esr".`,
  webkit: `WebKitGTK's driver, browser or display was not found: on Debian run "${APT} webkit2gtk-driver xvfb".`,
};

/**
 * The engines to test in: Chromium, and the others if they are installed. `ENGINES=chromium,webkit` selects
 * some of them. With CI=true a missing engine is an error, so that no run passes by skipping it.
 */
export function enginesHere(): Engine[] {
  requireChromium();
  const missing = missingEngines();
  if (missing.length > 0 && process.env['CI'] === 'true') throw new Error(MISSING[missing[0]!]);
  const all = ['chromium', 'firefox', 'webkit'] as const;
  return all.filter((engine) => isWanted(engine) && !missing.some((each) => each === engine));
}

/** A sentence for each engine that is wanted but not installed. */
export function missingEngineNotes(): readonly string[] {
  return missingEngines().map((engine) => MISSING[engine]);
}

function missingEngines(): readonly (keyof typeof MISSING)[] {
  const found = { firefox: findFirefox, webkit: findWebkit };
  return (['firefox', 'webkit'] as const).filter((engine) => isWanted(engine) && !found[engine]());
}

function isWanted(engine: Engine): boolean {
  return process.env['ENGINES']?.split(',').includes(engine) ?? true;
}
