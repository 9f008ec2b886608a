import { contrast } from '../../src/widget/shared/contrast.js';

/** The contrast between two colors, if both are written in hexadecimal digits. */
export function contrastOf(front: string, back: string): number | undefined {
  return hexOf(front) && hexOf(back) ? contrast(front, [back]) : undefined;
}

/** The level that a contrast reaches: as text, or as the edge of a control. */
export function levelOf(contrast: number, isEdge: boolean): 'AAA' | 'AA' | 'fails' {
  if (isEdge) return contrast >= 3 ? 'AA' : 'fails';
  return contrast >= 7 ? 'AAA' : contrast >= 4.5 ? 'AA' : 'fails';
}

/** The color as `#rrggbb`; undefined if it is not written in hexadecimal digits. */
export function hexOf(color: string): string | undefined {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(color);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  return /^#[\da-f]{6}$/i.test(color) ? color : undefined;
}
