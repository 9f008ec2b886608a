import { METHODS } from 'deposit-slip/core';
import { html } from 'hono/html';
import type { Page } from '../site/page.js';

/** An id that the API answers and the element does not know. */
const UNKNOWN = { id: 135, fiat: 'ARS', slug: 'unknown to this version' };

/** Every method at once, live, for testers. */
export function methodsPage(): Page {
  return {
    lang: 'en',
    title: 'Methods · deposit-slip',
    brand: 'deposit-slip',
    place: 'methods',
    styles: ['/demo/methods/methods.css'],
    scripts: ['/methods.js', '/deposit-slip.js'],
    main: html`<main>
      <h1>Every method</h1>
      <p class="soft">
        Each of the API's payment ids, live: the same endpoint answers for all of them. Every slip leads to
        the simulator, where you can pay it.
      </p>
      <div class="grid">
        ${[...METHODS, UNKNOWN].map(
          ({ id, fiat, slug }) =>
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
