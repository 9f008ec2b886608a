import { digest } from './cache.js';
import type { Grant } from './grant.js';

const VISIT_IDS = new WeakMap<Grant, Promise<string>>();

/**
 * The name of a visit in the store: a digest of the grant's id and of the account it pays into, 43 characters that
 * identify nobody. Computed once per grant object, because one request needs it several times.
 */
export function visitIdOf(grant: Grant): Promise<string> {
  const cached = VISIT_IDS.get(grant);
  if (cached) return cached;
  const { id, merchantId, depositAlias } = grant;
  const visitId = digest(JSON.stringify([id, String(merchantId), depositAlias]));
  VISIT_IDS.set(grant, visitId);
  return visitId;
}
