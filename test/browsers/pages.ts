import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The policy the element promises to run under, with the Trusted Types it may make; none named: all of them. */
function strict(...trusted: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'nonce-{nonce}' 'strict-dynamic'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    ...(trusted.length > 0 ? [`trusted-types ${trusted.join(' ')}`] : []),
  ].join('; ');
}

/** Policies a page under test may ask for by name. `strict` is the one the element promises to run under (SECURITY.md). */
export const POLICIES: Record<string, string> = {
  strict: strict('deposit-slip', 'lit-html'),
  'trusted-lit': strict('lit-html'),
  'trusted-none': strict("'none'"),
  'trusted-any': strict(),
};

const ASKED_IN_PAGE = /<!--\s*csp:\s*(.+?)\s*-->/;
const PATH = /^\/test\/pages\/([\w-]+)\.html$/;

/** A name from the list above, or a whole policy with `{nonce}` where the nonce belongs. */
function policyOf(asked: string, nonce: string): string {
  const policy = POLICIES[asked] ?? asked;
  if (!/^[a-z-]+ /.test(policy)) throw new Error(`There is no policy called "${asked}".`);
  return policy.replaceAll('{nonce}', nonce);
}

/**
 * Serves test/pages/{name}.html, with a Content-Security-Policy if the page asks for one, in a comment
 * `<!-- csp: strict -->` or in its address `?csp=strict`. Its script, style and link elements get the nonce.
 */
export async function pageUnderTest(root: string, request: Request): Promise<Response | undefined> {
  const url = new URL(request.url);
  const name = PATH.exec(url.pathname)?.[1];
  if (name === undefined || request.method !== 'GET') return undefined;
  const html = await readFile(join(root, 'test/pages', `${name}.html`), 'utf8').catch(() => undefined);
  if (html === undefined) return undefined;
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  const asked = url.searchParams.get('csp') ?? ASKED_IN_PAGE.exec(html)?.[1];
  if (asked === undefined) return new Response(html, { headers });
  const nonce = randomBytes(16).toString('base64');
  headers.set('content-security-policy', policyOf(asked, nonce));
  return new Response(html.replace(/<(script|style|link)\b/g, `<$1 nonce="${nonce}"`), { headers });
}
