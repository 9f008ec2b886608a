import { html, type TemplateResult } from 'lit';

/** Drawings of lines, in a box of 24 by 24. */
const PATHS = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.8 11.3L20 20',
  grid: 'M4 4h6.5v6.5H4ZM13.5 4H20v6.5h-6.5ZM4 13.5h6.5V20H4ZM13.5 13.5H20V20h-6.5Z',
  reload: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5V8H15',
  open: 'M14 4h6v6M20 4l-9 9M18 14v4.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 4 18.5v-11A1.5 1.5 0 0 1 5.5 6H10',
  copy: 'M9 9h10.5v10.5H9ZM5.5 15h-1V4.5H15v1',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  check: 'm5.5 12.5 4.2 4.2 8.8-9.4',
  cross: 'm7 7 10 10m0-10L7 17',
  dots: 'M6 12h.01M12 12h.01M18 12h.01',
  reset: 'M4.5 12a7.5 7.5 0 1 0 2.2-5.3M4.5 3.5V8H9',
  bank: 'M3.5 9.5 12 4.5l8.5 5ZM6.5 9.5v8M12 9.5v8M17.5 9.5v8M3.5 19.5h17',
  code: 'M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2v2h-2ZM20 14v2M18 18h2v2h-2M14 20h.01',
  page: 'M3.5 5h17v14h-17ZM3.5 9.5h17M6.5 7.3h.01',
  amount: 'M3 6.5h18v11H3ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM6.2 12h.01M17.8 12h.01',
  list: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
  lines: 'M4 6h16M4 12h16M4 18h9',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 7.8V12l2.8 2',
  part: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 4v8h8',
  offline: 'M3 9.5a13 13 0 0 1 18 0M6.5 13.2a8 8 0 0 1 11 0M12 18h.01M4 20 20 4',
  unknown: 'M8 8.5a4 4 0 1 1 5.8 3.6c-1.4.8-1.8 1.5-1.8 2.9M12 19h.01',
  alert: 'M12 4 21 19.5H3ZM12 10v4.5M12 17h.01',
  lock: 'M5.5 11h13v8.5h-13ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c0-7 15-7 15 0',
  swap: 'M4 8.5h15.5l-3.5-3.5M20 15.5H4.5L8 19',
  back: 'M8.5 5.5 4 10l4.5 4.5M4.5 10H15a4.5 4.5 0 0 1 0 9h-3',
  previous: 'm14 6-6 6 6 6',
  next: 'm10 6 6 6-6 6',
} as const;

export type Icon = keyof typeof PATHS;

/** A drawing that only repeats what a text says. */
export function icon(name: Icon): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
