import { isJsonObject, readEnvelope, own, type JsonObject } from '../../core/reader/answer.js';
import { isProblem } from '../../core/problem.js';
import { abortedBy, failure, failureOfStatus, isFailure, type Failure } from './errors.js';
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

/** Query parameters by name, as text; what is undefined is not sent. */
export type Query = Readonly<Record<string, string | undefined>>;

/** How one request differs from a plain GET with the token. */
export interface Sending {
  /** JSON text; with it the request is a POST. */
  readonly body?: string;
  /** Says `Content-Type: application/json` without a body too (spec: Query crypto transfers). */
  readonly isJson?: boolean;
  /** Sends no token (spec: Authentication, 1). */
  readonly isOpen?: boolean;
  /** Ends the request before its time-out; it then fails as a broken connection does. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds, for this request alone. */
  readonly timeout?: number | undefined;
}

/** A successful answer. */
export interface Reply {
  /** The envelope's `data`; a bare list is under `record`. Numbers as in `readJson`. */
  readonly data: JsonObject;
  readonly status: number;
  /** The API's own clock (its `Date` header), in milliseconds; whole seconds, as HTTP dates are. */
  readonly date?: number;
  /** The answer's `x-request-id`. */
  readonly requestId?: string;
}

/** One request to the API: never a retry, never a redirect followed. Resolves whatever happens. */
export type Transport = (path: string, query: Query, sending?: Sending) => Promise<Reply | Failure>;

/** Makes the one way to the API. */
export function createTransport(options: TransportOptions): Transport {
  return (path, query, sending = {}) => {
    const url = urlOf(options.baseUrl, path, query);
    const init = initOf(options, sending);
    const { timeout = options.timeout, signal } = sending;
    return withDeadline(timeout, signal, (signal) => send(url, options, { ...init, signal }));
  };
}

function initOf({ token }: TransportOptions, { body, isJson, isOpen }: Sending): RequestInit {
  const hasBody = body !== undefined;
  return {
    headers: {
      ...(!isOpen && { 'X-BH-TOKEN': token }),
      Accept: 'application/json',
      ...((hasBody || isJson) && { 'Content-Type': 'application/json' }),
    },
    ...(hasBody && { method: 'POST', body }),
    // A followed redirect would carry the token to another host.
    redirect: 'manual',
  };
}

/** Query parameters as texts, those alone that were given; what is no exact text is left as it is, for a schema to refuse. */
export function textsOf(values: object): Record<string, unknown> {
  const isExact = (value: unknown): boolean => typeof value === 'bigint' || Number.isSafeInteger(value);
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]: [string, unknown]) => [name, isExact(value) ? String(value) : value]),
  );
}

function urlOf(base: URL, path: string, query: Query): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  url.search = '';
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.append(name, value);
  }
  return url;
}

/**
 * Ends at the deadline, or when the caller aborts, even if `fetch` is deaf to its signal; and lets go of whatever is still
 * open when it ends.
 */
async function withDeadline<Result extends object>(
  timeout: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | Failure> {
  if (outer?.aborted) return abortedBy(outer);
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => undefined;
  const ended = new Promise<Failure>((resolve) => {
    timer = setTimeout(() => resolve(failure('timeout')), timeout);
    onAbort = () => resolve(abortedBy(outer));
    outer?.addEventListener('abort', onAbort);
  });
  // Of an answer that was read to its end nothing is open any more, and an abort is not for free.
  let isWhole = false;
  try {
    const result = await Promise.race([work(controller.signal), ended]);
    isWhole = !isFailure(result);
    return result;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
    if (!isWhole) controller.abort();
  }
}

async function send(url: URL, options: TransportOptions, init: RequestInit): Promise<Reply | Failure> {
  try {
    const response = await options.fetch(url.href, init);
    const failed = failureOfStatus(response.status);
    const result = await (failed ? explain(response, failed) : open(response));
    return { ...result, ...requestIdOf(response) };
  } catch (cause) {
    return failure('connection', causeOf(cause));
  }
}

/** An id to quote to the API's people: one plain word. */
function requestIdOf({ headers }: Response): { requestId?: string } {
  const requestId = headers.get('x-request-id') ?? '';
  return /^[\x21-\x7e]{1,128}$/.test(requestId) ? { requestId } : {};
}

/**
 * What is kept of an error: the system's code. The rest may quote the URL or the headers, and with them identifiers or the
 * token.
 */
function causeOf(error: unknown): { cause?: Error } {
  const codes = [error, error instanceof Error ? error.cause : undefined].map(
    (each) => isJsonObject(each) && own(each, 'code'),
  );
  const code = codes.find((each) => typeof each === 'string' && /^[A-Z][A-Z0-9_]{2,49}$/.test(each));
  return typeof code === 'string' ? { cause: new Error(code) } : {};
}

async function open(response: Response): Promise<Reply | Failure> {
  const { status } = response;
  const read = await readJson(response);
  if (isFailure(read)) return read;
  // Core also takes bare `data`; the API always wraps it (spec: Response envelope).
  if (!isJsonObject(read.value) || !Object.hasOwn(read.value, 'code')) {
    return failure('unreadable', { status, reason: 'no-envelope' });
  }
  const opened = readEnvelope(read.value);
  if (isProblem(opened)) {
    if (opened.kind !== 'refused') return failure('unreadable', { status, reason: 'no-envelope' });
    return failure('refused', { status, ...refusalOf(read.value) });
  }
  const date = Date.parse(response.headers.get('date') ?? '');
  return { data: opened.data, status, ...(Number.isFinite(date) && { date }) };
}

/** What a failure says of itself: the envelope, if it brings a readable one. */
async function explain(response: Response, kind: Failure['kind']): Promise<Failure> {
  const { status } = response;
  if (kind === 'unreadable') return failure(kind, { status, reason: 'redirect' });
  const read = await readJson(response).catch(() => failure('connection'));
  const said = !isFailure(read) && isJsonObject(read.value) ? refusalOf(read.value) : {};
  return failure(kind, { status, ...said, ...(canSayWhen(kind) && retryAfterOf(response)) });
}

/** Failures that pass, and may say when (RFC 9110, 10.2.3; RFC 6585, 4). */
function canSayWhen(kind: Failure['kind']): boolean {
  return kind === 'rate-limited' || kind === 'server';
}

function refusalOf(answer: JsonObject): { code?: string; msg?: string } {
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
