/**
 * Runs in the page under test. Real input for element tests: the browser itself makes the events, so they
 * are trusted and give user activation, in all three engines.
 */
import { executeServerCommand } from '@web/test-runner-commands';
import type { Engine } from './find.js';
import type { ClickOptions, MediaFeatures, Size } from './user-input.js';
import type { InputCommand } from './input-command.js';

/** Viewport coordinates, for what no element of this document stands for (a foreign frame). */
export interface Point {
  x: number;
  y: number;
}

function engineOf(userAgent: string): Engine {
  if (userAgent.includes('Firefox/')) return 'firefox';
  return userAgent.includes('Chrome/') ? 'chromium' : 'webkit';
}

export const engine: Engine = engineOf(navigator.userAgent);

/** Media features can be emulated at run time in Chromium only. */
export const canEmulateMedia = engine === 'chromium';

function ask(command: InputCommand): Promise<unknown> {
  return executeServerCommand('real-input', command);
}

/** Where an element's centre is in the top window's viewport, also from inside same-origin frames. */
function centreOf(element: Element): Point {
  const box = element.getBoundingClientRect();
  let x = box.left + box.width / 2;
  let y = box.top + box.height / 2;
  let frame = element.ownerDocument.defaultView?.frameElement;
  while (frame) {
    const outer = frame.getBoundingClientRect();
    x += outer.left + frame.clientLeft;
    y += outer.top + frame.clientTop;
    frame = frame.ownerDocument.defaultView?.frameElement;
  }
  return { x, y };
}

function isInView({ x, y }: Point): boolean {
  return x > 0 && x < window.innerWidth && y > 0 && y < window.innerHeight;
}

const SCROLL_MS = 1_000;

/** Firefox may still be scrolling when it is asked where the element is. */
async function pointOf(target: Element | Point): Promise<Point> {
  if (!('getBoundingClientRect' in target)) return target;
  const deadline = performance.now() + SCROLL_MS;
  for (;;) {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = target.getBoundingClientRect();
    const centre = centreOf(target);
    if (box.width > 0 && box.height > 0 && isInView(centre)) return centre;
    if (box.width === 0 || box.height === 0 || performance.now() > deadline) {
      throw new Error(`<${target.localName}> has no size or is out of view, so nobody could click it.`);
    }
    await new Promise(requestAnimationFrame);
  }
}

/** Scrolls the element into view and clicks its centre with the real mouse. */
export async function realClick(target: Element | Point, options: ClickOptions = {}): Promise<void> {
  await ask({ do: 'click', ...(await pointOf(target)), options });
}

export async function realHover(target: Element | Point): Promise<void> {
  await ask({ do: 'hover', ...(await pointOf(target)) });
}

/** Types into whatever has the focus. */
export async function typeText(text: string): Promise<void> {
  await ask({ do: 'type', text });
}

/** One key or a combination: `Enter`, `Tab`, `Shift+Tab`, `Control+a`. */
export async function press(combination: string): Promise<void> {
  await ask({ do: 'press', combination });
}

/** WebKit's narrowest window is 290 px. Every test file starts at 800 x 600. */
export async function setViewport(size: Size): Promise<void> {
  await ask({ do: 'viewport', size });
}

/** Throws where `canEmulateMedia` is false. Forgotten at the end of the test file. */
export async function emulateMedia(features: MediaFeatures): Promise<void> {
  if (!canEmulateMedia) throw new Error(`${engine} cannot emulate media features in a running page.`);
  await ask({ do: 'media', features });
}

/**
 * Grants or denies a permission (`clipboard-write`, `clipboard-read`) to every page until the end of the test
 * file. Chromium only. At the start writing the clipboard is granted, as in a browser with a window.
 */
export async function setPermission(name: string, state: 'granted' | 'denied'): Promise<void> {
  if (engine !== 'chromium') throw new Error(`${engine} takes no permissions from outside.`);
  await ask({ do: 'permission', name, state });
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

async function crop(base64: string, element: Element): Promise<string> {
  const image = await createImageBitmap(new Blob([bytesOf(base64)], { type: 'image/png' }));
  const scale = image.width / innerWidth;
  const box = element.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(box.width * scale);
  canvas.height = Math.round(box.height * scale);
  canvas.getContext('2d')?.drawImage(image, -box.left * scale, -box.top * scale);
  return canvas.toDataURL('image/png').replace('data:image/png;base64,', '');
}

/** A PNG in base64 of the viewport, or of the part of it where the element is. */
export async function screenshot(element?: Element): Promise<string> {
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const whole = String(await ask({ do: 'screenshot' }));
  return element === undefined ? whole : crop(whole, element);
}

/** A field of the page's own, for as long as something is done in it; the focus returns to where it was. */
async function inField(text: string, does: (field: HTMLTextAreaElement) => Promise<void>): Promise<string> {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.style.cssText = 'position: fixed; left: 0; top: 0; width: 200px; height: 60px; z-index: 2147483647';
  field.value = text;
  document.body.append(field);
  field.focus();
  await does(field);
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return field.value;
}

/** What the clipboard holds as text, found the way a person would: by pasting it into a field. */
export function clipboardText(): Promise<string> {
  return inField('', () => press('Control+v'));
}

/** Puts text on the clipboard the way a person would: selected in a field, and copied. */
export async function setClipboard(text: string): Promise<void> {
  await inField(text, (field) => {
    field.select();
    return press('Control+c');
  });
}
