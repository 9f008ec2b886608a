import type { puppeteerCore } from '@web/test-runner-chrome';
import { splitCombination } from './keys.js';

export interface Size {
  width: number;
  height: number;
}

export interface MediaFeatures {
  /** The output medium; the screen by default. */
  medium?: 'screen' | 'print';
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
  forcedColors?: 'active' | 'none';
}

export type PermissionSetting = 'granted' | 'denied';

/** Always the primary button: after any other, WebKit's driver types no capitals. */
export interface ClickOptions {
  /** 2 for a double click. */
  count?: number;
}

/**
 * Real user input and emulation through the browser, so that every event is trusted. Positions are CSS pixels
 * from the top left corner of the viewport.
 */
export interface UserInput {
  click(x: number, y: number, options?: ClickOptions): Promise<void>;
  type(text: string): Promise<void>;
  /** One key or a combination: `Enter`, `Tab`, `Shift+Tab`, `Control+a`. */
  press(combination: string): Promise<void>;
  viewport(size: Size): Promise<void>;
  /** Rejects in engines that cannot emulate media features in a running page. */
  media(features: MediaFeatures): Promise<void>;
  /** Sets a permission for every origin. Rejects in engines that do not support it. */
  permission(name: string, state: PermissionSetting): Promise<void>;
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>;
}

type PuppeteerPage = puppeteerCore.Page;

const FEATURES = [
  ['colorScheme', 'prefers-color-scheme'],
  ['reducedMotion', 'prefers-reduced-motion'],
  ['forcedColors', 'forced-colors'],
] as const;

/** One protocol session per page: a session cannot undo what another one emulates. */
const protocols = new WeakMap<PuppeteerPage, puppeteerCore.CDPSession>();

/** Uses the protocol directly: puppeteer's own method does not support forced colors. */
export async function emulateMedia(page: PuppeteerPage, wanted: MediaFeatures): Promise<void> {
  const features = FEATURES.flatMap(([key, name]) => {
    const value = wanted[key];
    return value === undefined ? [] : [{ name, value }];
  });
  const protocol = protocols.get(page) ?? (await page.createCDPSession());
  protocols.set(page, protocol);
  await protocol.send('Emulation.setEmulatedMedia', { media: wanted.medium ?? '', features });
}

/** Sets a permission for every origin. `writeText` needs the one named `clipboard-write`. */
export async function setPermission(
  context: puppeteerCore.BrowserContext,
  name: string,
  state: PermissionSetting,
): Promise<void> {
  await context.setPermission('*', { permission: { name }, state });
}

async function pressOn(page: PuppeteerPage, combination: string): Promise<void> {
  const { modifiers, key } = splitCombination(combination);
  for (const modifier of modifiers) await page.keyboard.down(modifier as puppeteerCore.KeyInput);
  try {
    // Chromium's headless shell has no menu, so the commands of its editing shortcuts are named explicitly.
    const commands = modifiers.includes('Control') ? EDITING[key.toLowerCase()] : undefined;
    await page.keyboard.press(
      key as puppeteerCore.KeyInput,
      commands === undefined ? {} : { commands: [commands] },
    );
  } finally {
    for (const modifier of modifiers.toReversed()) await page.keyboard.up(modifier as puppeteerCore.KeyInput);
  }
}

const EDITING: Record<string, string> = { a: 'SelectAll', c: 'Copy', v: 'Paste', x: 'Cut', z: 'Undo' };

/** Puppeteer drives Chromium through its debugging protocol and Firefox through WebDriver BiDi. */
export function puppeteerInput(page: PuppeteerPage): UserInput {
  return {
    click: (x, y, { count = 1 } = {}) => page.mouse.click(x, y, { count }),
    type: (text) => page.keyboard.type(text),
    press: (combination) => pressOn(page, combination),
    viewport: (size) => page.setViewport(size),
    media: (features) => emulateMedia(page, features),
    permission: (name, state) => setPermission(page.browserContext(), name, state),
    screenshot: async () => Buffer.from(await page.screenshot({ type: 'png', captureBeyondViewport: false })),
  };
}
