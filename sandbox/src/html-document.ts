import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { AppContext, SandboxPage } from './app-context.js';
import type { Markup } from './http/markup.js';

const STYLES = '/sandbox/header.css';

type Context = Pick<AppContext, 'pageHeader'>;

interface Parts {
  /** A BCP 47 tag. Default: English. */
  readonly lang?: string;
  readonly title: string;
  /** Further content of the head: style sheets and scripts. */
  readonly head: Markup;
  readonly body: Markup;
}

/** A page of the sandbox, below the header of the site that runs it. */
export async function htmlDocument(
  { pageHeader }: Context,
  place: SandboxPage,
  { lang = 'en', title, head, body }: Parts,
): Promise<string> {
  return String(
    await html`<!doctype html>
      <html lang="${lang}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          ${head} ${pageHeader ? html`<link rel="stylesheet" href="${STYLES}" />` : ''}
        </head>
        <body>
          ${pageHeader ? raw(pageHeader.html(place)) : ''} ${body}
        </body>
      </html>`,
  );
}

/** An HTML response. */
export function page(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

export function headerRoutes({ pageHeader }: Context): Hono {
  const app = new Hono();
  if (pageHeader)
    app.get(STYLES, (c) => c.body(pageHeader.styles, 200, { 'content-type': 'text/css; charset=utf-8' }));
  return app;
}
