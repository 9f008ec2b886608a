import { isLoopback } from 'deposit-slip/core';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AppContext } from './app-context.js';
import { hostOf, isLoopbackHost } from './hosts.js';
import { headerMarkup, headerStyles } from './page-header.js';
import { packageUrl, readPackageFile } from './package-files.js';
import { page } from './simulator/page.js';

/** Lit makes its templates by a policy of this name. Style sheets are constructed, so that none is inline. */
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

type ConsoleContext = Pick<AppContext, 'controlToken' | 'baseUrl' | 'pageHeader'>;

/** What `@hono/node-server` passes with a request. */
interface Bindings {
  readonly incoming?: { readonly socket: { readonly remoteAddress?: string } };
}

/** The console: a page that shows the sandbox and works with its control API. */
export function consoleRoutes(context: ConsoleContext): Hono {
  const { controlToken, baseUrl } = context;
  const app = new Hono();
  for (const path of ['/', '/sandbox', '/sandbox/'])
    app.get(path, async (c) => {
      const token = isOwn(c.req.raw, c.env as Bindings | undefined) ? controlToken : '';
      const response = page(await markup(context, token, baseUrl()));
      for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
      return response;
    });
  let script: Promise<string> | undefined;
  app.get('/sandbox/console.js', async (c) => {
    script ??= readScript();
    const type = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' };
    // A build that failed is tried again by the next request.
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

/**
 * Whether a request comes from this machine and names it, without a proxy between: only then does the page carry the
 * control token. A `Host` alone proves nothing, since another machine can send any.
 */
function isOwn({ url, headers }: Request, { incoming }: Bindings = {}): boolean {
  const host = hostOf(headers.get('host') ?? new URL(url).host);
  const address = incoming?.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some((name) => headers.has(name));
  return host !== undefined && isLoopback(host) && isLoopbackHost(address) && !isForwarded;
}

/** The console's script: from the built package, or built from source, which takes about a second. */
async function readScript(): Promise<string> {
  if (!import.meta.url.endsWith('.ts')) return readPackageFile('dist/console.js');
  // Not a literal: the published package has neither the module nor Vite.
  const { buildConsole } = (await import(String(packageUrl('console.config.ts')))) as {
    buildConsole: () => Promise<string>;
  };
  return buildConsole();
}

async function markup(context: ConsoleContext, token: string, baseUrl: string): Promise<string> {
  return String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="control-token" content="${token}" />
          <meta name="base-url" content="${baseUrl}" />
          <title>Sandbox console</title>
          ${headerStyles(context)}
          <script type="module" src="/sandbox/console.js"></script>
        </head>
        <body>
          ${headerMarkup(context, 'console')}
          <sandbox-console></sandbox-console>
          <noscript>The console needs JavaScript.</noscript>
        </body>
      </html>`,
  );
}
