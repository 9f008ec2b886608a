import { MAX_BODY } from '../client/exact-json.js';
import { WITHOUT_RESPONSE, type Exchange, type Body, type Probe } from './exchange.js';
import { CookieJar } from './cookie-jar.js';
import { isCredential, type Settings } from './options.js';

/** The number of failed requests after which no more are sent. */
const MAX_FAILURES = 2;

/** Sends probes to the endpoint one after the other, like the element does, and collects the responses. */
export class Prober {
  readonly #settings: Settings;
  readonly #cookies: CookieJar;
  readonly #exchanges: Exchange[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#cookies = new CookieJar(settings.headers);
  }

  /** The responses so far, in the order of the requests. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** Sends a probe, unless too many requests have failed. Never rejects. */
  async send(probe: Probe): Promise<Exchange | undefined> {
    if (this.#hasGivenUp()) return undefined;
    const exchange = await this.#sendInTime(probe);
    this.#exchanges.push(exchange);
    return exchange;
  }

  #hasGivenUp(): boolean {
    const failures = this.#exchanges.filter(({ failure }) => failure !== undefined).length;
    return failures >= MAX_FAILURES || this.#exchanges[0]?.failure !== undefined;
  }

  async #sendInTime(probe: Probe): Promise<Exchange> {
    const { timeout } = this.#settings;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const deadline = new Promise<'timeout'>((resolve) => {
      timer = setTimeout(() => {
        resolve('timeout');
        controller.abort();
      }, timeout);
    });
    const outcome = await Promise.race([
      this.#receive(probe, controller).catch((error: unknown) => ({ error })),
      deadline,
    ]);
    clearTimeout(timer);
    if (outcome === 'timeout') return { probe, ...WITHOUT_RESPONSE, failure: 'timeout' };
    if ('error' in outcome)
      return { probe, ...WITHOUT_RESPONSE, failure: 'broken', ...causeOf(outcome.error) };
    return outcome;
  }

  async #receive(probe: Probe, controller: AbortController): Promise<Exchange> {
    const { fetch } = this.#settings;
    const url = this.#urlOf(probe);
    const response = await fetch(url.href, {
      method: probe.verb ?? 'GET',
      headers: this.#headersOf(probe),
      // Following a redirect would send the session to another host.
      redirect: 'manual',
      signal: controller.signal,
    });
    if (this.#sendsCookies(probe)) this.#cookies.store(response.headers);
    // Closes the connection if the body was not read completely, or if the status forbids the body that was
    // sent. Not after `fetch` itself has rejected (src/server/client/transport.ts).
    const { bytes, isTooLarge } = await readBytes(response).finally(() => controller.abort());
    const { status, headers } = response;
    return { probe, status, headers, body: { ...bodyOf(bytes), isTooLarge } };
  }

  /** Like the element, sends cookies only in same-origin requests. */
  #sendsCookies({ isAnonymous, origin }: Probe): boolean {
    return !isAnonymous && (origin ?? this.#settings.origin) === undefined;
  }

  #urlOf({ query }: Probe): URL {
    const url = new URL(this.#settings.endpoint);
    url.hash = '';
    // Like the element, replaces parameters of the endpoint's own URL.
    for (const [name, value] of query) url.searchParams.set(name, value);
    return url;
  }

  #headersOf(probe: Probe): Headers {
    const { session, origin } = this.#settings;
    const { isAnonymous, verb } = probe;
    const page = probe.origin ?? origin;
    const headers = new Headers({ 'User-Agent': 'deposit-slip-check' });
    if (page !== undefined) headers.set('Origin', page);
    headers.set('Sec-Fetch-Site', page === undefined ? 'same-origin' : 'cross-site');
    if (verb === 'OPTIONS') {
      headers.set('Access-Control-Request-Method', 'GET');
      headers.set('Access-Control-Request-Headers', 'authorization');
      return headers;
    }
    headers.set('Accept', 'application/json');
    const custom = this.#settings.headers.filter(([name]) => !isCredential(name) || !isAnonymous);
    for (const [name, value] of custom) headers.set(name, value);
    if (isAnonymous) return headers;
    const cookies = this.#cookies.header();
    if (cookies !== '') headers.set('Cookie', cookies);
    if (session !== undefined) headers.set('Authorization', `Bearer ${session}`);
    return headers;
  }
}

/** Reads at most 256 KiB of a body, counted while reading. */
async function readBytes(
  response: Response,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isTooLarge: boolean }> {
  const reader = response.body?.getReader();
  const bytes = new Uint8Array(MAX_BODY);
  let length = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return { bytes: bytes.slice(0, length), isTooLarge: false };
    const part = chunk.value.subarray(0, MAX_BODY - length);
    bytes.set(part, length);
    length += part.length;
    if (part.length < chunk.value.length) return { bytes, isTooLarge: true };
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

/** The system's error code only: the rest of an error may quote the URL or a header. */
function causeOf(error: unknown): { cause?: string } {
  const causes = [error, error instanceof Error ? error.cause : undefined];
  const codes = causes.map((each) =>
    typeof each === 'object' && each !== null && 'code' in each ? each.code : undefined,
  );
  const code = codes.find((each) => typeof each === 'string' && /^[A-Z][A-Z0-9_]{2,49}$/.test(each));
  return typeof code === 'string' ? { cause: code } : {};
}
