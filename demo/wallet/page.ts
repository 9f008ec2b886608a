import { html } from 'hono/html';
import { phone } from '../phone/markup.js';
import type { Country } from '../shop/countries.js';
import { textsOf as shopTextsOf } from '../shop/texts/index.js';
import { icon } from '../site/icons.js';
import type { Page } from '../site/page.js';
import { textsOf } from './texts/index.js';

/** The wallet, in the language of a country. */
export function walletPage(_: URLSearchParams, country: Country): Page {
  const { lang, fiat } = country;
  const texts = textsOf(lang);
  const shopTexts = shopTextsOf(lang);
  return {
    lang,
    title: texts.name,
    description: shopTexts.wallet.text,
    brand: 'Tienda Sol',
    place: 'wallet',
    styles: ['/demo/phone/phone.css', '/demo/wallet/wallet.css'],
    scripts: ['/wallet.js'],
    main: html`<main>
      <div class="app">
        <header>
          <span class="mark">${icon('wallet')}</span>
          <h1>${texts.name}</h1>
        </header>
        <sol-wallet fiat="${fiat}"></sol-wallet>
      </div>
      ${phone({ ...shopTexts.phone, text: texts.phone, order: texts.see }, country)}
    </main>`,
  };
}
