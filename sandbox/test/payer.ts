import type { TestSandbox } from './test-sandbox.js';

export interface PayerPage {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly html: string;
}

/** A payer at the simulated bank. The payer's browser follows redirects. */
export class Payer {
  readonly #sandbox: TestSandbox;

  constructor(sandbox: TestSandbox) {
    this.#sandbox = sandbox;
  }

  /** Opens a page by its path or full URL. */
  open(path: string, headers: Record<string, string> = {}): Promise<PayerPage> {
    return this.#load(path, { headers });
  }

  openPay(params: Record<string, string>, headers?: Record<string, string>): Promise<PayerPage> {
    return this.open(`/sandbox/pay?${new URLSearchParams(params)}`, headers);
  }

  /** Submits the payment form. */
  pay(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<PayerPage> {
    return this.submit('/sandbox/pay', fields, headers);
  }

  submit(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<PayerPage> {
    return this.#load(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  async #load(path: string, init: RequestInit): Promise<PayerPage> {
    const response = await fetch(new URL(path, this.#sandbox.url), init);
    const { status, url, headers } = response;
    return { status, url, headers, html: await response.text() };
  }
}

/** The fields of the form on a page, with their values. */
export function fieldsOf(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  return Object.fromEntries(
    inputs.map((tag) => [/name="([^"]*)"/.exec(tag)![1]!, unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? '')]),
  );
}

/** The URLs that a page links to. */
export function linksOf(html: string): string[] {
  return [...html.matchAll(/<a\b[^>]*?href="([^"]*)"/g)].map(([, href]) => unescaped(href!));
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
