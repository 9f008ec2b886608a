/** Measures what a theme can spoil in the rendered element: text, buttons and the QR code. */
import { contrast } from '../../themes/contrast.js';

/** Sides of a rectangle and its corner radius, in px. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Below this contrast, text cannot be read at all (WCAG 2.2, 1.4.3, large text). */
const LEAST_CONTRAST = 3;
/** The rectangle of a text is higher than its letters. */
const LEADING = 3;
const MODULE_PX = 2;

/** Describes everything in an element that is too small, too wide or cut off. */
export function layoutFaults(element: HTMLElement, defaults: Heights): string[] {
  return [
    ...overflowOf(element),
    ...textsIn(element).flatMap(faultsOfText),
    ...buttonFaults(element, defaults),
    ...qrFaults(element),
  ];
}

/** Describes every text and drawing of an element that does not stand out from its background. */
export function colorFaults(element: HTMLElement): string[] {
  const texts = textsIn(element).map((text) => text.parentElement!);
  return [...new Set([...texts, ...controlsOf(element)])].flatMap((each) => {
    const layers = layersOf(each);
    const ratio = contrast(hexOf([...layers, getComputedStyle(each).color]), hexOf(layers));
    return ratio < LEAST_CONTRAST ? [`${nameOf(each)} has a contrast of ${ratio.toFixed(2)}`] : [];
  });
}

/** The heights of buttons and fields, in document order. */
export type Heights = readonly number[];

export function heightsOf(element: HTMLElement): Heights {
  return controlsOf(element).map((control) => control.getBoundingClientRect().height);
}

function controlsOf(element: HTMLElement): HTMLElement[] {
  const all = element.shadowRoot!.querySelectorAll<HTMLElement>('button, .button, summary, .field');
  return [...all].filter(isShown);
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
}

function overflowOf(element: HTMLElement): string[] {
  const room = element.parentElement!.getBoundingClientRect();
  const wide = [...element.shadowRoot!.querySelectorAll('*')].filter((each) => {
    if (!isShown(each) || each.closest('.sr')) return false;
    const { left, right } = each.getBoundingClientRect();
    return left < room.left - 0.5 || right > room.right + 0.5;
  });
  return wide.map((each) => `${nameOf(each)} is wider than its page`);
}

/** The text nodes that a payer can see. */
function textsIn(element: HTMLElement): Text[] {
  const walker = document.createTreeWalker(element.shadowRoot!, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement, data } = node as Text;
    if (data.trim() !== '' && parentElement && isShown(parentElement) && !parentElement.closest('.sr, style'))
      found.push(node as Text);
  }
  return found;
}

function faultsOfText(text: Text): string[] {
  const parent = text.parentElement!;
  const name = `"${text.data.trim().slice(0, 30)}" in ${nameOf(parent)}`;
  const style = getComputedStyle(parent);
  const faults: string[] = [];
  if (Number.parseFloat(style.fontSize) < 10) faults.push(`${name} is ${style.fontSize} high`);
  // A long code is cut short and fades out.
  if (parent.closest('.code, .line.value')) return faults;
  const lines = linesOf(text);
  if (lines.length === 0) faults.push(`${name} has no size`);
  for (let box: Element | null = parent; box; box = box.parentElement)
    if (!areInside(lines, box)) faults.push(`${name} leaves ${nameOf(box)}`);
  return faults;
}

/** The rectangles of the words. Spaces at the end of a line may extend beyond its edge. */
function linesOf(text: Text): DOMRect[] {
  return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return [...range.getClientRects()].filter(({ width }) => width > 1);
  });
}

/**
 * Whether the letters stay inside a box that clips them or is painted behind them, including its round
 * corners.
 */
function areInside(lines: readonly DOMRect[], element: Element): boolean {
  const style = getComputedStyle(element);
  const clips = style.overflow !== 'visible';
  const paints = element.matches('button, .button, .card, .lead, .notice, .reference, .epc');
  if (!clips && (!paints || isTransparent(style.backgroundColor))) return true;
  const box = element.getBoundingClientRect();
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.width / 2, box.height / 2);
  return lines.every((line) => isInside(line, box, radius));
}

function isInside({ left, right, top, bottom }: DOMRect, box: Box, radius: number): boolean {
  const letters = { left, right, top: top + LEADING, bottom: bottom - LEADING };
  if (!isWithin(letters, box)) return false;
  const [x1, x2] = [box.left + radius - left, right - (box.right - radius)];
  const [y1, y2] = [box.top + radius - letters.top, letters.bottom - (box.bottom - radius)];
  return [x1, x2].every((x) =>
    [y1, y2].every((y) => Math.hypot(Math.max(x, 0), Math.max(y, 0)) <= radius + 1),
  );
}

function isWithin(inner: Box, outer: Box): boolean {
  const slack = 1;
  return (
    inner.left >= outer.left - slack &&
    inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack &&
    inner.bottom <= outer.bottom + slack
  );
}

function buttonFaults(element: HTMLElement, defaults: Heights): string[] {
  return controlsOf(element).flatMap((control, at) => {
    const { height, width } = control.getBoundingClientRect();
    const least = Math.min(44, defaults[at] ?? 44) - 0.5;
    return height < least || width < 24
      ? [`${nameOf(control)} has a size of ${Math.round(width)} x ${Math.round(height)}`]
      : [];
  });
}

function qrFaults(element: HTMLElement): string[] {
  const svg = element.shadowRoot!.querySelector<SVGSVGElement>('.qr > svg');
  if (!svg || !isShown(svg)) return [];
  const { width, height } = svg.getBoundingClientRect();
  const style = getComputedStyle(svg);
  const modules = svg.viewBox.baseVal.width;
  const faults: string[] = [];
  if (Math.abs(width - height) > 1) faults.push(`the code is ${width} x ${height}`);
  if (width / modules < MODULE_PX) faults.push(`a module of the code is ${width / modules} px`);
  if (style.borderTopLeftRadius !== '8px')
    faults.push(`the code has corners of ${style.borderTopLeftRadius}`);
  if (style.backgroundColor !== 'rgb(255, 255, 255)') faults.push(`the code is on ${style.backgroundColor}`);
  return faults;
}

/** The colors painted behind an element, bottom layer first. */
function layersOf(element: Element): string[] {
  const layers: string[] = [];
  for (let each: Node | null = element; each; each = each.parentNode ?? (each as ShadowRoot).host ?? null)
    if (each instanceof Element) {
      const { backgroundColor, backgroundImage } = getComputedStyle(each);
      // The stripe that marks test data has its own gradient.
      layers.unshift(backgroundImage.startsWith('repeating') ? '#ffd84d' : backgroundColor);
    }
  return ['#ffffff', ...layers];
}

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;

/** Blends colors that are painted one over the other into one. */
function hexOf(layers: readonly string[]): string {
  const key = layers.join();
  const known = hexes.get(key);
  if (known !== undefined) return known;
  for (const layer of layers) {
    canvas.fillStyle = layer;
    canvas.fillRect(0, 0, 1, 1);
  }
  const channels = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  const hex = `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  hexes.set(key, hex);
  return hex;
}

const hexes = new Map<string, string>();

function isTransparent(color: string): boolean {
  return color === 'transparent' || color.endsWith(', 0)');
}

function nameOf({ localName, className }: Element): string {
  return typeof className === 'string' ? `${localName}.${className.trim().replace(/ +/g, '.')}` : localName;
}
