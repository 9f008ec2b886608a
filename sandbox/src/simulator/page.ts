import { html } from 'hono/html';
import { htmlDocument, page } from '../html-document.js';
import type { Markup } from '../http/markup.js';
import { OFFERED } from './language.js';
import { backLink, icon } from './markup.js';
import type { PageContext } from './page-context.js';

/** A page of the simulated bank. */
export function layout(pageContext: PageContext, title: string, main: Markup): Promise<string> {
  const { tag, texts } = pageContext.language;
  return htmlDocument(pageContext, 'simulator', {
    lang: tag,
    title: `${title} · ${texts.bank}`,
    head: html`<meta name="format-detection" content="telephone=no" />
      <link rel="stylesheet" href="/sandbox/pay.css" />`,
    body: html`<div class="bank ${pageContext.isOnPhone ? 'phone' : ''}">
      <header>
        <p class="name">
          ${icon('bank')}<strong>${texts.bank}</strong><span class="tag">${texts.simulator}</span>
        </p>
        ${pageContext.fiat ? html`<p class="own">${texts.own(pageContext.fiat)}</p>` : ''}
        <p class="notice">${texts.notice}</p>
      </header>
      <main>${main}</main>
      ${pageContext.isOnPhone ? '' : languages(pageContext)}
    </div>`,
  });
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

/** A page that says that there is nothing at this address. */
export async function missingPage(pageContext: PageContext): Promise<Response> {
  const { notFound } = pageContext.language.texts;
  const main = html`${backLink(pageContext)}
    <h1>${notFound}</h1>`;
  return page(await layout(pageContext, notFound, main), 404);
}
