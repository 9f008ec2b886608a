import { isOrigin } from '../../option-issues.js';

/** Response headers that a cross-origin page may read (Fetch standard, CORS protocol). */
const EXPOSED_HEADERS = 'Deposit-Slip-Test, Retry-After';
/** Seconds. The longest time Chromium caches a preflight response. */
const PREFLIGHT_SECONDS = 7200;

/** Describes the mistake in the `allowedOrigins` option, if any. */
export function validateOrigins(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const isValid = Array.isArray(value) && value.every(isOrigin);
  return isValid ? undefined : 'must be a list of origins like https://shop.example';
}

/** The request's origin, if it is on the merchant's list. */
export function allowedOriginOf(allowed: readonly string[], { headers }: Request): string | undefined {
  const origin = headers.get('origin');
  return allowed.find((each) => each === origin);
}

/**
 * Whether the request comes from a page of a forbidden origin: with the payer's cookies, such a page could
 * create funding ids. Current browsers state the relation in `Sec-Fetch-Site`; older ones send `Origin` with
 * a GET only if it is cross-origin. A request with neither header comes from outside a page, from the shop's
 * own page, or from an image or link in an old browser, against which only `SameSite` cookies help. The
 * request's own URL is not compared, because a proxy may have changed it.
 */
export function isForbiddenOrigin({ headers }: Request, allowedOrigin: string | undefined): boolean {
  if (allowedOrigin !== undefined) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  return headers.has('origin');
}

/** Whether the request is a CORS preflight, which browsers send because of the `Authorization` header. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

/** The headers of a preflight response. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'authorization',
  'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
};

/**
 * Lets an allowed origin read a response. Credentials are not allowed, because the element sends cookies to
 * its own origin only.
 */
export function exposeTo(origin: string | undefined, { headers }: Response): void {
  if (origin === undefined) return;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
}
