import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Context } from 'hono';

/** A page under the strictest policy a merchant can set: the element must work under it. */
export async function sendPage(c: Context, path: string, sandboxUrl: string): Promise<Response> {
  const nonce = randomBytes(16).toString('base64');
  c.header('Content-Security-Policy', policyOf(nonce));
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'same-origin');
  const html = await readFile(path, 'utf8');
  return c.html(html.replaceAll('%NONCE%', nonce).replaceAll('%SANDBOX%', sandboxUrl));
}

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types deposit-slip lit-html',
  ].join('; ');
}

/** A script or a style sheet, by the end of its name. */
export async function sendFile(c: Context, path: string): Promise<Response> {
  const bytes = await readFile(path);
  const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-cache',
  });
}
