import { expect } from '@open-wc/testing/pure';
import fc from 'fast-check';
import jsqr from 'jsqr';
import { create } from 'qrcode/lib/core/qrcode.js';
import { methodOf } from '../../src/core/methods.js';
import { drawQr, drawQrNow, QUIET_ZONE, type QrDrawing } from '../../src/widget/shared/qr.js';
import { AR_QR } from '../fixtures/instruments.js';
import { cases } from '../proofs/scale.js';

const decode = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default;
const MODULE_PX = 3;
const PIX_CODE = methodOf(90)!.sample['Pix copia e cola'] as string;

/** Runs of every alphabet that a code may contain. The encoder may write each in a different mode. */
const run = fc.oneof(
  ...['0123456789', 'ABCXYZ $%*+-./:', 'abcxyz@,_?&=', 'ñãçØ日本語кирилл«»', '😀'].map((alphabet) =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 40 }),
  ),
);
const text = fc.array(run, { minLength: 1, maxLength: cases(4, 12) }).map((runs) => runs.join(''));

/** The text that an independent decoder reads from the path, painted with its quiet zone. */
function scanned({ path, size }: QrDrawing): string | undefined {
  const side = MODULE_PX * (size + 2 * QUIET_ZONE);
  const pixels = new Uint8ClampedArray(4 * side * side).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    const left = MODULE_PX * (Number(x) + QUIET_ZONE);
    const top = MODULE_PX * (Number(y) + QUIET_ZONE);
    for (let row = top; row < top + MODULE_PX; row++)
      for (let column = left; column < left + MODULE_PX * Number(width); column++)
        pixels.fill(0, 4 * (row * side + column), 4 * (row * side + column) + 3);
  }
  return decode(pixels, side, side)?.data;
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('the drawing of a QR code', () => {
  it('is decoded as exactly the text that was encoded', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (payload) => {
        expect(scanned(await drawQr(payload))).to.equal(payload);
      }),
      { numRuns: cases(20, 5_000) },
    );
  });

  it('holds a Pix code and an Argentine code in fewer modules than bytes alone need', async () => {
    for (const code of [PIX_CODE, ...AR_QR]) {
      const drawing = await drawQr(code);
      expect(scanned(drawing)).to.equal(code);
      expect(drawing.size).to.equal(17 + 4 * drawing.version);
      const inBytes = create([{ mode: 'byte', data: code }], { errorCorrectionLevel: 'M' });
      expect(drawing.version).to.be.below(inBytes.version);
    }
  });

  it('is decoded as the same text where a library has replaced Function.prototype.bind', async () => {
    await drawQr(PIX_CODE);
    const { bind } = Function.prototype;
    let drawing: QrDrawing | undefined;
    // That of MooTools takes the further parameters as a list.
    function bindList(this: () => unknown, context: unknown, list: [] = []): () => unknown {
      return () => this.apply(context, [...list]);
    }
    Object.assign(Function.prototype, { bind: bindList });
    try {
      drawing = drawQrNow(PIX_CODE);
    } finally {
      Object.assign(Function.prototype, { bind });
    }
    expect(drawing && scanned(drawing)).to.equal(PIX_CODE);
  });

  it('is refused for a text that fits in no version', async () => {
    expect((await drawQr('0'.repeat(5_596))).version).to.equal(40);
    expect(await rejection(drawQr('0'.repeat(5_597)))).to.be.instanceOf(Error);
  });
});
