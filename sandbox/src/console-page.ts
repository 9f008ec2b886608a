import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AppContext } from './app-context.js';
import type { KeyState } from './console-urls.js';
import { htmlDocument, page } from './html-document.js';
import { ApiError } from './http/api-error.js';
import { readJsonBody } from './http/body.js';
import { errorResponse, json } from './http/response.js';
import { packageUrl, readPackageFile } from './package-files.js';

/**
 * Lit creates its templates through a policy of this name. Style sheets are constructed, so none is inline.
 */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

type ConsoleContext = Pick<AppContext, 'controlToken' | 'consoleUrls' | 'pageHeader'>;

/**
 * The console: a page that shows the sandbox and uses its control API. The page is the same for everybody. It
 * gets the control token in exchange for the key of a one-time URL, and stores it for its tab. Every page of
 * this machine would send a cookie, because ports do not separate cookies; only the console sends a token in
 * a header.
 */
export function consoleRoutes(context: ConsoleContext): Hono {
  const app = new Hono();
  for (const path of ['/', '/sandbox', '/sandbox/'])
    app.get(path, async () => {
      const response = page(await consoleDocument(context));
      for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
      return response;
    });
  app.post('/sandbox/console-token', async (c) => {
    // Requires JSON, which a page of another origin cannot send without a preflight, so it cannot make the
    // sandbox announce URLs.
    const { key } = (await readJsonBody(c.req.raw)) as { readonly key?: unknown };
    const state = typeof key === 'string' && key !== '' ? stateOf(key, context) : 'absent';
    if (state === 'valid') return json({ token: context.controlToken });
    return errorResponse(new ApiError(403, `${REASONS[state]}${signInHint(context)}`));
  });
  let script: Promise<string> | undefined;
  app.get('/sandbox/console.js', async (c) => {
    script ??= readScript();
    const type = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' };
    // The next request tries a failed build again.
    return c.body(await script.catch(forget), 200, {
      ...type,
      'cross-origin-resource-policy': 'same-origin',
    });
  });
  const forget = (error: unknown): never => {
    script = undefined;
    throw error;
  };
  return app;
}

/** Sentences that say why there is no control token. The way to get one follows them. */
const REASONS = {
  absent: '',
  used: 'This URL has been used, and opens the console only once. ',
  unknown: 'This URL has expired, or comes from an earlier run of the sandbox. ',
} as const;

function stateOf(key: string, { consoleUrls }: ConsoleContext): KeyState {
  return consoleUrls?.use(key) ?? 'unknown';
}

/** How to open the console. A new URL is announced only where those who run the sandbox see it. */
function signInHint({ consoleUrls }: ConsoleContext): string {
  if (!consoleUrls?.announce()) return 'Enter the control token.';
  return 'Open the new URL that the sandbox has printed in its terminal, or enter the control token.';
}

/** The console's script: from the built package, or built from source, which takes about a second. */
async function readScript(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readPackageFile('dist/console.js');
  // Not a literal, because the published package has neither the module nor Vite.
  const { buildConsole } = (await import(String(packageUrl('console.config.ts')))) as {
    buildConsole: () => Promise<string>;
  };
  return buildConsole();
}

function consoleDocument(context: ConsoleContext): Promise<string> {
  return htmlDocument(context, 'console', {
    title: 'Sandbox console',
    head: html`<script type="module" src="/sandbox/console.js"></script>`,
    body: html`<sandbox-console></sandbox-console> <noscript>The console needs JavaScript.</noscript>`,
  });
}
