import { createRequire } from 'node:module';

// qrcode is a CommonJS package without types. This is the only function used here.
interface QrWriter {
  toBuffer(
    text: string,
    options: { type: 'png'; errorCorrectionLevel: 'M'; margin: number; scale: number },
  ): Promise<Buffer>;
}

/** Draws a QR code as a PNG: error correction level M, a quiet zone of 4 modules (ISO/IEC 18004). */
export function drawQr(payload: string): Promise<Buffer> {
  // Loaded on first use: loading it takes 20 ms.
  const { toBuffer } = createRequire(import.meta.url)('qrcode') as QrWriter;
  return toBuffer(payload, { type: 'png', errorCorrectionLevel: 'M', margin: 4, scale: 6 });
}
