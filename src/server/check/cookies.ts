/** What a browser would hold at most for one endpoint, and less: a hostile one may set any number. */
const MOST = 20;
const LONGEST = 2048;

/** The cookies of one visit: an endpoint may know a visit by the one it set itself. */
export class Cookies {
  readonly #values = new Map<string, string>();

  /** Begins with those of a `Cookie` header among `headers`. */
  constructor(headers: readonly (readonly [name: string, value: string])[]) {
    for (const [name, value] of headers)
      if (name.toLowerCase() === 'cookie') for (const pair of value.split(';')) this.#set(pair);
  }

  /** Keeps what an answer sets. Where and how long a cookie holds is not looked at: there is one address and one visit. */
  keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) this.#set(line);
  }

  /** The `Cookie` header; empty without cookies. */
  line(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #set(pair: string): void {
    const [, name, value] = /^\s*([^=;\s]+)=([\x21-\x3a\x3c-\x7e]*)/.exec(pair.slice(0, LONGEST)) ?? [];
    if (name === undefined || value === undefined) return;
    if (this.#values.has(name) || this.#values.size < MOST) this.#values.set(name, value);
  }
}
