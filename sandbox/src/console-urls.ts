import { randomBytes } from 'node:crypto';
import { isSameSecret } from './secrets.js';

/** How long a URL opens the console, in milliseconds. */
export const LIFETIME_MS = 600_000;

/** Minimum milliseconds between two announcements: anybody can open the page of the console and cause one. */
export const ANNOUNCE_MS = 10_000;

interface Key {
  readonly text: string;
  readonly expires: number;
  isUsed: boolean;
}

/** The result of using a key. Unknown: it has expired or was never issued. */
export type KeyState = 'valid' | 'used' | 'unknown';

/** The base of the URLs, and the function that announces them. */
export interface ConsoleUrlsOptions {
  /** The base URL of the sandbox, without a trailing slash. */
  readonly baseUrl: () => string;
  /** Shows a URL to whoever runs the sandbox, and to nobody else. */
  readonly announce?: ((url: string) => void) | undefined;
  readonly now?: () => number;
}

/**
 * The URLs that open the console, each once (SECURITY.md P37). A request says nothing reliable about its
 * sender, because a proxy can make it look local. So access requires a secret, which reaches only those who
 * read the output of the sandbox.
 *
 * The secret is in the fragment of the URL, and the page exchanges it with a POST. Browsers do not send
 * fragments, so the secret is in no access log and no referrer, and a program that only loads the link, such
 * as a preview, does not use it up.
 */
export class ConsoleUrls {
  readonly #options: ConsoleUrlsOptions;
  #keys: readonly Key[] = [];
  #announced = -Infinity;

  constructor(options: ConsoleUrlsOptions) {
    this.#options = options;
  }

  /** A new URL, which opens the console once within ten minutes. */
  create(): string {
    const text = randomBytes(32).toString('base64url');
    this.#keys = [...this.#unexpired(), { text, expires: this.#now() + LIFETIME_MS, isUsed: false }];
    return `${this.#options.baseUrl()}/sandbox/#key=${text}`;
  }

  /** Uses up a key. Valid: nobody has used it before. */
  use(text: string): KeyState {
    this.#keys = this.#unexpired();
    const key = this.#keys.find((each) => isSameSecret(each.text, text));
    if (!key) return 'unknown';
    if (key.isUsed) return 'used';
    key.isUsed = true;
    return 'valid';
  }

  /** Announces a new URL, unless one was just announced. False if there is no way to announce it. */
  announce(): boolean {
    const { announce } = this.#options;
    if (!announce) return false;
    if (this.#now() - this.#announced >= ANNOUNCE_MS) {
      this.#announced = this.#now();
      announce(this.create());
    }
    return true;
  }

  #unexpired(): readonly Key[] {
    return this.#keys.filter(({ expires }) => this.#now() < expires);
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }
}
