/** A run of characters written in one mode, as the `qrcode` package takes it. */
export interface Segment {
  readonly mode: 'numeric' | 'alphanumeric' | 'byte';
  readonly data: string;
}

const CAPITALS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** What the bits of a code of this version say (ISO/IEC 18004, 7.4), read as a reader does. */
export function segmentsIn(bits: readonly number[], version: number): Segment[] {
  const range = version < 10 ? 0 : version < 27 ? 1 : 2;
  let at = 0;
  const take = (width: number): number => {
    const value = Number.parseInt(bits.slice(at, at + width).join(''), 2);
    at += width;
    return value;
  };
  const modes: Record<number, () => Segment> = {
    1: () => {
      let count = take([10, 12, 14][range]!);
      let data = '';
      for (; count > 0; count -= 3) {
        const digits = Math.min(3, count);
        data += String(take(3 * digits + 1)).padStart(digits, '0');
      }
      return { mode: 'numeric', data };
    },
    2: () => {
      let count = take([9, 11, 13][range]!);
      let data = '';
      for (; count > 1; count -= 2) {
        const pair = take(11);
        data += CAPITALS[Math.floor(pair / 45)]! + CAPITALS[pair % 45]!;
      }
      return { mode: 'alphanumeric', data: count ? data + CAPITALS[take(6)]! : data };
    },
    4: () => {
      const bytes = Uint8Array.from({ length: take([8, 16, 16][range]!) }, () => take(8));
      return { mode: 'byte', data: new TextDecoder().decode(bytes) };
    },
  };
  const segments: Segment[] = [];
  while (at < bits.length) segments.push(modes[take(4)]!());
  return segments;
}
