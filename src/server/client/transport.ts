import { isBag, openAnswer, own, type Bag } from '../../core/answer.js';
import { isProblem } from '../../core/problem.js';
import { failure, failureOfStatus, isFailure, type Failure } from './errors.js';
import { readJson } from './exact-json.js';

/** How the API is reached. */
export interface TransportOptions {
  /** Where the API lives; a path in it is kept. */
  readonly baseUrl: URL;
  /** The access token, sent as `X-BH-TOKEN` (spec: Authentication). */
  readonly token: string;
  /** Milliseconds for one whole request, body included. */
  readonly timeout: number;
  readonly fetch: typeof fetch;
}

/** A successful answer. */
export interface Reply {
  /** The envelope's `data`; a bare list is under `record`. Numbers as in `readJson`. */
  readonly data: Bag;
  readonly status: number;
  /** The API's own clock (its `Date` header), in milliseconds; whole seconds, as HTTP dates are. */
  readonly date?: number;
}

/** One request to the API: never a retry, never a redirect followed. Resolves whatever happens. */
export type Transport = (
  path: string,
  query: Readonly<Record<string, string | undefined>>,
) => Promise<Reply | Failure>;

/** Makes the one way to the API. */
export function createTransport(options: TransportOptions): Transport {
  return (path, query) => {
    const url = urlOf(options.baseUrl, path, query);
    return withDeadline(options.timeout, (signal) => send(url, options, signal));
  };
}

function urlOf(base: URL, path: string, query: Readonly<Record<string, string | undefined>>): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.search = '';
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return url;
}

/** Ends at the deadline even if `fetch` is deaf to its signal; and lets go of whatever is still open when it ends. */
async function withDeadline<Result>(
  timeout: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | Failure> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Failure>((resolve) => {
    timer = setTimeout(() => resolve(failure('timeout')), timeout);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

async function send(url: URL, options: TransportOptions, signal: AbortSignal): Promise<Reply | Failure> {
  try {
    const response = await options.fetch(url.href, {
      headers: { 'X-BH-TOKEN': options.token, Accept: 'application/json' },
      // A followed redirect would carry the token to another host.
      redirect: 'manual',
      signal,
    });
    const failed = failureOfStatus(response.status);
    return failed ? await explain(response, failed) : await open(response);
  } catch {
    // The cause may quote the URL or the headers, and with them identifiers or the token: it is not kept.
    return failure('connection');
  }
}

async function open(response: Response): Promise<Reply | Failure> {
  const { status } = response;
  const read = await readJson(response);
  if (isFailure(read)) return read;
  // Core also takes bare `data`; the API always wraps it (spec: Response envelope).
  if (!isBag(read.value) || !Object.hasOwn(read.value, 'code')) {
    return failure('unreadable', { status, reason: 'no-envelope' });
  }
  const opened = openAnswer(read.value);
  if (isProblem(opened)) {
    if (opened.kind !== 'refused') return failure('unreadable', { status, reason: 'no-envelope' });
    return failure('refused', { status, ...refusalOf(read.value) });
  }
  const date = Date.parse(response.headers.get('date') ?? '');
  return { data: opened.data, status, ...(Number.isFinite(date) && { date }) };
}

/** What a refusal says of itself: the envelope, if it brings a readable one. */
async function explain(response: Response, kind: Failure['kind']): Promise<Failure> {
  const { status } = response;
  if (kind === 'unreadable') return failure(kind, { status, reason: 'redirect' });
  if (kind === 'rate-limited') return failure(kind, { status, ...retryAfterOf(response) });
  if (kind !== 'refused') return failure(kind, { status });
  const read = await readJson(response).catch(() => failure('connection'));
  const said = !isFailure(read) && isBag(read.value) ? refusalOf(read.value) : {};
  return failure(kind, { status, ...said });
}

function refusalOf(answer: Bag): { code?: string; msg?: string } {
  const code = own(answer, 'code');
  const msg = own(answer, 'msg');
  return {
    ...((typeof code === 'number' || typeof code === 'string') && { code: String(code) }),
    ...(typeof msg === 'string' && { msg }),
  };
}

/** `Retry-After` in seconds, from either of its forms (RFC 9110, 10.2.3); at most a day. */
function retryAfterOf(response: Response): { retryAfter?: number } {
  const text = response.headers.get('retry-after')?.trim() ?? '';
  const seconds = /^[0-9]{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? { retryAfter: Math.min(Math.max(seconds, 0), 86_400) } : {};
}
