import { record } from '../../core/record.js';

/**
 * Brings the top of an element into view if it is not. `scroll-padding` of the page keeps it clear of a
 * sticky header.
 */
export function showTop(element: Element): void {
  const { top } = element.getBoundingClientRect();
  if (top < 0 || top > innerHeight * 0.8)
    element.scrollIntoView(record({ block: 'start', behavior: behavior() }));
}

/** Brings an element into view if less than half of it is visible. */
export function showHalf(element: Element): void {
  const { top, bottom, height } = element.getBoundingClientRect();
  const visible = Math.min(bottom, innerHeight) - Math.max(top, 0);
  if (visible < Math.min(height, innerHeight) / 2)
    element.scrollIntoView(record({ block: 'center', behavior: behavior() }));
}

function behavior(): ScrollBehavior {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
