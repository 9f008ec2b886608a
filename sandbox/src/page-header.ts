import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { AppContext, SandboxPage } from './app-context.js';
import type { Markup } from './http/markup.js';

const STYLES = '/sandbox/header.css';

type Context = Pick<AppContext, 'pageHeader'>;

/** The link to the style sheet of the header, for the head of a page. */
export function headerStyles({ pageHeader }: Context): Markup | '' {
  return pageHeader ? html`<link rel="stylesheet" href="${STYLES}" />` : '';
}

/** The header, for the beginning of a page. */
export function headerMarkup({ pageHeader }: Context, page: SandboxPage): Markup | '' {
  return pageHeader ? raw(pageHeader.html(page)) : '';
}

export function headerRoutes({ pageHeader }: Context): Hono {
  const app = new Hono();
  if (pageHeader)
    app.get(STYLES, (c) => c.body(pageHeader.styles, 200, { 'content-type': 'text/css; charset=utf-8' }));
  return app;
}
