import { html, type TemplateResult } from 'lit';

/** Drawings of lines, in a box of 24 by 24. */
const PATHS = {
  home: 'M4.5 10.5 12 4.5l7.5 6V18a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18Zm5 9V14h5v5.5',
  list: 'M9 7h10.5M9 12h10.5M9 17h10.5M5 7h.01M5 12h.01M5 17h.01',
  plus: 'M12 5.5v13M5.5 12h13',
  close: 'm6.5 6.5 11 11m0-11-11 11',
  check: 'm5.5 12.5 4.2 4.2 8.8-9.4',
} as const;

/** A drawing that only repeats what a text says. */
export function icon(name: keyof typeof PATHS): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}

/** A list without deposits: the sun rises behind an empty purse. */
export const SUNRISE = html`<svg class="sunrise" viewBox="0 0 144 84" aria-hidden="true">
  <path
    class="rays"
    d="M72 5v9M46.5 12.5l4.800 7.600M97.5 12.5l-4.800 7.600M28 30.5l8 4.100M116 30.5l-8 4.100"
  />
  <circle class="disc" cx="72" cy="45" r="23" />
  <rect class="purse" x="26" y="45" width="92" height="36" rx="7" />
  <path class="flap" d="M118 56h-15a7 7 0 0 0 0 14h15Z" />
  <circle class="clasp" cx="104" cy="63" r="2" />
</svg>`;
