/** The ways in which the simulated bank can treat a payment. */
export const PRESETS = ['pay', 'part', 'more', 'twice', 'late', 'return', 'refuse'] as const;
export type Preset = (typeof PRESETS)[number];

/** The preset a form or a link names; undefined if it names none. */
export function readPreset(params: URLSearchParams): Preset | undefined {
  return PRESETS.find((preset) => preset === params.get('preset'));
}

/** A time longer than payments by a method usually take. */
export interface Lateness {
  readonly count: number;
  readonly unit: 'hour' | 'day';
}
