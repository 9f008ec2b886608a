import { createRequire } from 'node:module';

// qrcode is CommonJS without types; this is the one function used of it.
interface QrWriter {
  toBuffer(
    text: string,
    options: { type: 'png'; errorCorrectionLevel: 'M'; margin: number; scale: number },
  ): Promise<Buffer>;
}

const { toBuffer } = createRequire(import.meta.url)('qrcode') as QrWriter;

/** A code as a PNG: level M, a quiet zone of 4 modules (instruments.md, 5). */
export function drawQr(payload: string): Promise<Buffer> {
  return toBuffer(payload, { type: 'png', errorCorrectionLevel: 'M', margin: 4, scale: 6 });
}
