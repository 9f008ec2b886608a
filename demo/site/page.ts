import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { html } from 'hono/html';
import type { Markup } from './markup.js';
import { siteHeader, type Brand, type Place } from './header.js';

/** A page of the demo. */
export interface Page {
  /** A BCP 47 tag. */
  readonly lang: string;
  readonly title: string;
  /** One sentence about the page, for search engines. */
  readonly description: string;
  readonly brand: Brand;
  /** The navigation entry of this page. */
  readonly place: Place;
  /** Without the header and the styles of the demo: like a merchant's page. */
  readonly isPlain?: boolean;
  /** Paths of style sheets, after those of every page. */
  readonly styles?: readonly string[];
  /** Paths of scripts, in the order in which they run. */
  readonly scripts: readonly string[];
  /** The content at the end of the header, beside the theme button. */
  readonly tools?: Markup;
  readonly main: Markup;
}

/** The settings of the site that every page uses. */
export interface PageSettings {
  /** `index.html`, the document that each page fills. */
  readonly template: string;
  readonly addresses: Readonly<Record<Place, string>>;
  /** Allows the styles of a slip in the HTML. */
  readonly styleHash: string;
}

/** The style sheets of every page with a header. */
const BASE = ['/demo/site/header.css', '/demo/site/site.css'];

/**
 * Sends a page with the strictest Content-Security-Policy that a merchant can set and under which the
 * elements must work.
 */
export async function sendPage(
  c: Context,
  page: Page,
  { template, addresses, styleHash }: PageSettings,
): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  c.header('Content-Security-Policy', policyOf(nonce, styleHash, new URL(c.req.url).origin));
  c.header('Cache-Control', 'no-store, no-transform');
  c.header('Referrer-Policy', 'same-origin');
  const theme = themeOf(c);
  const values: Readonly<Record<string, unknown>> = {
    LANG: page.lang,
    THEME: theme,
    TITLE: page.title,
    DESCRIPTION: page.description,
    NONCE: nonce,
    STYLES: [...(page.isPlain ? [] : BASE), ...(page.styles ?? [])].map(
      (path) => html`<link rel="stylesheet" href="${path}" />`,
    ),
    SCRIPTS: page.scripts.map((path) => html`<script type="module" nonce="${nonce}" src="${path}"></script>`),
    HEADER: page.isPlain ? '' : siteHeader({ ...page, theme, addresses }),
    MAIN: page.main,
  };
  return c.html(await fill(await readFile(template, 'utf8'), values));
}

/** Replaces each `%NAME%` with its value, escaped unless it is markup. */
async function fill(template: string, values: Readonly<Record<string, unknown>>): Promise<string> {
  const parts = template.split(/%([A-Z]+)%/);
  const filled = await Promise.all(
    parts.map(async (part, at) => (at % 2 === 0 ? part : html`${values[part] as string}`)),
  );
  return filled.join('');
}

/** The color scheme that the visitor chose with the button of the header. */
function themeOf(c: Context): string {
  const theme = getCookie(c, 'theme');
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

/**
 * The policy of SECURITY.md, extended for the demo's own pages: the styles of the shop's slip, their icon,
 * and the payer's phone in a frame.
 */
function policyOf(nonce: string, styleHash: string, origin: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' ${styleHash}`,
    "connect-src 'self'",
    `img-src ${origin}/demo/site/icon.svg`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types deposit-slip deposit-history lit-html',
  ].join('; ');
}
