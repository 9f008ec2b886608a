import { jsonOf } from './response.js';
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
 * element then requests the slip again and shows the result. Also renders the skeleton for a page that nobody
 * opens (another site embeds it as an image, or a browser prefetches it), so that no code is issued for it.
 */
export async function renderFromKit<Context>(
  kit: Endpoint<Context>,
  request: Request,
  context: Context,
  { within, ...options }: FromKit<DepositSlipRendering>,
): Promise<string> {
  const page = { ...options, url: options.url ?? urlOf(request) };
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
function urlOf({ url, headers }: Request): string {
  const page = new URL(url);
  page.host = headers.get('host') ?? page.host;
  return page.href;
}

/** The kit's response; undefined if it is a problem or if nobody opens the page. */
async function ask<Context>(
  kit: Endpoint<Context>,
  { url: page, headers: given }: Request,
  context: Context,
  { endpoint, session, visit }: Pick<FromKit<DepositSlipRendering>, 'endpoint' | 'session' | 'visit'>,
  query: Readonly<Record<string, string | undefined>>,
): Promise<object | undefined> {
  if (!isOpened(given)) return undefined;
  const url = new URL(endpoint, page);
  for (const [name, value] of Object.entries({ visit, ...query }))
    if (value) url.searchParams.set(name, value);
  const headers = new Headers(given);
  // Removes the headers of a navigation, which the kit would attribute to another site's script.
  for (const name of ['origin', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']) headers.delete(name);
  if (session) headers.set('authorization', `Bearer ${session}`);
  return jsonOf(await kit(new Request(url, { headers }), context));
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

/**
 * Whether a browser opens the page for its reader. Clients without these headers are not browsers, or are old
 * ones.
 */
function isOpened(headers: Headers): boolean {
  const mode = headers.get('sec-fetch-mode');
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? '';
  const isOwn = headers.get('sec-fetch-site') === 'same-origin';
  return (mode === null || mode === 'navigate' || isOwn) && !purpose.includes('prefetch');
}
