import { codewordsOf, roomOf } from './codewords.js';
import { bitsOf } from './segments.js';
import { drawn, type QrCode } from './symbol.js';

/**
 * The smallest QR code (ISO/IEC 18004) `text` fits in, at error level M: readers repair 15 % of it, and more would make
 * long codes too dense to scan. Digits and capitals are written in modes of their own where that saves bits.
 *
 * @throws RangeError where it fits in none: above 2,331 bytes, or the digits and capitals that fill as much.
 */
export function encode(text: string): QrCode {
  let bits: readonly number[] = [];
  for (let version = 1; version <= 40; version++) {
    // Counts take more bits from here on, and another mix of modes may be the shortest.
    if (version === 1 || version === 10 || version === 27) bits = bitsOf(text, version);
    if (bits.length <= roomOf(version)) return drawn(version, codewordsOf(bits, version));
  }
  throw new RangeError('Too much for a QR code');
}
