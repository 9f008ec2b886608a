import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import jsqr from 'jsqr';
import { encode } from '../../../src/core/qr/encode.js';
import { bitsOf } from '../../../src/core/qr/segments.js';
import { methodOf } from '../../../src/core/methods.js';
import { AR_QR } from '../../fixtures/instruments.js';
import { cases } from '../../proofs/scale.js';
import { segmentsIn, type Segment } from './segments-in.js';

interface TheirCode {
  readonly version: number;
  readonly modules: { readonly data: Uint8Array };
}

// The package shops use elsewhere: another's reading of the standard. CommonJS, without types.
const { create } = createRequire(import.meta.url)('qrcode/lib/core/qrcode.js') as {
  create(text: string | readonly Segment[], options: { errorCorrectionLevel: 'M' }): TheirCode;
};
const theirs = (text: string | readonly Segment[]) => create(text, { errorCorrectionLevel: 'M' });
const decode = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default;

/** Runs of every alphabet a code may hold: each kind of run may be written in a mode of its own. */
const run = fc.oneof(
  ...['0123456789', 'ABCXYZ $%*+-./:', 'abcxyz@,_?&=', 'ñãçØ日本語кирилл«»', '😀'].map((alphabet) =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 40 }),
  ),
);
const text = (maxRuns: number) =>
  fc.array(run, { minLength: 1, maxLength: maxRuns }).map((runs) => runs.join(''));

const pixCode = methodOf(90)!.sample['Pix copia e cola']!;

const versions = Array.from({ length: 40 }, (_, index) => index + 1);

/** The most bytes a version holds at level M, by theirs. */
function fullOf(version: number): number {
  const { getCapacity } = createRequire(import.meta.url)('qrcode/lib/core/version.js') as {
    getCapacity(version: number, level: object): number;
  };
  const { M } = createRequire(import.meta.url)('qrcode/lib/core/error-correction-level.js') as { M: object };
  return getCapacity(version, M);
}

/** What an independent decoder reads from it, drawn four pixels a module with its light zone. */
function scanned({ modules, size }: ReturnType<typeof encode>): string | undefined {
  const side = 4 * (size + 8);
  const pixels = new Uint8ClampedArray(4 * side * side).fill(255);
  for (let y = 0; y < 4 * size; y++)
    for (let x = 0; x < 4 * size; x++) {
      const pixel = 4 * ((y + 16) * side + x + 16);
      if (modules[(y >> 2) * size + (x >> 2)]) pixels.fill(0, pixel, pixel + 3);
    }
  return decode(pixels, side, side)?.data;
}

describe('a QR code', () => {
  const isTheirs = (payload: string): void => {
    const ours = encode(payload);
    const segments = segmentsIn(bitsOf(payload, ours.version), ours.version);
    assert.equal(segments.map(({ data }) => data).join(''), payload, 'written as it is read');
    const same = theirs(segments);
    assert.equal(ours.version, same.version, payload);
    assert.deepEqual(ours.modules, same.modules.data, payload);
  };

  it('is, module for module, the one another encoder draws of the same segments', () => {
    fc.assert(fc.property(text(30), isTheirs), { numRuns: cases(150, 20_000) });
  });

  it('is so in every version, filled to its last byte', () => {
    for (const version of versions) {
      const payload = 'a'.repeat(fullOf(version));
      isTheirs(payload);
      assert.equal(encode(payload).version, version);
    }
  });

  it('is never in a larger version than another encoder needs', () => {
    fc.assert(
      fc.property(text(30), (payload) => {
        assert.ok(encode(payload).version <= theirs(payload).version, payload);
      }),
      { numRuns: cases(150, 20_000) },
    );
  });

  it('is read by another decoder as the very text it was made of', () => {
    fc.assert(
      fc.property(text(12), (payload) => {
        assert.equal(scanned(encode(payload)), payload);
      }),
      { numRuns: cases(30, 5_000) },
    );
  });

  it('holds a Pix code, and one of Argentina, in fewer modules than bytes alone would need', () => {
    for (const code of [pixCode, ...AR_QR]) {
      assert.equal(scanned(encode(code)), code);
      const inBytes = theirs([{ mode: 'byte', data: code }]);
      assert.ok(encode(code).version < inBytes.version, code);
    }
  });

  it('is refused where a text fits in no version', () => {
    assert.equal(encode('0'.repeat(5596)).version, 40);
    for (const payload of ['a'.repeat(fullOf(40) + 1), '0'.repeat(5597)])
      assert.throws(() => encode(payload), RangeError);
  });
});
