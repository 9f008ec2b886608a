/**
 * Real input for element tests; runs in the page under test. The browser itself makes the events, so they are
 * trusted and count as user activation in every engine.
 */
import { executeServerCommand } from '@web/test-runner-commands';
import { isSoak } from '../proofs/scale.js';
import { visibleBox } from './box.js';
import type { Engine } from './find.js';
import type { ClickOptions, MediaFeatures, Size } from './user-input.js';
import type { InputCommand } from './input-command.js';

/** Viewport coordinates, for a point inside a frame of another origin, where this document has no element. */
export interface Point {
  x: number;
  y: number;
}

function engineOf(userAgent: string): Engine {
  if (userAgent.includes('Firefox/')) return 'firefox';
  return userAgent.includes('Chrome/') ? 'chromium' : 'webkit';
}

export const engine: Engine = engineOf(navigator.userAgent);

/** Whether this engine runs the tests whose result does not depend on the engine. */
export const isJudge = isSoak || engine === 'chromium';

/** Only Chromium emulates media features in a running page. */
export const canEmulateMedia = engine === 'chromium';

function send(...command: InputCommand): Promise<unknown> {
  return executeServerCommand('real-input', command);
}

const SCROLL_MS = 1_000;

/** The point to click: the center of an element, once it is in view. */
async function pointOf(target: Element | Point): Promise<Point> {
  if (!('getBoundingClientRect' in target)) return target;
  const deadline = performance.now() + SCROLL_MS;
  while (performance.now() < deadline) {
    const box = visibleBox(target);
    if (box) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await new Promise(requestAnimationFrame);
  }
  throw new Error(`<${target.localName}> is not visible and cannot be clicked.`);
}

/** Scrolls the element into view and clicks its center with the real mouse. */
export async function realClick(target: Element | Point, options: ClickOptions = {}): Promise<void> {
  const { x, y } = await pointOf(target);
  await send('click', x, y, options);
}

/** Types into the focused element. */
export async function typeText(text: string): Promise<void> {
  await send('type', text);
}

/** Presses a key or a combination: `Enter`, `Tab`, `Shift+Tab`, `Control+a`. */
export async function press(combination: string): Promise<void> {
  await send('press', combination);
}

/** Resizes the viewport. WebKit's narrowest is 290 px. Every test file starts at 800 x 600. */
export async function setViewport(size: Size): Promise<void> {
  await send('viewport', size);
}

/** Emulates media features until the end of the test file. Throws where `canEmulateMedia` is false. */
export async function emulateMedia(features: MediaFeatures): Promise<void> {
  if (!canEmulateMedia) throw new Error(`${engine} cannot emulate media features in a running page.`);
  await send('media', features);
}

/**
 * Grants or denies a permission (`clipboard-write`, `clipboard-read`) to every page until the end of the test
 * file. Chromium only. Writing to the clipboard is granted at the start, as in a browser with a window.
 */
export async function setPermission(name: string, state: 'granted' | 'denied'): Promise<void> {
  if (engine !== 'chromium') throw new Error(`${engine} does not support setting permissions.`);
  await send('permission', name, state);
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

/** A PNG in base64 of the viewport, or of the part of it that the element covers. */
export async function screenshot(element?: Element): Promise<string> {
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const whole = String(await send('screenshot'));
  return element === undefined ? whole : crop(whole, element);
}

/**
 * Runs a task in a focused text field, removes the field, restores the focus and returns the field's text.
 */
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

/** The text on the clipboard, read by pasting it into a field. */
export function clipboardText(): Promise<string> {
  return inField('', () => press('Control+v'));
}

/** Puts text on the clipboard by selecting it in a field and pressing the copy keys. */
export async function setClipboard(text: string): Promise<void> {
  await inField(text, (field) => {
    field.select();
    return press('Control+c');
  });
}
