/** A QR code as an SVG path in modules, without its quiet zone. */
export interface QrDrawing {
  readonly path: string;
  /** Modules along one side. */
  readonly size: number;
  readonly version: number;
}

/** Light modules around a code, without which readers fail on dark pages (ISO/IEC 18004). */
export const QUIET_ZONE = 4;

type Encoder = typeof import('qrcode/lib/core/qrcode.js');
let loading: Promise<Encoder> | undefined;

/** Starts loading the encoder, so that it arrives beside the answer and not after it. */
export function loadEncoder(): Promise<Encoder> {
  loading ??= import('qrcode/lib/core/qrcode.js').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Draws `payload` at error level M, the encoder's own (15 %: more makes long codes too dense to scan). Rejects if it does not fit. */
export async function drawQr(payload: string): Promise<QrDrawing> {
  const { create } = await loadEncoder();
  const { modules, version } = create(payload);
  return { path: pathOf(modules.data, modules.size), size: modules.size, version };
}

/** One subpath per run of dark modules in a row. */
function pathOf(data: ArrayLike<number | boolean>, size: number): string {
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
