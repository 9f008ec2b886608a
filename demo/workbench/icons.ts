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
  previous: 'm14 6-6 6 6 6',
  next: 'm10 6 6 6-6 6',
} as const;

/** A drawing that only repeats what a text says. */
export function icon(name: keyof typeof PATHS): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
