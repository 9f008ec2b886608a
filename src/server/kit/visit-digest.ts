import { digest } from './cache.js';
import type { Grant } from './grant.js';
import { SingleFlight } from './single-flight.js';

const VISIT_DIGESTS = new WeakMap<Grant, Promise<string>>();
const DIGESTS = new SingleFlight<string>();

/**
 * The name of a visit in the store: a digest of the grant's id and of the account it pays into, 43 characters that
 * identify nobody. Computed once per grant object, because one request needs it several times. Simultaneous requests of a
 * visit share the computation, so that they go on together: one that fell behind could refresh the slip a second time.
 */
export function visitDigestOf(grant: Grant): Promise<string> {
  const cached = VISIT_DIGESTS.get(grant);
  if (cached) return cached;
  const { id, merchantId, depositAlias } = grant;
  const text = JSON.stringify([id, String(merchantId), depositAlias]);
  const visitDigest = DIGESTS.run(text, () => digest(text));
  VISIT_DIGESTS.set(grant, visitDigest);
  return visitDigest;
}
