import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { icon, sun } from './icons.js';
import type { Markup } from './markup.js';

/** The owner of the page: the shop, or a tool of the product. */
export type Brand = 'Tienda Sol' | 'deposit-slip';

/** The parts of the demo, in the order of the navigation. */
const PLACES = {
  shop: 'Shop',
  methods: 'Methods',
  workbench: 'Workbench',
  wallet: 'Wallet',
  simulator: 'Simulator',
  console: 'Console',
} as const;

export type Place = keyof typeof PLACES;

export interface SiteHeader {
  readonly brand: Brand;
  readonly place: Place;
  /** The color scheme, for the button that changes it. Absent: there is no button. */
  readonly theme?: string;
  readonly tools?: Markup;
  /** The address of each entry. */
  readonly addresses: Readonly<Record<Place, string>>;
}

/** The header of a page of the demo. */
export function siteHeader(header: SiteHeader): HtmlEscapedString {
  // Nothing in the header is asynchronous.
  return html`<header class="site-header">${contentOf(header)}</header>` as HtmlEscapedString;
}

/** The same header for a page of the sandbox, which has its own banner. */
export function guestHeader(header: SiteHeader): HtmlEscapedString {
  return html`<section class="site-header" aria-label="${header.brand}">
    ${contentOf(header)}
  </section>` as HtmlEscapedString;
}

function contentOf({ brand, place, theme, tools, addresses }: SiteHeader): Markup {
  return html`<p class="brand">${sun()}<span translate="no">${brand}</span></p>
    <nav aria-label="Demo" lang="en">
      ${(Object.keys(PLACES) as Place[]).map((name) => {
        const current = name === place ? html`aria-current="page"` : '';
        return html`<a href="${addresses[name]}" ${current}>${PLACES[name]}</a>`;
      })}
    </nav>
    <div class="tools">${tools ?? ''} ${theme === undefined ? '' : themeButton(theme)}</div>`;
}

function themeButton(theme: string): Markup {
  return html`<button type="button" id="theme" class="round" lang="en" aria-label="Theme: ${theme}">
    ${icon('theme')}
  </button>`;
}
