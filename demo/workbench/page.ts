import { html, raw } from 'hono/html';
import type { Page } from '../site/page.js';
import { IN_PAGE } from './code.js';

/** The style sheets of the workbench, by their names. */
export const WORKBENCH_STYLES = ['workbench', 'rail', 'stage', 'dock', 'knobs'] as const;

/** The workbench: its script shows the list of every situation, and one of them in a frame. */
export function workbenchPage(): Page {
  return {
    lang: 'en',
    title: 'Workbench · deposit-slip',
    description: 'Every situation of the element, with its settings, events and code.',
    brand: 'deposit-slip',
    place: 'workbench',
    styles: WORKBENCH_STYLES.map((name) => `/demo/workbench/${name}.css`),
    scripts: ['/workbench.js'],
    main: html`<main><slip-workbench></slip-workbench></main>`,
  };
}

/** The page in the frame: one element on a plain page of a merchant. */
export function framePage(query: URLSearchParams): Page {
  const inPage = html`<deposit-slip payment-id="105">
    <script type="application/json">
      ${inlineJson(IN_PAGE)}
    </script>
  </deposit-slip>`;
  return {
    lang: 'en',
    title: 'One situation · deposit-slip',
    description: 'One situation of the element, on the plain page of a merchant.',
    brand: 'deposit-slip',
    place: 'workbench',
    isPlain: true,
    styles: ['/demo/workbench/frame.css'],
    // The frame's own script runs first, so that the log has the first event.
    scripts: ['/workbench/frame.js', '/deposit-slip.js', '/deposit-history.js'],
    main: html`<main>
      <div class="container">${query.get('situation') === 'in-page' ? inPage : ''}</div>
    </main>`,
  };
}

function inlineJson(value: object): ReturnType<typeof raw> {
  return raw(JSON.stringify(value).replaceAll('<', String.raw`\u003c`));
}
