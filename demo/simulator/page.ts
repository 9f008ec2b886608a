import { html } from 'hono/html';
import { phone } from '../phone/markup.js';
import { COUNTRIES, countryName, type Country } from '../shop/countries.js';
import { textsOf } from '../shop/texts/index.js';
import type { Page } from '../site/page.js';

/**
 * The payer's phone in a separate tab: it follows the shop in the other tabs. Its bank is that of the
 * visitor's country, unless the address states a language or a currency.
 */
export function simulatorPage(query: URLSearchParams, visitors: Country): Page {
  const { lang, fiat: named, ...details } = Object.fromEntries(query);
  const speaking =
    COUNTRIES.find((each) => each.lang === lang) ??
    COUNTRIES.find((each) => languageOf(each.lang) === languageOf(lang)) ??
    visitors;
  const country = COUNTRIES.find(({ fiat }) => fiat === named) ?? speaking;
  const bank = { lang: speaking.lang, fiat: country.fiat, details };
  const texts = textsOf(bank.lang).phone;
  const title = `${texts.frame} · ${countryName(country, bank.lang)}`;
  return {
    lang: bank.lang,
    title,
    description: texts.text,
    brand: 'deposit-slip',
    place: 'simulator',
    styles: ['/demo/phone/phone.css', '/demo/simulator/simulator.css'],
    scripts: ['/simulator.js'],
    main: html`<main>
      <h1 class="visually-hidden">${title}</h1>
      ${phone(texts, bank)}
    </main>`,
  };
}

function languageOf(tag = ''): string {
  return tag.split('-')[0]!.toLowerCase();
}
