import { readFileSync } from 'node:fs';
import { after, before } from 'node:test';
import { METHODS } from 'deposit-slip/core';
import type { DepositHistoryRendering, DepositSlipRendering } from 'deposit-slip/ssr';
import { builtRenderer, builtScripts } from '../../demo/scripts.js';
import { historyAnswer } from '../../demo/situations/history.js';
import { SITUATIONS } from '../../demo/situations/index.js';
import { answerOf } from '../../demo/situations/slips.js';
import { sheetOf } from '../../src/ssr/render.js';
import { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { listen } from '../../sandbox/serving.js';
import { ROOT } from '../root.js';

type Renderer = Awaited<ReturnType<typeof builtRenderer>>;

/** An element rendered on the server, with the properties of a page that would render it itself. */
export interface Case {
  readonly name: string;
  readonly isHistory: boolean;
  readonly properties: Omit<DepositSlipRendering & DepositHistoryRendering, 'lang'>;
}

/** The slip of each method. */
const METHOD_CASES: readonly Case[] = METHODS.map((method) => ({
  name: `method ${method.id}`,
  isHistory: false,
  properties: { paymentId: String(method.id), answer: answerOf(method), endpoint: '/deposit', watch: true },
}));

/** Each situation that has its response, or needs none. */
const SITUATION_CASES: readonly Case[] = SITUATIONS.filter(
  ({ act, tag, properties, reaches }) =>
    act === undefined &&
    tag === undefined &&
    (properties.answer !== undefined || reaches === 'choosing' || reaches === 'asking'),
).map(({ id, properties }) => ({ name: id, isHistory: false, properties: { ...properties } }));

const HISTORY_CASES: readonly Case[] = ['full', 'empty', 'many', 'unreadable'].map((name) => ({
  name: `history ${name}`,
  isHistory: true,
  properties: { endpoint: '/history', answer: historyAnswer(name, undefined)[0] },
}));

/** Every method, and every state that has a response. */
export const CASES: readonly Case[] = [...METHOD_CASES, ...SITUATION_CASES, ...HISTORY_CASES];

/** How a page shows its cases. */
export interface Look {
  readonly lang: string;
  readonly theme: 'light' | 'dark';
}

/** A server of pages whose elements it has rendered, with the scripts that take them over. */
export class RenderedPages {
  #server: Awaited<ReturnType<typeof listen>> | undefined;
  #renderer: Renderer | undefined;
  readonly #pages = new Map<string, { readonly html: string; readonly headers: HeadersInit }>();
  readonly requests: string[] = [];

  constructor() {
    before(async () => {
      const scripts = await builtScripts(ROOT);
      this.#renderer = await builtRenderer(ROOT);
      this.#server = await listen((request) => this.#respond(request, scripts), 0);
    });
    after(() => this.#server?.close());
  }

  get url(): string {
    return this.#server!.url;
  }

  get renderer(): Renderer {
    return this.#renderer!;
  }

  /** Serves a page, and returns its URL. */
  serve(name: string, body: string, lang = 'en', headers: HeadersInit = {}): string {
    // A site may link to it on all pages, and a policy of the page may refuse it.
    const reserve = 'content-security-policy' in headers ? '' : '<link rel="stylesheet" href="/reserve.css">';
    const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width"><title>Shop</title>${reserve}</head><body>${body}</body></html>`;
    this.#pages.set(`/${name}`, { html, headers });
    return `${this.url}/${name}`;
  }

  /** A case as the server renders it. */
  render({ isHistory, properties }: Case, { lang, theme }: Look): Promise<string> {
    const options = { ...properties, lang, theme, url: this.url } as DepositSlipRendering;
    return isHistory ? this.renderer.renderDepositHistory(options) : this.renderer.renderDepositSlip(options);
  }

  #respond({ url }: Request, scripts: ReadonlyMap<string, string>): Response {
    const { pathname } = new URL(url);
    const page = this.#pages.get(pathname);
    if (page)
      return new Response(page.html, {
        headers: { 'content-type': 'text/html; charset=utf-8', ...page.headers },
      });
    const script = scripts.get(pathname);
    if (script !== undefined)
      return new Response(readFileSync(script), { headers: { 'content-type': 'text/javascript' } });
    if (pathname === '/reserve.css')
      return new Response(readFileSync(`${ROOT}/src/reserve.css`), {
        headers: { 'content-type': 'text/css' },
      });
    if (pathname === '/styles/deposit-slip.css')
      return new Response(sheetOf(DepositSlip), { headers: { 'content-type': 'text/css' } });
    this.requests.push(pathname);
    return new Response(null, { status: 404 });
  }
}
