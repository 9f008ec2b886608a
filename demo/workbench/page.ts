import { html } from 'hono/html';
import type { Page } from '../site/page.js';

export function workbenchPage(): Page {
  return {
    lang: 'en',
    title: 'workbench · deposit-slip',
    brand: 'deposit-slip',
    place: 'workbench',
    styles: ['/demo/workbench/workbench.css'],
    scripts: ['/workbench.js'],
    main: html`<main id="app"></main>`,
  };
}
