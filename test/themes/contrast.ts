/** The contrast ratio of two colors such as `#0f172a` (WCAG 2.2, "contrast ratio"). */
export function contrast(front: string, back: string): number {
  const [darker, lighter] = [luminance(front), luminance(back)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(color: string): number {
  const [, ...channels] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/.exec(color) ?? [];
  if (channels.length !== 3) throw new TypeError(`Not a color in six hexadecimal digits: ${color}`);
  const [red, green, blue] = channels.map((channel) => {
    const value = Number.parseInt(channel, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
