import { html } from 'hono/html';
import type { Page } from '../site/page.js';

export function walletPage(): Page {
  return {
    lang: 'en',
    title: 'wallet · deposit-slip',
    brand: 'deposit-slip',
    place: 'wallet',
    styles: ['/demo/wallet/wallet.css'],
    scripts: ['/wallet.js'],
    main: html`<main id="app"></main>`,
  };
}
