import { METHODS } from 'deposit-slip/core';
import { html } from 'hono/html';
import type { Country } from '../shop/countries.js';
import type { Page } from '../site/page.js';
import { textsOf } from './texts.js';

/** A payment id that the API serves and the element does not know. */
const UNKNOWN = { id: 135, fiat: 'ARS', slug: undefined };

/** Every method at once, live, for testers: in their language, whatever the country of a method. */
export function methodsPage(_: URLSearchParams, { lang }: Country): Page {
  const { name, title, text, unknown, pay } = textsOf(lang);
  return {
    lang,
    title: `${name} · deposit-slip`,
    description: text,
    brand: 'deposit-slip',
    place: 'methods',
    styles: ['/src/reserve.css', '/demo/methods/methods.css'],
    scripts: ['/methods.js', '/deposit-slip.js'],
    main: html`<main>
      <h1>${title}</h1>
      <p class="soft">${text}</p>
      <div class="grid" data-pay="${pay}">
        ${[...METHODS, UNKNOWN].map(
          ({ id, fiat, slug = unknown }) =>
            html`<article id="method-${id}">
              <h2>${id} <small class="soft">${fiat} · ${slug}</small></h2>
              <deposit-slip
                endpoint="/methods/deposit"
                payment-id="${id}"
                merchant-name="Tienda Sol"
                watch
              ></deposit-slip>
              <p class="pay"></p>
            </article>`,
        )}
      </div>
    </main>`,
  };
}
