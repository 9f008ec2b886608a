import { html } from 'lit';

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
