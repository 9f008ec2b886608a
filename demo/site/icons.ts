import { html } from 'hono/html';
import { ICON_PATHS, type Icon } from './icon-paths.js';
import type { Markup } from './markup.js';

/** A drawing that only repeats what a text says. */
export function icon(name: Icon): Markup {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="${ICON_PATHS[name]}" />
  </svg>`;
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
