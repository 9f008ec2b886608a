import type { Grant } from './grant.js';
import { digest } from './memory.js';

const MADE = new WeakMap<Grant, Promise<string>>();

/**
 * What a visit is called in the store: 43 signs that name nobody, made of the grant's id and of the
 * account it pays into. Made once for a grant object: one request needs it several times.
 */
export function visitIdOf(grant: Grant): Promise<string> {
  const made = MADE.get(grant);
  if (made) return made;
  const { id, merchantId, depositAlias } = grant;
  const making = digest(JSON.stringify([id, String(merchantId), depositAlias]));
  MADE.set(grant, making);
  return making;
}
