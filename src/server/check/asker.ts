import { MAX_BODY } from '../client/exact-json.js';
import { NO_ANSWER, isSuccess, type Answer, type Body, type Question } from './answer.js';
import { Cookies } from './cookies.js';
import type { Settings } from './options.js';
import { freshNonce, isSigned } from './signature.js';

/** After so many questions without an answer nothing more is asked. */
const MAX_FAILURES = 2;

/** Asks one question after the other, as the element would, and keeps what came. */
export class Asker {
  readonly #settings: Settings;
  readonly #cookies: Cookies;
  readonly #answers: Answer[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#cookies = new Cookies(settings.headers);
  }

  /** What came so far, in the order it was asked for. */
  get answers(): readonly Answer[] {
    return this.#answers;
  }

  /** Asks; undefined once the endpoint did not answer often enough to be left alone. Never rejects. */
  async ask(question: Question): Promise<Answer | undefined> {
    if (this.#hasGivenUp()) return undefined;
    const answer = await this.#timed(question);
    this.#answers.push(answer);
    return answer;
  }

  #hasGivenUp(): boolean {
    const failures = this.#answers.filter(({ failure }) => failure !== undefined).length;
    return failures >= MAX_FAILURES || this.#answers[0]?.failure !== undefined;
  }

  async #timed(question: Question): Promise<Answer> {
    const { timeout, now } = this.#settings;
    const started = now();
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), timeout);
    });
    const came = await Promise.race([
      this.#receive(question, controller.signal).catch((error: unknown) => ({ error })),
      late,
    ]);
    clearTimeout(timer);
    // Whatever was not read is let go.
    controller.abort();
    const timing = { question, ms: now() - started };
    // Timers may fire a little early.
    if (came === 'late')
      return { ...timing, ms: Math.max(timing.ms, timeout), ...NO_ANSWER, failure: 'timeout' };
    if ('error' in came) return { ...timing, ...NO_ANSWER, failure: 'broken', ...causeOf(came.error) };
    return { ...came, ...timing };
  }

  async #receive(question: Question, signal: AbortSignal) {
    const { fetch, session, trustKey } = this.#settings;
    const url = this.#urlOf(question);
    const response = await fetch(url.href, {
      method: question.verb ?? 'GET',
      headers: this.#headersOf(question),
      // A followed redirect would carry the session elsewhere.
      redirect: 'manual',
      signal,
    });
    if (this.#hasCookies(question)) this.#cookies.keep(response.headers);
    const { bytes, isTooLarge } = await readBytes(response);
    const { status, headers } = response;
    const came = { question, ms: 0, status, headers, body: { ...bodyOf(bytes), isTooLarge } };
    if (trustKey === undefined || question.verb !== undefined || !isSuccess(came)) return came;
    const signed = {
      bytes,
      asked: url.searchParams,
      session: question.isStranger ? undefined : session,
    };
    return { ...came, isSigned: await isSigned(signed, headers.get('deposit-signature'), trustKey) };
  }

  /** The element brings cookies to its own origin alone. */
  #hasCookies({ isStranger, origin }: Question): boolean {
    return !isStranger && (origin ?? this.#settings.origin) === undefined;
  }

  #urlOf({ query, verb }: Question): URL {
    const url = new URL(this.#settings.endpoint);
    url.hash = '';
    // What the endpoint's own address says is replaced, as the element does; what stands twice in a question stays so.
    for (const [name] of query) url.searchParams.delete(name);
    for (const [name, value] of query) url.searchParams.append(name, value);
    if (this.#settings.trustKey !== undefined && verb !== 'OPTIONS')
      url.searchParams.set('nonce', freshNonce());
    return url;
  }

  #headersOf(question: Question): Headers {
    const { session, origin } = this.#settings;
    const { isStranger, verb } = question;
    const page = question.origin ?? origin;
    const headers = new Headers({ 'User-Agent': 'deposit-slip-check' });
    if (page !== undefined) headers.set('Origin', page);
    headers.set('Sec-Fetch-Site', page === undefined ? 'same-origin' : 'cross-site');
    if (verb === 'OPTIONS') {
      headers.set('Access-Control-Request-Method', 'GET');
      headers.set('Access-Control-Request-Headers', 'authorization');
      return headers;
    }
    headers.set('Accept', 'application/json');
    const given = this.#settings.headers.filter(([name]) => !isCredential(name) || !isStranger);
    for (const [name, value] of given) headers.set(name, value);
    if (isStranger) return headers;
    const cookies = this.#cookies.line();
    if (cookies !== '') headers.set('Cookie', cookies);
    if (session !== undefined) headers.set('Authorization', `Bearer ${session}`);
    return headers;
  }
}

/** Whether a header says who asks. */
export function isCredential(name: string): boolean {
  return /^(?:cookie|authorization)$/i.test(name);
}

/** A body, at most 256 KiB, counted as it is read. */
async function readBytes(
  response: Response,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isTooLarge: boolean }> {
  const reader = response.body?.getReader();
  const bytes = new Uint8Array(MAX_BODY);
  let length = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return { bytes: bytes.slice(0, length), isTooLarge: false };
    const fits = chunk.value.subarray(0, MAX_BODY - length);
    bytes.set(fits, length);
    length += fits.length;
    if (fits.length < chunk.value.length) return { bytes, isTooLarge: true };
  }
}

function bodyOf(bytes: Uint8Array): Omit<Body, 'isTooLarge'> {
  const text = new TextDecoder().decode(bytes);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { text, isUtf8: false };
  }
  try {
    return { text, isUtf8: true, json: { value: JSON.parse(text) as unknown } };
  } catch {
    return { text, isUtf8: true };
  }
}

/** The system's code alone: the rest of an error may quote the address or a header. */
function causeOf(error: unknown): { cause?: string } {
  const causes = [error, error instanceof Error ? error.cause : undefined];
  const codes = causes.map((each) =>
    typeof each === 'object' && each !== null && 'code' in each ? each.code : undefined,
  );
  const code = codes.find((each) => typeof each === 'string' && /^[A-Z][A-Z0-9_]{2,49}$/.test(each));
  return typeof code === 'string' ? { cause: code } : {};
}
