/** A QR code as an SVG path in modules, without its quiet zone. */
export interface QrDrawing {
  readonly path: string;
  /** Modules along one side. */
  readonly size: number;
  readonly version: number;
}

/** Light modules around a code, without which readers fail on dark pages (ISO/IEC 18004). */
export const QUIET_ZONE = 4;

type Encoder = typeof import('../../core/qr/encode.js');
let loading: Promise<Encoder> | undefined;

/** Starts loading the encoder, so that it arrives beside the answer and not after it. */
export function loadEncoder(): Promise<Encoder> {
  loading ??= import('../../core/qr/encode.js').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Draws `payload` as the encoder does: the smallest code at error level M. Rejects if it fits in none. */
export async function drawQr(payload: string): Promise<QrDrawing> {
  const { encode } = await loadEncoder();
  const { modules, size, version } = encode(payload);
  return { path: pathOf(modules, size), size, version };
}

/** One subpath per run of dark modules in a row. */
function pathOf(data: Uint8Array, size: number): string {
  let path = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!data[y * size + x]) continue;
      const from = x;
      while (x < size && data[y * size + x]) x++;
      path += `M${from} ${y}h${x - from}v1h${from - x}z`;
    }
  }
  return path;
}
