import { record } from '../../core/record.js';
import { QUIET_ZONE, type QrDrawing } from './qr.js';
import { share } from './sharing.js';

/**
 * Pixels per module: large enough for a printer and for a banking app that reads the image from the gallery.
 */
const SCALE = 12;

/**
 * Paints a QR code with its quiet zone, black on white. Returns whether it did: the browser may allow no
 * canvas.
 */
export function paintQr(canvas: HTMLCanvasElement, { path, size }: QrDrawing, scale: number): boolean {
  canvas.width = canvas.height = (size + 2 * QUIET_ZONE) * scale;
  const context = canvas.getContext('2d');
  if (!context) return false;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  context.translate(QUIET_ZONE, QUIET_ZONE);
  context.fillStyle = '#000';
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(new Path2D(path));
  return true;
}

/** A QR code as a PNG file with its quiet zone. Undefined if the browser cannot make one. */
export async function qrImage(drawing: QrDrawing, name: string): Promise<File | undefined> {
  const canvas = document.createElement('canvas');
  return paintQr(canvas, drawing, SCALE) ? pngFile(canvas, name) : undefined;
}

/** A canvas as a PNG file. Undefined if the browser cannot make one. */
export async function pngFile(canvas: HTMLCanvasElement, name: string): Promise<File | undefined> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return blob ? new File([blob], name, record({ type: 'image/png' })) : undefined;
}

/**
 * Gives a file to the payer: on a touch screen through the share sheet, which can save to the gallery, else
 * as a download. Resolves to whether it was given; false if the payer cancels, or if the page cannot know
 * that it may download.
 */
export async function saveFile(file: File): Promise<boolean> {
  const data = record<ShareData>({ files: [file] });
  if (globalThis.matchMedia?.('(pointer: coarse)').matches && navigator.canShare?.(data)) return share(data);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The download starts when the click is dispatched; the URL must not be revoked before it is read.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return mayDownload();
}

/**
 * Whether no frame around the page is sandboxed without `allow-downloads`: browsers then ignore a download
 * without an error. The page cannot see a frame of another origin, nor its own if its origin is opaque.
 */
function mayDownload(): boolean {
  if (origin === 'null') return false;
  for (let view: Window = globalThis.window; view !== view.parent; view = view.parent) {
    const frame = view.frameElement as HTMLIFrameElement | null;
    if (!frame || (frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-downloads'))) return false;
  }
  return true;
}
