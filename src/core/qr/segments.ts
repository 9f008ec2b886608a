/** A way to write characters (ISO/IEC 18004, 7.4). */
interface Mode {
  readonly indicator: number;
  /** Bits of the count, in versions 1 to 9, 10 to 26 and 27 to 40. */
  readonly widths: readonly [number, number, number];
  readonly takes: RegExp;
  /** What is counted and costs bits: characters, or bytes. */
  readonly units: (text: string) => number;
  /** Six times the bits a unit takes on average: three digits share ten bits, two capitals eleven. */
  readonly sixths: number;
  readonly write: (text: string) => number[];
}

const CAPITALS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

const DIGIT_MODE: Mode = {
  indicator: 1,
  widths: [10, 12, 14],
  takes: /[0-9]/,
  units: ({ length }) => length,
  sixths: 20,
  write: (text) => text.match(/..?.?/g)!.flatMap((part) => binary(Number(part), 3 * part.length + 1)),
};

const CAPITAL_MODE: Mode = {
  indicator: 2,
  widths: [9, 11, 13],
  takes: /[0-9A-Z $%*+\-./:]/,
  units: ({ length }) => length,
  sixths: 33,
  write: (text) => text.match(/..?/g)!.flatMap((pair) => binary(inBase45(pair), 5 * pair.length + 1)),
};

const BYTE_MODE: Mode = {
  indicator: 4,
  widths: [8, 16, 16],
  takes: /^/,
  units: (text) => bytesOf(text).length,
  sixths: 48,
  write: (text) => bytesOf(text).flatMap((byte) => binary(byte, 8)),
};

const MODES = [DIGIT_MODE, CAPITAL_MODE, BYTE_MODE];

/** A text written in one mode, and what it took to get there. */
interface Segment {
  readonly mode: Mode;
  readonly text: string;
  readonly units: number;
  /** Bits before its own text: of all segments before it, and of its own head. */
  readonly head: number;
  readonly before: Segment | undefined;
}

/**
 * The fewest bits, each 0 or 1, that say `text` in a code of this version. Found from the left: what matters of the
 * characters so far is only the shortest way to have written them with the last one in each of the modes.
 */
export function bitsOf(text: string, version: number): readonly number[] {
  const range = version < 10 ? 0 : version < 27 ? 1 : 2;
  let ways: readonly Segment[] = [];
  for (const char of text) {
    const before = shortest(ways);
    const head = before ? Math.ceil(sixthsOf(before) / 6) : 0;
    ways = MODES.filter(({ takes }) => takes.test(char)).map((mode) => {
      const begun = { mode, text: '', units: 0, head: head + 4 + mode.widths[range], before };
      const going = shortest([...ways.filter((way) => way.mode === mode), begun])!;
      return { ...going, text: going.text + char, units: going.units + mode.units(char) };
    });
  }

  const segments: Segment[] = [];
  for (let last = shortest(ways); last; last = last.before) segments.unshift(last);
  return segments.flatMap(({ mode, text: run, units }) => [
    ...binary(mode.indicator, 4),
    ...binary(units, mode.widths[range]),
    ...mode.write(run),
  ]);
}

function shortest(ways: readonly Segment[]): Segment | undefined {
  return ways.reduce<Segment | undefined>(
    (best, way) => (best && sixthsOf(best) <= sixthsOf(way) ? best : way),
    undefined,
  );
}

function sixthsOf({ head, units, mode }: Segment): number {
  return 6 * head + units * mode.sixths;
}

function inBase45(pair: string): number {
  return [...pair].reduce((value, char) => 45 * value + CAPITALS.indexOf(char), 0);
}

function bytesOf(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}

/** The lowest `width` bits of a number, highest first. */
function binary(value: number, width: number): number[] {
  return Array.from({ length: width }, (_, at) => (value >> (width - 1 - at)) & 1);
}
