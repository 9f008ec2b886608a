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

/** A list without deposits: the sun comes up behind an open purse. */
export const SUNRISE = html`<svg class="sunrise" viewBox="0 0 144 84" aria-hidden="true">
  <g class="rays">
    <path
      d="M72 6v9M46.500 13.500l4.800 7.600M97.500 13.500l-4.800 7.600M28 31.500l8 4.100M116 31.500l-8 4.100"
    />
  </g>
  <circle class="disc" cx="72" cy="46" r="23" />
  <path
    class="purse"
    d="M30 46.500h84a6 6 0 0 1 6 6V72a8 8 0 0 1-8 8H32a8 8 0 0 1-8-8V52.500a6 6 0 0 1 6-6Z"
  />
  <path class="flap" d="M120 57.500h-17a6.500 6.500 0 0 0 0 13h17" />
  <circle class="clasp" cx="104" cy="64" r="2" />
</svg>`;
