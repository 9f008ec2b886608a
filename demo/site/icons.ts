import { html } from 'hono/html';
import type { Markup } from './markup.js';

/** Drawings of lines, in a box of 24 by 24. */
const PATHS = {
  theme: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Zm0 0v16m3-15v14m3-11.5v9',
  check: 'm5.5 12.5 4.2 4.2 8.8-9.4',
  box: 'M4.5 8 12 4l7.5 4v8L12 20l-7.5-4Zm0 0L12 12.2 19.5 8M12 12.2V20',
  truck:
    'M3 7h10.5v9.5H9.2m-4.4 0H3V7m10.5 3h3.8l3.2 3.2v3.3h-1.3m-4.4 0h-1.3M7 14.8a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8Zm10 0a1.9 1.9 0 1 1 0 3.8 1.9 1.9 0 0 1 0-3.8Z',
  wallet:
    'M4 8.5V17a2.5 2.5 0 0 0 2.5 2.5h11A2.5 2.5 0 0 0 20 17v-6a2.5 2.5 0 0 0-2.5-2.5H6a2 2 0 0 1 0-4h10.5V8.5M16.5 14h.01',
  scan: 'M4 8.5V6a2 2 0 0 1 2-2h2.5M15.5 4H18a2 2 0 0 1 2 2v2.5M20 15.5V18a2 2 0 0 1-2 2h-2.5M8.5 20H6a2 2 0 0 1-2-2v-2.5M7.5 12h9',
  phone:
    'M8.5 3h7A2.5 2.5 0 0 1 18 5.5v13a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 6 18.5v-13A2.5 2.5 0 0 1 8.5 3Zm2.5 15h2',
  chevron: 'm9.5 6 6 6-6 6',
  list: 'M9 7h10.5M9 12h10.5M9 17h10.5M5 7h.01M5 12h.01M5 17h.01',
  close: 'm6.5 6.5 11 11m0-11-11 11',
} as const;

/** A drawing that only repeats what a text says. */
export function icon(name: keyof typeof PATHS): Markup {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${PATHS[name]}" /></svg>`;
}

/** The mark of the shop: a sun with eight rays. */
export function sun(): Markup {
  return html`<svg class="sun" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="6.5" />
    <path
      d="M16 3v3.5M16 25.5V29M3 16h3.5M25.5 16H29M6.8 6.8l2.5 2.5M22.7 22.7l2.5 2.5M6.8 25.2l2.5-2.5M22.7 9.3l2.5-2.5"
    />
  </svg>`;
}
