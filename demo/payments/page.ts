import { html } from 'hono/html';
import type { Order } from '../orders.js';
import { icon } from '../site/icons.js';
import type { Page } from '../site/page.js';
import { textsOf } from '../shop/texts/index.js';

/** The deposits for an order, and the awaited ones. */
export function paymentsPage({ number, country: { lang } }: Order): Page {
  const { title, link, back } = textsOf(lang).payments;
  return {
    lang,
    title: `Tienda Sol · ${title(number)}`,
    description: link,
    brand: 'Tienda Sol',
    place: 'shop',
    styles: ['/demo/payments/payments.css'],
    scripts: ['/payments.js', '/deposit-history.js'],
    main: html`<main>
      <p><a class="back" href="/?order=${number}">${icon('next')}${back}</a></p>
      <h1>${title(number)}</h1>
      <deposit-history
        endpoint="/deposit?order=${number}"
        merchant-name="Tienda Sol"
        contact="mailto:hola@tienda.example"
        watch
      ></deposit-history>
    </main>`,
  };
}
