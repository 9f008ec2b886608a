/** Limits below a browser's, because a hostile endpoint may set any number of cookies. */
const MAX_COOKIES = 20;
const MAX_LENGTH = 2048;

/** The cookies of one payer, including those that the endpoint sets. */
export class CookieJar {
  readonly #values = new Map<string, string>();

  /** Starts with the cookies of a `Cookie` header in `headers`. */
  constructor(headers: readonly (readonly [name: string, value: string])[]) {
    for (const [name, value] of headers)
      if (name.toLowerCase() === 'cookie') for (const pair of value.split(';')) this.#set(pair);
  }

  /**
   * Stores the cookies of a response. Ignores their attributes, because there is only one URL and one short
   * session.
   */
  store(headers: Headers): void {
    for (const line of headers.getSetCookie()) this.#set(line);
  }

  /** The value of the `Cookie` header; empty without cookies. */
  header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #set(pair: string): void {
    const [, name, value] = /^\s*([^=;\s]+)=([\x21-\x3a\x3c-\x7e]*)/.exec(pair.slice(0, MAX_LENGTH)) ?? [];
    if (name === undefined || value === undefined) return;
    if (this.#values.has(name) || this.#values.size < MAX_COOKIES) this.#values.set(name, value);
  }
}
