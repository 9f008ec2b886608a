import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Context } from 'hono';

/** Sends a page under the strictest Content-Security-Policy a merchant can set, under which the element must work. */
export async function sendPage(c: Context, path: string, sandboxUrl: string): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  c.header('Content-Security-Policy', policyOf(nonce, new URL(c.req.url).origin));
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'same-origin');
  const html = await readFile(path, 'utf8');
  return c.html(html.replaceAll('%NONCE%', nonce).replaceAll('%SANDBOX%', sandboxUrl));
}

/** The policy of SECURITY.md; the only image it allows is the icon of the pages. */
function policyOf(nonce: string, origin: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "connect-src 'self'",
    `img-src ${origin}/demo/icon.svg`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types deposit-slip deposit-history lit-html',
  ].join('; ');
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Sends a script, a style sheet or the icon, with the content type of its extension. */
export async function sendFile(c: Context, path: string): Promise<Response> {
  const bytes = await readFile(path);
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
    'Cache-Control': 'no-cache',
  });
}
