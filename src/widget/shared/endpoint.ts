import { isJsonObject, own } from '../../core/reader/answer.js';
import { PROBLEM_KINDS, problem, problemOfStatus, type Problem } from '../../core/problem.js';
import { freshNonce, isSigned } from './signature.js';

/** Where answers come from, and what a request to it carries. */
export interface Source {
  /** The merchant's endpoint, resolved against the page. */
  readonly endpoint: string;
  readonly session?: string | undefined;
  readonly getSession?: (() => Promise<string>) | undefined;
  /** Milliseconds for the whole request, body included. */
  readonly timeout: number;
  /** Ed25519 public key in base64url: an answer it did not sign is `unsafe`. Whatever it is, it is never ignored. */
  readonly trustKey?: string | undefined;
}

/** An endpoint resolved against the page; undefined where there is none, or it is no URL. */
export function addressOf(endpoint: string | undefined): string | undefined {
  try {
    return endpoint ? new URL(endpoint, document.baseURI).href : undefined;
  } catch {
    return undefined;
  }
}

/** A successful answer: its JSON, and whether the endpoint marked it as test. */
export interface Answer {
  readonly json: unknown;
  readonly test: boolean;
}

/** What came instead of an answer. */
export interface Failure {
  readonly problem: Problem;
  readonly test: boolean;
}

const MAX_BYTES = 256 * 1024;

/**
 * Asks the endpoint. Resolves to the answer or a typed problem, and to `undefined` where `signal` aborted because nobody
 * waits for it any more. Never rejects.
 */
export async function ask(
  source: Source,
  query: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Answer | Failure | undefined> {
  const deadline = new AbortController();
  const abort = (): void => deadline.abort();
  const timer = setTimeout(abort, source.timeout);
  signal.addEventListener('abort', abort);
  // A session is the page's to bring, and may never come: only this race ends the wait for one.
  const over = new Promise<never>((_, reject) => deadline.signal.addEventListener('abort', reject));
  try {
    return await Promise.race([attempt(source, questionOf(source.endpoint, query), deadline.signal), over]);
  } catch {
    if (signal.aborted) return undefined;
    return { problem: problem(deadline.signal.aborted ? 'timeout' : 'offline'), test: false };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    // Whatever was not read is let go: a browser goes on loading what nobody reads, a redirect's body among it.
    abort();
  }
}

function questionOf(endpoint: string, query: Readonly<Record<string, string | undefined>>): URL {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

async function attempt(source: Source, url: URL, signal: AbortSignal): Promise<Answer | Failure> {
  let session = source.session ?? (await source.getSession?.());
  let response = await send(source, url, session, signal);
  // A session may have run out while the page was open: asked for once more, and only once.
  if (response.status === 401 && source.getSession) {
    session = await source.getSession();
    response = await send(source, url, session, signal);
  }
  return read(response, source, url, session);
}

function send(
  { trustKey }: Source,
  url: URL,
  session: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  if (trustKey !== undefined) url.searchParams.set('nonce', freshNonce());
  return fetch(url, {
    headers: { Accept: 'application/json', ...(session && { Authorization: `Bearer ${session}` }) },
    credentials: 'same-origin',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    // A redirect could lead the session, or the payer, elsewhere.
    redirect: 'manual',
    signal,
  });
}

async function read(
  response: Response,
  { trustKey }: Source,
  { searchParams: asked }: URL,
  session: string | undefined,
): Promise<Answer | Failure> {
  const test = response.headers.get('Deposit-Slip-Test') === '1';
  if (response.type === 'opaqueredirect') return { problem: problem('unreadable'), test };
  const bytes = await readBytes(response);
  const kind = problemOfStatus(response.status);
  const signature = response.headers.get('Deposit-Signature');
  // No words of an error are shown, and nothing is let in by one: it needs no signature.
  if (!kind && trustKey !== undefined && !(await isSigned({ bytes, asked, session }, signature, trustKey)))
    return { problem: problem('unsafe'), test };
  const json = parse(bytes);
  if (kind) return { problem: errorOf(kind, json, response.headers.get('X-Request-Id') ?? undefined), test };
  return json === undefined ? { problem: problem('unreadable'), test } : { json, test };
}

/** A body said to be JSON, at most 256 KiB, counted as it is read. */
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

/** JSON in strict UTF-8; undefined, which no JSON is, for anything else. */
function parse(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** A known `kind` in the body is believed, else the status decides. */
function errorOf(byStatus: Problem['kind'], json: unknown, requestId: string | undefined): Problem {
  const body = isJsonObject(json) ? json : {};
  const kind = PROBLEM_KINDS.find((known) => known === own(body, 'kind')) ?? byStatus;
  return problem(kind, {
    code: asText(own(body, 'code')),
    message: asText(own(body, 'msg')),
    requestId: asText(own(body, 'requestId')) ?? requestId,
  });
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
