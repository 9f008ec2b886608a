/** Headers a page of another origin may read (Fetch, CORS protocol). */
const EXPOSED = 'Deposit-Signature, Deposit-Slip-Test, Retry-After';
/** Seconds; no browser keeps a preflight's answer longer than some of them do. */
const PREFLIGHT_AGE = 7200;

/** What is wrong with a list of origins: each must be written exactly as browsers send it. */
export function faultOfOrigins(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const isGood = Array.isArray(value) && value.every(isOrigin);
  return isGood ? undefined : 'is no list of origins, like https://shop.example';
}

/** Whether it is one origin, written as browsers send it. */
export function isOrigin(value: unknown): boolean {
  // A star is a good host to the parser; to whoever wrote it, it is a pattern, and nothing here is matched by one.
  if (typeof value !== 'string' || value.includes('*') || !URL.canParse(value)) return false;
  // An app's page is on a scheme of the app's own, whose URLs have no origin to the parser.
  const { protocol, host } = new URL(value);
  return host !== '' && `${protocol}//${host}` === value;
}

/** The origin of a request as the merchant's list has it; undefined where it has none, or it is not on the list. */
export function listedOrigin(allowed: readonly string[], { headers }: Request): string | undefined {
  const origin = headers.get('origin');
  return allowed.find((listed) => listed === origin);
}

/**
 * Whether a page elsewhere, which the merchant did not list, makes the payer's browser ask: its cookies must mint
 * nothing. Browsers say so themselves (Fetch Metadata); old ones by an Origin, which they send with a GET only from
 * elsewhere. What sends neither is no page, the shop's own, or an image or link in an old browser, which only the cookies'
 * `SameSite` keeps out. The address asked is no help: a proxy may have changed it.
 */
export function isForeign({ headers }: Request, listed: string | undefined): boolean {
  if (listed !== undefined) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  return headers.has('origin');
}

/** Whether a browser asks if it may ask, session and all. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

/** What a preflight is told. */
export const PREFLIGHT: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'authorization',
  'Access-Control-Max-Age': String(PREFLIGHT_AGE),
};

/** Lets a listed origin read an answer. Without credentials: the element sends cookies to its own origin only. */
export function openTo(origin: string | undefined, { headers }: Response): void {
  if (origin === undefined) return;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Expose-Headers', EXPOSED);
}
