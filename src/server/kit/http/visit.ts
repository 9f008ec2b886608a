import { readGrant, type Grant } from '../grant.js';
import { listOf, type OneOrMore } from '../key-list.js';
import { Mac } from './mac.js';
import type { Settings } from '../options.js';
import type { Rejection } from '../rejection.js';
import { SECRET_BYTES, toBytes } from './session.js';

/**
 * Creates the value of the element's `visit`, which ties a page to the grant of its visit: 43 characters that
 * reveal nothing about the grant. A kit with `signingKey` and `authorize` rejects requests without the
 * `visit` of their grant, and signs the `visit`, so that a proxy that swaps the payer's cookie cannot show
 * them the response to another visit.
 *
 * `secret` is the `secret` of the kit; the first one of a list signs. `grant` is the grant that `authorize`
 * returns for this visit; only `id`, `merchantId` and `depositAlias` are used. Rejects with an Error that
 * names every invalid argument and quotes no value.
 */
export async function createVisitId(secret: OneOrMore<string | Uint8Array>, grant: Grant): Promise<string> {
  const checked = readGrant(grant);
  const [first] = listOf(secret);
  const bytes = typeof first === 'string' || first instanceof Uint8Array ? toBytes(first) : new Uint8Array();
  const errors = [
    bytes.byteLength < SECRET_BYTES ? `secret must have at least ${SECRET_BYTES} bytes` : [],
    checked.grant ? [] : `grant is invalid in ${checked.invalid}`,
  ].flat();
  if (!checked.grant || errors.length > 0) throw new Error(`Cannot create a visit id: ${errors.join(', ')}.`);
  return new Mac(() => [bytes]).sign(messageOf(checked.grant));
}

/** Returns a rejection if the page that sent the request does not belong to this grant's visit. */
export type CheckVisit = (request: Request, grant: Grant) => Promise<Rejection | undefined>;

/**
 * Creates the check. Only a kit that signs responses and authenticates with `authorize` needs it: sessions
 * are signed themselves.
 */
export function createCheckVisit({ signingKey, authorize, secrets, logger }: Settings): CheckVisit {
  if (signingKey === undefined || authorize === undefined || secrets === undefined)
    return () => Promise.resolve(undefined);
  const mac = new Mac(() => secrets);
  let hasWarned = false;
  return async (request, grant) => {
    const visits = new URL(request.url).searchParams.getAll('visit');
    if (visits.length === 1 && (await mac.verify(messageOf(grant), visits[0]!))) return undefined;
    // Logged once, because every payer can send such requests. The `error` hook is called for each.
    if (!hasWarned) logger.warn('A deposit request was rejected: its visit does not belong to its grant');
    hasWarned = true;
    const issue = visits.length === 0 ? 'The request has no visit' : 'The visit does not belong to the grant';
    const cause = new Error(`${issue}: set visit in the page to createVisitId(secret, grant).`);
    return { rejected: 'other-visit', grant, cause };
  };
}

/**
 * The first line contains a blank and differs from that of an arrival token, which is signed with the same
 * secret.
 */
function messageOf({ id, merchantId, depositAlias }: Grant): string {
  return `deposit-slip visit\n${JSON.stringify([id, String(merchantId), depositAlias])}`;
}
