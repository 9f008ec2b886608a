/** Which modules of data a mask turns over, by column and row: those where it is 0 (ISO/IEC 18004, table 10). */
export const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** Dark, light, three dark, light, dark, as a finder looks, beside four light: read either way. */
const FINDER_LIKE = [0b10111010000, 0b00001011101];

/**
 * How hard a code is to read: runs, blocks, what looks like a finder, and too much of dark or light (7.8.3.1). The last is
 * counted as other encoders count it, from half on in steps of a twentieth.
 */
export function penaltyOf(modules: Uint8Array, size: number): number {
  const at = (x: number, y: number) => modules[y * size + x]!;
  let points = 0;
  let dark = 0;
  for (let line = 0; line < size; line++) {
    points +=
      penaltyOfLine(size, (place) => at(place, line)) + penaltyOfLine(size, (place) => at(line, place));
    for (let x = 0; x < size; x++) {
      dark += at(x, line);
      if (x && line && (at(x, line) + at(x - 1, line) + at(x, line - 1) + at(x - 1, line - 1)) % 4 === 0)
        points += 3;
    }
  }
  return points + 10 * Math.abs(Math.ceil((20 * dark) / (size * size)) - 10);
}

function penaltyOfLine(size: number, at: (place: number) => number): number {
  let points = 0;
  let run = 0;
  let seen = 0;
  for (let place = 0; place < size; place++) {
    run = place && at(place) === at(place - 1) ? run + 1 : 1;
    points += run === 5 ? 3 : Number(run > 5);
    seen = ((seen << 1) | at(place)) & 0b11111111111;
    if (place > 9 && FINDER_LIKE.includes(seen)) points += 40;
  }
  return points;
}
