/** A rectangle in CSS pixels from the top left corner of the top window's viewport. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Source of an expression that calls the function in the page. tsx adds calls of `__name` to functions, which the page
 * does not have.
 */
export function sourceOf(fn: ((...args: never[]) => unknown) | string, args: readonly unknown[]): string {
  if (typeof fn === 'string') return fn;
  const list = args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(', ');
  return `(() => { const __name = (it) => it; return (${String(fn)})(${list}); })()`;
}

/**
 * Runs in the page: scrolls the located element into view and measures it. Null while there is no such element or its
 * center is not yet in view: Firefox may still be scrolling.
 */
export function boxOf(locator: string): Box | null {
  let root: Document | ShadowRoot | Element = document;
  let found: Element | null = null;
  for (const step of locator.split(' >> ')) {
    found = root.querySelector(step);
    if (!found) return null;
    root = (found as HTMLIFrameElement).contentDocument ?? found.shadowRoot ?? found;
  }
  if (!found) return null;
  found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  if (width === 0 || height === 0) return null;
  let [x, y] = [left, top];
  let frame = found.ownerDocument.defaultView?.frameElement;
  while (frame) {
    const outer = frame.getBoundingClientRect();
    x += outer.left + frame.clientLeft;
    y += outer.top + frame.clientTop;
    frame = frame.ownerDocument.defaultView?.frameElement;
  }
  const isInView =
    x + width / 2 > 0 && x + width / 2 < innerWidth && y + height / 2 > 0 && y + height / 2 < innerHeight;
  return isInView ? { x, y, width, height } : null;
}
