import { record } from '../../core/record.js';

/** A QR code as an SVG path, one unit per module, without its quiet zone. */
export interface QrDrawing {
  readonly path: string;
  /** Modules along one side. */
  readonly size: number;
  readonly version: number;
}

/** Light modules around a code; without them readers fail on dark pages (ISO/IEC 18004). */
export const QUIET_ZONE = 4;

type Encoder = typeof import('qrcode/lib/core/qrcode.js');
let loading: Promise<Encoder> | undefined;
let loaded: Encoder | undefined;

/**
 * Starts loading the encoder, so that it loads in parallel with the response. Tries again after a failure.
 */
export function loadEncoder(): Promise<Encoder> {
  loading ??= import('qrcode/lib/core/qrcode.js').then(
    (encoder) => (loaded = encoder),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/**
 * Draws `payload` in the smallest version that can hold it at error correction level M. Rejects if none can,
 * or if the encoder cannot be loaded.
 */
export async function drawQr(payload: string): Promise<QrDrawing> {
  return drawWith(await loadEncoder(), payload);
}

/**
 * Draws the same as `drawQr` synchronously. Undefined if the encoder is not loaded, or if no version can hold
 * `payload`.
 */
export function drawQrNow(payload: string): QrDrawing | undefined {
  try {
    return loaded && drawWith(loaded, payload);
  } catch {
    return undefined;
  }
}

function drawWith({ create }: Encoder, payload: string): QrDrawing {
  const { version, modules } = encoded(create, payload);
  return record({ path: svgPath(modules.data, modules.size), size: modules.size, version });
}

/**
 * The encoder chooses the mask with `Function.prototype.bind`, and fails where MooTools has replaced it.
 * Readers accept every mask.
 */
function encoded(create: Encoder['create'], payload: string): ReturnType<Encoder['create']> {
  try {
    return create(payload, record({ errorCorrectionLevel: 'M' }));
  } catch {
    return create(payload, record({ errorCorrectionLevel: 'M', maskPattern: 0 }));
  }
}

/** One subpath for each run of consecutive dark modules. */
function svgPath(data: Uint8Array, size: number): string {
  let path = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!data[y * size + x]) continue;
      const start = x;
      while (x < size && data[y * size + x]) x++;
      path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  }
  return path;
}
