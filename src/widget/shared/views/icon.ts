import { html, type TemplateResult } from 'lit';

// Drawn for this project on a 20 px grid, with a 1.5 px stroke in the color of the text.
const PATHS = {
  copy: 'M9 7h5.5a2 2 0 0 1 2 2v5.5a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2zM13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7',
  check: 'm4 10.5 4 4 8-9',
  external:
    'M11.5 3.5h5v5M16 4l-7.5 7.5M14 11.5V15a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V7.5A1.5 1.5 0 0 1 5 6h3.5',
  qr: 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h2v2h-2zM14.5 14.5h2v2h-2z',
  warning: 'M10 3 2.5 16.5h15zM10 8.5v3.5M10 14.3v.2',
  clock: 'M3.25 10a6.75 6.75 0 1 0 13.5 0a6.75 6.75 0 1 0-13.5 0M10 6.25V10l2.5 1.75',
  next: 'm8 5 5 5-5 5',
} as const;

/** An icon beside words that say the same, so it is hidden from assistive technology. */
export function icon(name: keyof typeof PATHS): TemplateResult {
  return html`<svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d=${PATHS[name]}></path>
  </svg>`;
}
