import { html } from 'hono/html';
import type { Markup } from '../http/markup.js';
import { OFFERED } from './language.js';
import { backLink, icon } from './markup.js';
import type { PageContext } from './page-context.js';

/** A page of the simulated bank. */
export async function layout(pageContext: PageContext, title: string, main: Markup): Promise<string> {
  const { tag, texts } = pageContext.language;
  return String(
    await html`<!doctype html>
      <html lang="${tag}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="format-detection" content="telephone=no" />
          <title>${title} · ${texts.bank}</title>
          <link rel="stylesheet" href="/sandbox/pay.css" />
          ${pageContext.header.styles}
        </head>
        <body>
          ${pageContext.header.markup}
          <div class="bank ${pageContext.isOnPhone ? 'phone' : ''}">
            <header>
              <p class="name">
                ${icon('bank')}<strong>${texts.bank}</strong><span class="tag">${texts.simulator}</span>
              </p>
              ${pageContext.fiat ? html`<p class="own">${texts.own(pageContext.fiat)}</p>` : ''}
              <p class="notice">${texts.notice}</p>
            </header>
            <main>${main}</main>
            ${pageContext.isOnPhone ? '' : languages(pageContext)}
          </div>
        </body>
      </html>`,
  );
}

function languages(pageContext: PageContext): Markup {
  return html`<footer>
    <nav aria-label="${pageContext.language.texts.languages}">
      ${OFFERED.map((each) => languageLink(pageContext, each))}
    </nav>
  </footer>`;
}

function languageLink({ language, inLanguage }: PageContext, [tag, name]: (typeof OFFERED)[number]): Markup {
  const isCurrent = language.tag.split('-')[0] === tag.split('-')[0];
  const current = isCurrent ? html`aria-current="true"` : '';
  return html`<a href="${inLanguage(tag)}" lang="${tag}" hreflang="${tag}" ${current}>${name}</a>`;
}

/** An HTML response. */
export function page(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** A page that says that there is nothing at this address. */
export async function missingPage(pageContext: PageContext): Promise<Response> {
  const { notFound } = pageContext.language.texts;
  const main = html`${backLink(pageContext)}
    <h1>${notFound}</h1>`;
  return page(await layout(pageContext, notFound, main), 404);
}
