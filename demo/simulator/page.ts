import { html } from 'hono/html';
import { phone } from '../phone/markup.js';
import type { Page } from '../site/page.js';
import { textsOf } from '../shop/texts/index.js';

/** The payer's phone in a tab of its own: it follows the shop in the other tabs. */
export function simulatorPage(query: URLSearchParams): Page {
  const lang = query.get('lang') ?? 'en';
  const texts = textsOf(lang).phone;
  return {
    lang,
    title: `${texts.frame} · deposit-slip`,
    brand: 'deposit-slip',
    place: 'simulator',
    styles: ['/demo/phone/phone.css', '/demo/simulator/simulator.css'],
    scripts: ['/simulator.js'],
    main: html`<main>
      <h1 class="visually-hidden">${texts.frame}</h1>
      ${phone(texts, lang, query)}
    </main>`,
  };
}
