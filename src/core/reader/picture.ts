import type { FieldEntry } from './field-list.js';

/** A picture of a QR code that a response contains as data. What it encodes cannot be checked. */
export interface Picture {
  /** The wire key, as received. */
  readonly key: string;
  readonly type: 'image/png' | 'image/jpeg';
  /** The bytes of the file, without a `data:` prefix. */
  readonly base64: string;
}

/**
 * The maximum width and height in pixels. A small file can declare a picture so large that decoding it fills
 * the memory.
 */
const MAX_SIDE = 2048;
const DATA_URL = /^data:image\/(?:png|jpe?g);base64,/i;

/**
 * Reads a picture from a data URL or bare base64 (docs/reading-policy.md R19). The bytes decide its type.
 * Returns `undefined` for anything but a PNG or JPEG file whose header declares at most 2048 x 2048 pixels.
 */
export function readPicture({ key, raw }: FieldEntry): Picture | undefined {
  const base64 = raw.trim().replace(DATA_URL, '');
  const bytes = decode(base64);
  if (bytes === undefined) return undefined;
  const type = bytes.startsWith('\xff\xd8\xff') ? 'image/jpeg' : 'image/png';
  const size = type === 'image/jpeg' ? jpegSize(bytes) : pngSize(bytes);
  const fits = size?.every((side) => side > 0 && side <= MAX_SIDE);
  return fits ? Object.freeze({ key, type, base64 }) : undefined;
}

function decode(base64: string): string | undefined {
  try {
    // `atob` ignores white space.
    return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? atob(base64) : undefined;
  } catch {
    return undefined;
  }
}

/** Width and height as the first chunk declares them, IHDR (ISO/IEC 15948). */
function pngSize(bytes: string): number[] | undefined {
  const isPng = bytes.startsWith('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR');
  return isPng ? [number(bytes, 16, 4), number(bytes, 20, 4)] : undefined;
}

/**
 * Width and height as the first frame header declares them (ISO/IEC 10918-1, B.2). A height of 0 is declared
 * only after the scan, so it is refused, as is every file whose size is unknown before it is decoded.
 */
function jpegSize(bytes: string): number[] | undefined {
  let at = 2;
  while (at + 9 <= bytes.length) {
    const marker = number(bytes, at, 2);
    const length = number(bytes, at + 2, 2);
    // SOF0 to SOF15, without DHT, JPG and DAC.
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return [number(bytes, at + 7, 2), number(bytes, at + 5, 2)];
    // Only tables and application segments, which state their length, precede the frame header.
    const isSegment = marker === 0xffc4 || marker === 0xffcc || (marker >= 0xffdb && marker <= 0xfffe);
    if (!isSegment || length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** A big-endian number of `length` bytes; NaN beyond the end. */
function number(bytes: string, at: number, length: number): number {
  let value = 0;
  for (let end = at + length; at < end; at++) value = value * 256 + bytes.charCodeAt(at);
  return value;
}
