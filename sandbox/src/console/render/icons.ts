import { svg, html, type TemplateResult } from 'lit';

/** Our own drawings, on a grid of 16. */
const PATHS: Readonly<Record<string, string>> = {
  merchants: 'M2.5 6.5 3.5 3h9l1 3.5M3 7v6h10V7M6.5 13v-3.5h3V13',
  deposits: 'M8 2.5v7M5 6.8 8 9.8l3-3M3 13h10',
  flows: 'M5 3v9M3 10l2 2 2-2M11 13V4M9 6l2-2 2 2',
  orders: 'M3.5 2.5h9v11h-9zM6 6h4M6 9h4',
  activations: 'M9.5 6.5a3 3 0 1 0-3 3l1-1h2v-2zM9.5 8.5l4 4v1h-2l-4-4',
  claims: 'M8 10V3M5 5.8 8 2.8l3 3M3 13h10',
  ledger:
    'M8 4c-2-1.3-4-1.3-5.5-1v9.5c1.5-.3 3.5-.3 5.5 1 2-1.3 4-1.3 5.5-1V3C12 2.700 10 2.700 8 4zM8 4v9.500',
  requests: 'M3 4.500h10M3 8h10M3 11.500h6',
  faults: 'M9 2 4 9h3.500L7 14l5-7H8.500z',
  snapshots: 'M2.500 5h3l1-1.500h3L10.500 5h3v8h-11zM8 11a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  shield: 'M8 2 3 4v4c0 3 2.200 5 5 6 2.800-1 5-3 5-6V4zM6 8l1.500 1.500L10.500 6.500',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3l2 1.500',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.500 10.500 14 14',
  link: 'M6 3H3v10h10v-3M9 3h4v4M13 3 7 9',
};

export function icon(name: string): TemplateResult {
  const path = svg`<path d=${PATHS[name] ?? ''} />`;
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${path}</svg>`;
}
