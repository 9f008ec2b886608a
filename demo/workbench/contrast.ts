/** The contrast between two colors (WCAG 2.2, relative luminance). */
export function contrastOf(one: string, other: string): number | undefined {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  if (a === undefined || b === undefined) return undefined;
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The level that a contrast reaches: as text, or as the edge of a control. */
export function levelOf(contrast: number, isEdge: boolean): 'AAA' | 'AA' | 'fails' {
  if (isEdge) return contrast >= 3 ? 'AA' : 'fails';
  return contrast >= 7 ? 'AAA' : contrast >= 4.5 ? 'AA' : 'fails';
}

function luminanceOf(color: string): number | undefined {
  const hex = hexOf(color);
  if (hex === undefined) return undefined;
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
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
