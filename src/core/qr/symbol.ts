import { MASKS, penaltyOf } from './mask.js';

/** A QR code (ISO/IEC 18004), without the light zone it needs around it. */
export interface QrCode {
  /** Row by row, `size` squared; 1 is dark. */
  readonly modules: Uint8Array;
  /** Modules along one side. */
  readonly size: number;
  /** 1 to 40. */
  readonly version: number;
}

/** The code that holds `codewords`, under the mask that makes it easiest to read (7.7 to 7.10). */
export function drawn(version: number, codewords: readonly number[]): QrCode {
  const sheet = new Sheet(version);
  sheet.drawPatterns();
  sheet.drawCodewords(codewords);
  const codes = MASKS.map((_, mask) => sheet.under(mask));
  const points = codes.map((modules) => penaltyOf(modules, sheet.size));
  return { modules: codes[points.indexOf(Math.min(...points))]!, size: sheet.size, version };
}

/** Columns are `x`, rows are `y`, from the upper left. */
class Sheet {
  readonly size: number;
  readonly #version: number;
  readonly #modules: Uint8Array;
  /** 1 where a pattern stands, which neither data nor a mask may touch. */
  readonly #fixed: Uint8Array;

  constructor(version: number) {
    this.size = 4 * version + 17;
    this.#version = version;
    this.#modules = new Uint8Array(this.size ** 2);
    this.#fixed = new Uint8Array(this.size ** 2);
  }

  drawPatterns(): void {
    const last = this.size - 4;
    this.#drawSquare(3, 3, 4);
    this.#drawSquare(last, 3, 4);
    this.#drawSquare(3, last, 4);
    const centres = alignmentsOf(this.#version, this.size);
    for (const x of centres)
      for (const y of centres) if (!this.#fixed[y * this.size + x]) this.#drawSquare(x, y, 2);
    for (let at = 8; at < this.size - 8; at++) this.#drawTwice(at, 6, ~at);
    this.#drawFormat(0);
    const version = withRepair(this.#version, 0b1111100100101, 12);
    for (let bit = 0; this.#version > 6 && bit < 18; bit++)
      this.#drawTwice(Math.floor(bit / 3), this.size - 11 + (bit % 3), version >> bit);
  }

  /** In columns two modules wide, from the right, upwards and downwards in turn; the upright timing line is passed over. */
  drawCodewords(codewords: readonly number[]): void {
    const { size } = this;
    let bit = 0;
    for (let right = size - 1, isUpwards = true; right > 0; right -= 2, isUpwards = !isUpwards) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++)
        for (const x of [right, right - 1]) {
          const at = (isUpwards ? size - 1 - step : step) * size + x;
          if (this.#fixed[at]) continue;
          this.#modules[at] = (codewords[bit >> 3]! >> (7 - (bit & 7))) & 1;
          bit++;
        }
    }
  }

  under(mask: number): Uint8Array {
    const { size } = this;
    this.#drawFormat(mask);
    return this.#modules.map((module, at) =>
      this.#fixed[at] ? module : module ^ Number(!MASKS[mask]!(at % size, Math.floor(at / size))),
    );
  }

  /** Around its centre: of a finder (reach 4) the rings 2 and 4 are light, of an alignment pattern (reach 2) ring 1. */
  #drawSquare(centreX: number, centreY: number, reach: number): void {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        this.#draw(centreX + x, centreY + y, Number(ring !== reach / 2 && ring !== 4));
      }
  }

  /** Twice fifteen bits: around the upper left finder, and beside the two others. */
  #drawFormat(mask: number): void {
    const { size } = this;
    const format = withRepair(mask, 0b10100110111, 10) ^ 0b101010000010010;
    for (let bit = 0; bit < 15; bit++) {
      this.#draw(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, format >> bit);
      this.#draw(bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, 8, format >> bit);
    }
    this.#draw(8, size - 8, 1);
  }

  #drawTwice(x: number, y: number, value: number): void {
    this.#draw(x, y, value);
    this.#draw(y, x, value);
  }

  /** The lowest bit of `value`; what lies outside is not drawn. */
  #draw(x: number, y: number, value: number): void {
    if (Math.min(x, y) < 0 || Math.max(x, y) >= this.size) return;
    this.#modules[y * this.size + x] = value & 1;
    this.#fixed[y * this.size + x] = 1;
  }
}

/** Columns and rows an alignment pattern may be centred on: evenly from the last one, but for the first (annex E). */
function alignmentsOf(version: number, size: number): readonly number[] {
  if (version === 1) return [];
  const gaps = Math.floor(version / 7) + 1;
  // The formula gives 24 for version 32, the standard 26.
  const gap = version === 32 ? 26 : 2 * Math.ceil((size - 13) / (2 * gaps));
  return [6, ...Array.from({ length: gaps }, (_, at) => size - 7 - at * gap)];
}

/** The value, followed by the rest of its division: what readers repair it by (Bose, Chaudhuri and Hocquenghem). */
function withRepair(value: number, divisor: number, degree: number): number {
  let rest = value;
  for (let bit = 0; bit < degree; bit++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * divisor);
  return (value << degree) | rest;
}
