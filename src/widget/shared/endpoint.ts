import { isServer } from 'lit';
import { isJsonObject, own } from '../../core/reader/members.js';
import { PROBLEM_KINDS, problem, problemOfStatus, type Problem } from '../../core/problem.js';
import { record } from '../../core/record.js';

/** The merchant's endpoint and the data of requests to it. */
export interface Endpoint {
  /** Absolute URL. */
  readonly url: string;
  readonly session?: string | undefined;
  readonly getSession?: (() => Promise<string>) | undefined;
  /** Milliseconds for a whole request, including the body. */
  readonly timeout: number;
}

/** An endpoint resolved against the page; undefined if it is absent or not a URL. */
export function resolveEndpoint(endpoint: string | undefined): string | undefined {
  try {
    return endpoint
      ? new URL(endpoint, isServer ? 'https://page.invalid' : document.baseURI).href
      : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON of a successful response, and whether the endpoint marked it as test. */
export interface EndpointResponse {
  readonly json: unknown;
  readonly test: boolean;
}

/** Why there is no response. */
export interface Failure {
  readonly problem: Problem;
  readonly test: boolean;
}

const MAX_BYTES = 256 * 1024;

/**
 * Requests a response. Resolves to the response or a typed problem, and to `undefined` if `signal` aborted
 * the request. Never rejects.
 */
export async function fetchJson(
  endpoint: Endpoint,
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<EndpointResponse | Failure | undefined> {
  const deadline = new AbortController();
  const abort = (): void => deadline.abort();
  const timer = setTimeout(abort, endpoint.timeout);
  signal.addEventListener('abort', abort);
  // The page's `getSession` may never settle: only this race ends the wait.
  const aborted = new Promise<never>((_, reject) => deadline.signal.addEventListener('abort', reject));
  try {
    return await Promise.race([
      attempt(record(endpoint), requestUrl(endpoint.url, query), deadline.signal),
      aborted,
    ]);
  } catch {
    if (signal.aborted) return undefined;
    return record({ problem: rejectionOf(deadline.signal.aborted), test: false });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    // Stops the download of an unread body, such as a redirect's.
    abort();
  }
}

/** Browsers do not distinguish a refused connection from an origin that CORS does not allow. */
function rejectionOf(isLate: boolean): Problem {
  if (isLate) return problem('timeout');
  return navigator.onLine ? problem('unavailable', { cause: 'network or CORS' }) : problem('offline');
}

function requestUrl(address: string, query: Readonly<Record<string, string | undefined>>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

async function attempt(
  endpoint: Endpoint,
  url: URL,
  signal: AbortSignal,
): Promise<EndpointResponse | Failure> {
  // Without `getSession` nothing is awaited, so that the request is sent before the skeleton is rendered.
  let session = endpoint.session ?? (endpoint.getSession && (await endpoint.getSession()));
  let response = await send(url, session, signal);
  // A session may expire while the page is open: get a new one, once.
  if (response.status === 401 && endpoint.getSession) {
    session = await endpoint.getSession();
    response = await send(url, session, signal);
  }
  return read(response);
}

function send(url: URL, session: string | undefined, signal: AbortSignal): Promise<Response> {
  const init: RequestInit = record({
    headers: { Accept: 'application/json', ...(session && { Authorization: `Bearer ${session}` }) },
    credentials: 'same-origin',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    // A redirect could send the session or the payer elsewhere.
    redirect: 'manual',
    signal,
  });
  return fetch(url, init);
}

async function read(response: Response): Promise<EndpointResponse | Failure> {
  const test = response.headers.get('Deposit-Slip-Test') === '1';
  if (response.type === 'opaqueredirect')
    return record({ problem: problem('unreadable', { cause: 'redirect' }), test });
  const bytes = await readBytes(response);
  const kind = problemOfStatus(response.status);
  const json = parse(bytes);
  if (kind) return record({ problem: errorOf(kind, json, response), test });
  if (json !== undefined) return record({ json, test });
  const [type = 'missing'] =
    /^(?:application|text|image)\/[a-z+-]{1,40}/i.exec(response.headers.get('Content-Type') ?? '') ?? [];
  const cause = `HTTP ${response.status}, Content-Type ${type}`;
  return record({ problem: problem('unreadable', { cause }), test });
}

/**
 * The body of a JSON response, at most 256 KiB, counted while reading; undefined if it is larger or its type
 * is not JSON.
 */
async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return undefined;
  const reader = response.body?.getReader();
  const bytes = new Uint8Array(MAX_BYTES);
  let length = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return bytes.subarray(0, length);
    if (length + chunk.value.length > MAX_BYTES) return undefined;
    bytes.set(chunk.value, length);
    length += chunk.value.length;
  }
}

/** JSON in strict UTF-8; undefined, which is not a JSON value, for anything else. */
function parse(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder('utf-8', record({ fatal: true })).decode(bytes));
  } catch {
    return undefined;
  }
}

/** A known `kind` in the body decides; otherwise the status does. */
function errorOf(byStatus: Problem['kind'], json: unknown, { status, headers }: Response): Problem {
  const body = isJsonObject(json) ? json : {};
  const kind = PROBLEM_KINDS.find((known) => known === own(body, 'kind')) ?? byStatus;
  return problem(kind, {
    cause: `HTTP ${status}`,
    code: asText(own(body, 'code')),
    message: asText(own(body, 'msg')),
    requestId: asText(own(body, 'requestId')) ?? headers.get('X-Request-Id') ?? undefined,
  });
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
