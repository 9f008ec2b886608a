import { MINUTE } from '../../core/time.js';
import { tokenIssue } from '../option-issues.js';
import { failure, type Failure } from '../client/errors.js';
import { tokenPattern, type TokenPattern } from '../token-pattern.js';
import { digest } from './digest.js';
import type { Pace } from './store/store.js';
import { within } from './timeout.js';

/** The access token of the API, or a function that returns the token of a merchant. */
export type TokenSource = string | ((merchantId: string) => string | Promise<string>);

/** A shorter token must be a test token: it may be part of any word. */
const MIN_TOKEN = 8;
/** Maximum recent tokens to search for in every response. */
const MAX_RECENT = 16;
/** Maximum merchants whose latest token is searched for in their responses. */
const MAX_MERCHANTS = 500;

/** A token of the API. Printing it reveals nothing. */
export class Token {
  readonly #value: string;
  readonly #rate: number;
  #pace: Promise<Pace> | undefined;
  #pattern: TokenPattern | undefined;
  /** Monotonic milliseconds. */
  usedAt = 0;

  constructor(value: string, rate: number) {
    this.#value = value;
    this.#rate = rate;
  }

  /** The value sent as `X-BH-TOKEN`. */
  get value(): string {
    return this.#value;
  }

  /**
   * The pace of the token's requests. A digest names the token, so the store never holds the token itself.
   */
  pace(): Promise<Pace> {
    // Computed on first use: some platforms allow no cryptography before the first request.
    this.#pace ??= digest(`deposit-slip token\n${this.#value}`).then((token) => ({
      token,
      rate: this.#rate,
    }));
    return this.#pace;
  }

  /** Whether a text contains the token in any form, which an API may repeat. */
  isIn(text: string): boolean {
    if (this.#value.length < MIN_TOKEN) return false;
    // Cached, because compiling it takes longer than searching an ordinary response.
    this.#pattern ??= tokenPattern(this.#value);
    return text.search(this.#pattern) >= 0;
  }
}

/** The tokens for requests to the API, and the tokens that a response must not contain. */
export class Tokens {
  readonly #source: TokenSource;
  readonly #rate: number;
  readonly #timeout: number;
  readonly #fixed: Token | undefined;
  /** By value, the latest last. */
  readonly #recent = new Map<string, Token>();
  readonly #ofMerchants = new Map<string, Token>();

  /** `timeout`: milliseconds that a token function may take. */
  constructor(source: TokenSource, { rate, timeout }: { readonly rate: number; readonly timeout: number }) {
    this.#source = source;
    this.#rate = rate;
    this.#timeout = timeout;
    this.#fixed = typeof source === 'string' ? new Token(source, rate) : undefined;
  }

  /** Whether all merchants have the same token. */
  get isFixed(): boolean {
    return this.#fixed !== undefined;
  }

  /**
   * The token for the next request of a merchant. Never rejects: without a valid token, the result is the
   * failure of that request.
   */
  async of(merchantId: string): Promise<Token | Failure> {
    if (typeof this.#source === 'string') return this.#fixed!;
    try {
      const value: unknown = await within(this.#timeout, this.#source(merchantId));
      const issue = tokenIssue(value);
      return issue === undefined
        ? this.#remember(merchantId, value as string)
        : noToken(`returned a token that ${issue}`);
    } catch {
      // The error may quote the token.
      return noToken('threw, or took too long');
    }
  }

  /**
   * The pace at which merchants are chosen to be read. With a token function, their tokens are not known yet:
   * the pace is that of all tokens of the last minute together, and each merchant then waits for the turn of
   * its own token.
   */
  async pace(): Promise<Pace> {
    if (this.#fixed) return this.#fixed.pace();
    const start = performance.now() - MINUTE;
    const count = [...this.#recent.values()].filter(({ usedAt }) => usedAt > start).length;
    return { token: 'of each merchant', rate: this.#rate * Math.max(count, 1) };
  }

  /**
   * The tokens that a response to a payer of this merchant must not contain: the merchant's own and recent
   * ones.
   */
  known(merchantId: string): ReadonlySet<Token> {
    const own = this.#fixed ?? this.#ofMerchants.get(merchantId);
    return new Set([...this.#recent.values(), ...(own ? [own] : [])]);
  }

  /** Whether a text for a payer of this merchant contains one of these tokens. */
  areIn(text: string, merchantId: string): boolean {
    return [...this.known(merchantId)].some((token) => token.isIn(text));
  }

  #remember(merchantId: string, value: string): Token {
    const own = this.#ofMerchants.get(merchantId);
    const token =
      this.#recent.get(value) ?? (own?.value === value ? own : undefined) ?? new Token(value, this.#rate);
    token.usedAt = performance.now();
    putLast(this.#recent, value, token, MAX_RECENT);
    putLast(this.#ofMerchants, merchantId, token, MAX_MERCHANTS);
    return token;
  }
}

/** Describes the mistake in the `token` option, if any. */
export function validateToken(value: unknown): string | undefined {
  return typeof value === 'function' ? undefined : tokenIssue(value);
}

function noToken(issue: string): Failure {
  return failure('authentication', {
    cause: new Error(`The token function of the deposit kit ${issue}.`),
  });
}

/** Moves an entry to the end, and deletes the first entries beyond the limit. */
function putLast(tokens: Map<string, Token>, key: string, token: Token, limit: number): void {
  tokens.delete(key);
  tokens.set(key, token);
  for (const first of tokens.keys()) if (tokens.size > limit) tokens.delete(first);
}
