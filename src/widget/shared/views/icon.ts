import { html, type TemplateResult } from 'lit';

// Drawn for this project on a 24 px grid, with a stroke in the color of the text.
const PATHS = {
  bank: 'M3.5 9.5 12 4l8.5 5.5M5.5 10v7.5M9.8 10v7.5M14.2 10v7.5M18.5 10v7.5M3.5 20h17',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5M20 14v2.5M14 20h2.5M18.5 18.5H20V20',
  link: 'M14 5h5v5M18.5 5.5 11 13M17 14v3.5a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 5 17.5v-9A1.5 1.5 0 0 1 6.5 7H10',
  copy: 'M10.5 8h6A2.5 2.5 0 0 1 19 10.5v6a2.5 2.5 0 0 1-2.5 2.5h-6A2.5 2.5 0 0 1 8 16.5v-6A2.5 2.5 0 0 1 10.5 8zM16 8V6.5A2.5 2.5 0 0 0 13.5 4h-7A2.5 2.5 0 0 0 4 6.5v7A2.5 2.5 0 0 0 6.5 16H8',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  warning: 'M12 4.5 3 19.5h18zM12 10.5v4M12 17v.1',
  clock: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 7.5V12l3 2',
  shield: 'M12 3.5 5 6v5.5c0 4.2 2.8 7.2 7 9 4.2-1.8 7-4.8 7-9V6zM9 12l2.2 2.2L15 10.3',
  undo: 'M8.5 5 4.5 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11H9',
  next: 'm9.5 6 6 6-6 6',
  back: 'm14.5 6-6 6 6 6',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon beside text that says the same, so it is hidden from assistive technology. `size` is in px. */
export function icon(name: IconName, size?: number): TemplateResult {
  return drawing(PATHS[name], size);
}

/** An icon from a path on the 24 px grid, for an icon that only one element uses. */
export function drawing(path: string, size = 20): TemplateResult {
  return html`<svg
    width=${size}
    height=${size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d=${path}></path>
  </svg>`;
}
