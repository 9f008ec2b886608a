/** A rectangle in CSS pixels from the top left corner of the top window's viewport. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Runs in the page: scrolls an element into view and measures it, even inside frames of the same origin. Null
 * if the element is invisible, or while its center is not yet in view: Firefox may still be scrolling.
 */
export function visibleBox(element: Element): Box | null {
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  let [x, y] = [left, top];
  let frame = element.ownerDocument.defaultView?.frameElement;
  while (frame) {
    const outer = frame.getBoundingClientRect();
    x += outer.left + frame.clientLeft;
    y += outer.top + frame.clientTop;
    frame = frame.ownerDocument.defaultView?.frameElement;
  }
  const [middle, center] = [x + width / 2, y + height / 2];
  const isInView = middle > 0 && middle < innerWidth && center > 0 && center < innerHeight;
  return width > 0 && height > 0 && isInView ? { x, y, width, height } : null;
}
