import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether two secrets are the same. How long it takes tells nothing of either, not even how long they are.
 */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
