/** The form of a computed sRGB color, whatever the style sheet contains. */
const SRGB = /^rgba?\(([\d., ]+)\)$/;

/**
 * The contrast ratio of WCAG 2.2 of a color on layers that are painted over each other. Infinite if the page
 * shows through, because then the ratio is unknown.
 */
export function contrast(front: string, layers: readonly string[]): number {
  const [behind, before] = [luminance(...layers), luminance(...layers, front)];
  return (Math.max(behind, before) + 0.05) / (Math.min(behind, before) + 0.05) || Infinity;
}

/** The relative luminance of colors painted over each other; `NaN` if they are not opaque. */
function luminance(...layers: readonly string[]): number {
  const [red, green, blue] = layers.map(channelsOf).reduce(paintedOver, [NaN, NaN, NaN]).map(linear);
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function paintedOver(
  below: readonly number[],
  [red, green, blue, alpha = 1]: readonly number[],
): readonly number[] {
  return [red!, green!, blue!].map((value, at) =>
    alpha === 1 ? value : value * alpha + below[at]! * (1 - alpha),
  );
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

let canvas: OffscreenCanvasRenderingContext2D | null | undefined;

/**
 * Red, green and blue from 0 to 255, and alpha from 0 to 1. Parses sRGB colors as browsers write them; only
 * others, such as `oklch()`, need a canvas, which takes milliseconds.
 */
function channelsOf(color: string): readonly number[] {
  const numbers = SRGB.exec(color)?.[1]?.split(',').map(Number);
  if (numbers) return numbers;
  canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red!, green!, blue!, alpha! / 255];
}
