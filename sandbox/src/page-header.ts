import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { AppContext } from './app-context.js';
import type { Markup } from './simulator/markup.js';

/** The pages of the sandbox. */
export type SandboxPage = 'simulator' | 'console' | 'api';

/** What stands above every page of the sandbox: the navigation of a site that runs it. */
export interface PageHeader {
  /** The header on a page, as HTML. It is written as it is. */
  readonly html: (page: SandboxPage) => string;
  /** The style sheet of the header. */
  readonly styles: string;
}

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
