import { answerJson } from './response.js';
import { renderDepositHistory, type DepositHistoryRendering } from './history.js';
import { firstQuery, renderDepositSlip, type DepositSlipRendering } from './slip.js';

/** The merchant's endpoint as a function: a kit of `deposit-slip/kit`, or any handler with its responses. */
export type Endpoint<Context> = (request: Request, context: Context) => Promise<Response>;

/**
 * Options of a rendering from the kit: the response comes from the kit, and the URL by default from the
 * request.
 */
type FromKit<Rendering> = Omit<Rendering, 'answer' | 'endpoint'> & {
  readonly endpoint: string;
  /** Milliseconds that the page waits for the kit. Default: 2,000. */
  readonly within?: number | undefined;
};

const WITHIN = 2_000;

/**
 * Sends the kit the request that `<deposit-slip>` would send, on behalf of the request for the page, and
 * renders the element with the response. If the response is a problem or late, renders the skeleton; the
 * element then requests the slip again and shows the result.
 *
 * Sends it only for a tab that a payer navigates to the page with GET. For any other request (HEAD, a form
 * with POST, a frame, a script, a prefetch), it renders the skeleton, so that no code is issued for a page
 * that nobody may see. `request` must have the method of the page's own request.
 */
export async function renderFromKit<Context>(
  kit: Endpoint<Context>,
  request: Request,
  context: Context,
  { within, ...options }: FromKit<DepositSlipRendering>,
): Promise<string> {
  const page = { ...options, url: options.url ?? pageUrl(request) };
  const query = firstQuery(page);
  const answer = query && (await inTime(within, ask(kit, request, context, options, query)));
  return renderDepositSlip({ ...page, answer });
}

/** The same for `<deposit-history>`. */
export async function renderHistoryFromKit<Context>(
  kit: Endpoint<Context>,
  request: Request,
  context: Context,
  { within, ...options }: FromKit<DepositHistoryRendering>,
): Promise<string> {
  const answer = await inTime(within, ask(kit, request, context, options, { history: '1' }));
  return renderDepositHistory({ ...options, answer });
}

/**
 * The URL of a page as its browser knows it. `toNodeHandler` does not use the host of the `Host` header, so
 * it is taken from there.
 */
function pageUrl({ url, headers }: Request): string {
  const page = new URL(url);
  const host = headers.get('host');
  if (host !== null) {
    // Stays if the host is malformed: then the page is not of this machine.
    page.host = 'malformed.invalid';
    page.host = host;
  }
  return page.href;
}

/** The kit's response; undefined if it is a problem or if the request is no navigation. */
async function ask<Context>(
  kit: Endpoint<Context>,
  request: Request,
  context: Context,
  { endpoint, session }: Pick<FromKit<DepositSlipRendering>, 'endpoint' | 'session'>,
  query: Readonly<Record<string, string | undefined>>,
): Promise<object | undefined> {
  if (!isNavigation(request)) return undefined;
  const url = new URL(endpoint, request.url);
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value);
  const headers = new Headers(request.headers);
  // With these, the kit would take a link on another site for a script of that site.
  for (const name of FETCH_METADATA) headers.delete(name);
  if (session) headers.set('authorization', `Bearer ${session}`);
  return answerJson(await kit(new Request(url, { headers }), context));
}

/** The result of a promise; undefined if it takes too long. */
async function inTime<T>(within = WITHIN, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, within, undefined)));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

const FETCH_METADATA = ['sec-fetch-mode', 'sec-fetch-dest', 'sec-fetch-site'] as const;

/** Headers by which browsers of all times announce that they load a page which nobody has opened yet. */
const IN_ADVANCE = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Whether a payer navigates a tab to the page with GET. A frame is no tab: the page's policy may keep it from
 * being shown. Clients without Fetch Metadata are not browsers, or are old ones.
 */
function isNavigation({ method, headers }: Request): boolean {
  if (method !== 'GET' || IN_ADVANCE.some((name) => headers.has(name))) return false;
  // A browser sends `Origin` with a form, whose page some frameworks request with GET, and with a script of
  // another site, but not with a navigation with GET (Fetch standard, HTTP extensions).
  if (headers.has('origin')) return false;
  const [mode, dest, site] = FETCH_METADATA.map((name) => headers.get(name));
  if (mode === null) return dest === null && site === null;
  // Chrome 76 to 79 sends no destination.
  return mode === 'navigate' && (dest === null || dest === 'document');
}
