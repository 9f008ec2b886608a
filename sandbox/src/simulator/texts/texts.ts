import type { Preset } from '../preset-names.js';

/** A variation that a payer can try instead of a plain payment. */
export type Trial = Exclude<Preset, 'pay'>;

/** Sums of the page's currency, formatted. */
export interface Sums {
  readonly fiat: string;
  /** An amount as it can be typed. */
  readonly example: string;
  /** The amount by which `part` sends less, and `more` sends more. */
  readonly difference: string;
  /** The smallest amount that `part` accepts. */
  readonly least: string;
}

/** Seconds after which the delayed deposits of the trials arrive, or go back. */
export interface Delays {
  readonly twice: number;
  readonly late: number;
  readonly return: number;
}

/** What a trial does. `lateness`: a time that is longer than payments by this method take. */
export type Effect = (sums: Sums, delays: Delays, lateness: string) => string;
