import { setTimeout as pause } from 'node:timers/promises';
import type { ClickOptions, UserInput, Size } from './user-input.js';
import { splitCombination, webdriverKey } from './keys.js';
import { SCREEN, type WebdriverSession } from './webdriver.js';

function pointer(session: WebdriverSession, actions: object[]): Promise<unknown> {
  return session.call('POST', '/actions', {
    actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
  });
}

function move(x: number, y: number): object {
  // WebDriver accepts whole pixels only.
  return { type: 'pointerMove', origin: 'viewport', duration: 0, x: Math.round(x), y: Math.round(y) };
}

async function click(session: WebdriverSession, x: number, y: number, options: ClickOptions): Promise<void> {
  const once = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  const clicks = Array.from({ length: options.count ?? 1 }, () => once).flat();
  await pointer(session, [move(x, y), ...clicks]);
}

async function keys(session: WebdriverSession, actions: object[]): Promise<void> {
  await session.call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
}

async function type(session: WebdriverSession, text: string): Promise<void> {
  const strokes = [...text].flatMap((character) => {
    const value = character === '\n' ? webdriverKey('Enter') : character;
    return [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
  });
  await keys(session, strokes);
}

async function press(session: WebdriverSession, combination: string): Promise<void> {
  const { modifiers, key } = splitCombination(combination);
  const held = [...modifiers, key].map(webdriverKey);
  await keys(session, [
    ...held.map((value) => ({ type: 'keyDown', value })),
    ...held.toReversed().map((value) => ({ type: 'keyUp', value })),
  ]);
}

/** The size of the viewport. A page that is navigating away does not reply, so the next page is asked. */
async function inner(session: WebdriverSession, deadline: number): Promise<Size> {
  const script = 'return { width: innerWidth, height: innerHeight }';
  for (;;) {
    try {
      return (await session.call('POST', '/execute/sync', { script, args: [] })) as Size;
    } catch (error) {
      if (Date.now() > deadline || !String(error).includes('unload event')) throw error;
      await pause(20);
    }
  }
}

const SETTLE_MS = 3_000;

/**
 * WebDriver sizes the window, so the bars around the page are measured and added. The window stays in the
 * middle of the screen: Xvfb has no window manager, so the window under the pointer has the focus, and
 * without focus no `:focus` matches.
 */
async function viewport(session: WebdriverSession, wanted: Size): Promise<void> {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const now = await inner(session, deadline);
    const outer = (await session.call('GET', '/window/rect')) as Size;
    const width = outer.width + wanted.width - now.width;
    const height = outer.height + wanted.height - now.height;
    const x = Math.round((SCREEN.width - width) / 2);
    const y = Math.round((SCREEN.height - height) / 2);
    await session.call('POST', '/window/rect', { x, y, width, height });
    const after = await inner(session, deadline);
    if (after.width === wanted.width && after.height === wanted.height) return;
    if (Date.now() > deadline) {
      throw new Error(
        `WebKit has a viewport of ${after.width} x ${after.height} instead of ${wanted.width} x ${wanted.height}.`,
      );
    }
    await pause(20);
  }
}

/**
 * WebKit takes the screenshot with the next frame that it paints, and an idle page paints none. Toggling an
 * invisible element makes it paint without changing a pixel.
 */
const NUDGE = `
  const nudge = document.createElement('i');
  nudge.style.cssText = 'position: fixed; width: 1px; height: 1px; pointer-events: none';
  document.documentElement.append(nudge);
  const end = performance.now() + 3000;
  const paint = (now) => {
    nudge.style.visibility = nudge.style.visibility === 'hidden' ? 'visible' : 'hidden';
    if (nudge.isConnected && now < end) requestAnimationFrame(paint);
    else nudge.remove();
  };
  requestAnimationFrame(paint);
  window[Symbol.for('nudge')] = nudge;
`;
const REST = `window[Symbol.for('nudge')].remove();`;

async function screenshot(session: WebdriverSession): Promise<Buffer> {
  await session.call('POST', '/execute/sync', { script: NUDGE, args: [] });
  const png = await session.call('GET', '/screenshot');
  await session.call('POST', '/execute/sync', { script: REST, args: [] });
  return Buffer.from(String(png), 'base64');
}

export function webkitInput(session: WebdriverSession): UserInput {
  return {
    click: (x, y, options = {}) => click(session, x, y, options),
    type: (text) => type(session, text),
    press: (combination) => press(session, combination),
    viewport: (size) => viewport(session, size),
    media: () => Promise.reject(new Error('WebKit cannot emulate media features in a running page.')),
    permission: () => Promise.reject(new Error('WebKit does not support setting permissions.')),
    screenshot: () => screenshot(session),
  };
}
