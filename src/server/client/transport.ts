import { openEnvelope } from '../../core/reader/envelope.js';
import { isJsonObject, own, type JsonObject } from '../../core/reader/members.js';
import { isProblem } from '../../core/problem.js';
import { abortedBy, failure, failureOfStatus, isFailure, type Failure } from './errors.js';
import { readJson } from './exact-json.js';
import { isSystemCode } from './system-codes.js';

/** Options of the connection to the API. */
export interface TransportOptions {
  /** Operation paths are appended to its path, if it has one. */
  readonly baseUrl: URL;
  /** The access token, sent as `X-BH-TOKEN` (spec: Authentication). */
  readonly token: string;
  /** Milliseconds for one request, including its response body. */
  readonly timeout: number;
  readonly fetch: typeof fetch;
}

/** Query parameters by name, as text. Undefined parameters are not sent. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Options of one request. The default is a GET with the token. */
export interface RequestOptions {
  /** JSON text. Makes the request a POST. */
  readonly body?: string;
  /** Sends `Content-Type: application/json` even without a body (spec: Query crypto transfers). */
  readonly isJson?: boolean;
  /** Sends no token (spec: Authentication, 1). */
  readonly isPublic?: boolean;
  /** Aborts the request, which then fails as a broken connection does. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. Overrides the transport's timeout. */
  readonly timeout?: number | undefined;
}

/** A successful response. */
export interface Reply {
  /** The envelope's `data`. A bare list is wrapped as `{ record }`. For numbers, see `readJson`. */
  readonly data: JsonObject;
  readonly status: number;
  /** The response's `Date` header in milliseconds. HTTP dates have whole seconds. */
  readonly date?: number;
  /** The response's `x-request-id`. */
  readonly requestId?: string;
}

/** Makes one request to the API, without retries and without following redirects. Never rejects. */
export type Transport = (path: string, query: Query, request?: RequestOptions) => Promise<Reply | Failure>;

/** Creates a transport. */
export function createTransport(options: TransportOptions): Transport {
  return (path, query, request = {}) => {
    const url = requestUrl(options.baseUrl, path, query);
    const init = initOf(options, request);
    const { timeout = options.timeout, signal } = request;
    return withDeadline(timeout, signal, (controller) => send(url, options, init, controller));
  };
}

function initOf({ token }: TransportOptions, { body, isJson, isPublic }: RequestOptions): RequestInit {
  const hasBody = body !== undefined;
  return {
    headers: {
      ...(!isPublic && { 'X-BH-TOKEN': token }),
      Accept: 'application/json',
      ...((hasBody || isJson) && { 'Content-Type': 'application/json' }),
    },
    ...(hasBody && { method: 'POST', body }),
    // Following a redirect would send the token to another host.
    redirect: 'manual',
  };
}

/**
 * Converts bigints and safe integers to text and leaves out undefined values. Other values are left as they
 * are, for a schema to accept (strings) or reject.
 */
export function numbersAsText(values: object): Record<string, unknown> {
  const isExact = (value: unknown): boolean => typeof value === 'bigint' || Number.isSafeInteger(value);
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]: [string, unknown]) => [name, isExact(value) ? String(value) : value]),
  );
}

function requestUrl({ origin, pathname }: URL, path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.append(name, value);
  }
  const search = String(params);
  return origin + pathname.replace(/\/+$/, '') + path + (search && `?${search}`);
}

/**
 * Resolves at the deadline or when the caller aborts, even if `fetch` ignores its signal, and aborts the
 * pending request.
 */
async function withDeadline<Result extends object>(
  timeout: number,
  outer: AbortSignal | undefined,
  work: (controller: AbortController) => Promise<Result>,
): Promise<Result | Failure> {
  if (outer?.aborted) return abortedBy(outer);
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => undefined;
  const ended = new Promise<Failure>((resolve) => {
    const end = (reason: Failure): void => {
      resolve(reason);
      controller.abort();
    };
    timer = setTimeout(() => end(failure('timeout')), timeout);
    onAbort = () => end(abortedBy(outer));
    outer?.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([work(controller), ended]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onAbort);
  }
}

async function send(
  url: string,
  options: TransportOptions,
  init: RequestInit,
  controller: AbortController,
): Promise<Reply | Failure> {
  try {
    const response = await options.fetch(url, { ...init, signal: controller.signal });
    const result = await read(response);
    // Closes the connection if the body was not read completely. Not after `fetch` itself has rejected:
    // Node's `fetch` may have kept a stream whose error, such as an abort, would end the process.
    if (isFailure(result)) controller.abort();
    return { ...result, ...requestIdOf(response) };
  } catch (cause) {
    return failure('connection', causeOf(cause));
  }
}

function read(response: Response): Promise<Reply | Failure> {
  const kind = failureOfStatus(response.status);
  return kind ? readFailure(response, kind) : readSuccess(response);
}

/** The request id, if it is a single printable word. */
function requestIdOf({ headers }: Response): { requestId?: string } {
  const requestId = headers.get('x-request-id') ?? '';
  return /^[\x21-\x7e]{1,128}$/.test(requestId) ? { requestId } : {};
}

/**
 * Reduces an error to its system error code (ECONNREFUSED). The rest may quote the URL or the headers, which
 * contain identifiers or the token.
 */
function causeOf(error: unknown): { cause?: Error } {
  const codes = [error, error instanceof Error ? error.cause : undefined].map(
    (each) => isJsonObject(each) && own(each, 'code'),
  );
  const code = codes.find(isSystemCode);
  return code === undefined ? {} : { cause: new Error(code) };
}

async function readSuccess(response: Response): Promise<Reply | Failure> {
  const { status } = response;
  const json = await readJson(response);
  if (isFailure(json)) return json;
  // Core also accepts bare `data`, but the API always wraps it (spec: Response envelope).
  if (!isJsonObject(json.value) || !Object.hasOwn(json.value, 'code')) {
    return failure('unreadable', { status, reason: 'no-envelope' });
  }
  const opened = openEnvelope(json.value);
  if (isProblem(opened)) {
    if (opened.kind !== 'refused') return failure('unreadable', { status, reason: 'no-envelope' });
    const text = envelopeTextOf(json.value);
    // A gateway may wrap its 502 in a 200. Then the outcome of the request is unknown.
    return failure(/^5[0-9]{2}$/.test(text.code ?? '') ? 'server' : 'refused', { status, ...text });
  }
  const date = Date.parse(response.headers.get('date') ?? '');
  return { data: opened.data, status, ...(Number.isFinite(date) && { date }) };
}

/** A failure with the `code` and `msg` of its envelope, if the body is an envelope. */
async function readFailure(response: Response, kind: Failure['kind']): Promise<Failure> {
  const { status } = response;
  if (kind === 'unreadable') return failure(kind, { status, reason: 'redirect' });
  const json = await readJson(response).catch(() => failure('connection'));
  const text = !isFailure(json) && isJsonObject(json.value) ? envelopeTextOf(json.value) : {};
  return failure(kind, { status, ...text, ...(mayHaveRetryAfter(kind) && retryAfterOf(response)) });
}

/** Kinds for which `Retry-After` is defined (RFC 9110, 10.2.3; RFC 6585, 4). */
function mayHaveRetryAfter(kind: Failure['kind']): boolean {
  return kind === 'rate-limited' || kind === 'server';
}

function envelopeTextOf(answer: JsonObject): { code?: string; msg?: string } {
  const code = own(answer, 'code');
  const msg = own(answer, 'msg');
  return {
    ...((typeof code === 'number' || typeof code === 'string') && { code: String(code) }),
    ...(typeof msg === 'string' && { msg }),
  };
}

/** `Retry-After` in seconds, from seconds or an HTTP date (RFC 9110, 10.2.3); at most a day. */
function retryAfterOf(response: Response): { retryAfter?: number } {
  const text = response.headers.get('retry-after')?.trim() ?? '';
  const seconds = /^[0-9]{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? { retryAfter: Math.min(Math.max(seconds, 0), 86_400) } : {};
}
