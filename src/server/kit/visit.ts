import { fromBase64url, toBase64url } from '../../core/base64url.js';
import { readGrant, type Grant } from './grant.js';
import { secretKey } from './jws.js';
import type { Settings } from './options.js';
import type { Rejection } from './rejection.js';
import { SECRET_BYTES, toBytes } from './session.js';

/** HMAC-SHA-256 as base64url. */
const VISIT = /^[\w-]{43}$/;

/**
 * Creates the value of the element's `visit`, which ties a page to the grant of its visit: 43 characters that say nothing
 * about it. A kit with `signingKey` and `authorize` rejects requests without the `visit` of their grant, and signs it, so
 * that a proxy that swaps the payer's cookie cannot show them the answer of another visit.
 *
 * `secret` is the `secret` of the kit. `grant` is the grant that `authorize` returns for this visit; only `id`, `merchantId`
 * and `depositAlias` count. Rejects with an Error that names every invalid argument and quotes no value.
 */
export async function createVisitId(secret: string | Uint8Array, grant: Grant): Promise<string> {
  const checked = readGrant(grant);
  const bytes =
    typeof secret === 'string' || secret instanceof Uint8Array ? toBytes(secret) : new Uint8Array();
  const errors = [
    bytes.byteLength < SECRET_BYTES ? `secret must have at least ${SECRET_BYTES} bytes` : [],
    checked.grant ? [] : `grant is invalid in ${checked.invalid}`,
  ].flat();
  if (!checked.grant || errors.length > 0) throw new Error(`Cannot create a visit id: ${errors.join(', ')}.`);
  const { key } = await secretKey(bytes);
  return toBase64url(new Uint8Array(await crypto.subtle.sign('HMAC', key, messageOf(checked.grant))));
}

/** Returns a rejection if the page that sent the request is not of this grant's visit. */
export type CheckVisit = (request: Request, grant: Grant) => Promise<Rejection | undefined>;

/** Creates the check. Only a kit that signs answers and authenticates by `authorize` needs it: sessions are signed themselves. */
export function createCheckVisit({ signingKey, authorize, secret, logger }: Settings): CheckVisit {
  if (signingKey === undefined || authorize === undefined || secret === undefined)
    return () => Promise.resolve(undefined);
  let key: Promise<CryptoKey> | undefined;
  let hasWarned = false;
  return async (request, grant) => {
    key ??= secretKey(secret).then((imported) => imported.key);
    const visits = new URL(request.url).searchParams.getAll('visit');
    if (visits.length === 1 && (await isVisitOf(grant, visits[0]!, await key))) return undefined;
    // Once, because every payer can send such requests. The `error` hook is called for each.
    if (!hasWarned) logger.warn('A deposit request was rejected: its visit is not that of its grant');
    hasWarned = true;
    const issue = visits.length === 0 ? 'The request has no visit' : 'The visit is not that of the grant';
    const cause = new Error(`${issue}: set visit in the page to createVisitId(secret, grant).`);
    return { rejected: 'other-visit', grant, cause };
  };
}

/** Compares in constant time, as `verify` does. */
async function isVisitOf(grant: Grant, visit: string, key: CryptoKey): Promise<boolean> {
  if (!VISIT.test(visit)) return false;
  try {
    return await crypto.subtle.verify('HMAC', key, fromBase64url(visit), messageOf(grant));
  } catch {
    // The unused bits of the last character are set.
    return false;
  }
}

/** Its first line has a blank, so it is never the signing input of an arrival token, which the same secret signs. */
function messageOf({ id, merchantId, depositAlias }: Grant): Uint8Array<ArrayBuffer> {
  const visit = JSON.stringify([id, String(merchantId), depositAlias]);
  return new TextEncoder().encode(`deposit-slip visit\n${visit}`);
}
