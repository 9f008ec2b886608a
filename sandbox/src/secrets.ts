import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are equal. The time it takes reveals nothing about either, not even their lengths. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
