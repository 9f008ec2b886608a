import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCRIPT_TAG_PAGES, scriptTagPage } from './script-tag-pages.js';

/**
 * The Content-Security-Policy under which the element works, with the names of the Trusted Types policies
 * that it may create. By default, it may create any.
 */
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

/** Policies that a page under test can name. `strict` is the one that SECURITY.md recommends. */
export const POLICIES: Record<string, string> = {
  strict: strict('deposit-slip', 'lit-html'),
  both: strict('deposit-slip', 'deposit-history'),
  'trusted-lit': strict('lit-html'),
  'trusted-none': strict("'none'"),
  'trusted-any': strict(),
};

const NAMED_IN_PAGE = /<!--\s*csp:\s*(.+?)\s*-->/;
const PATH = /^\/test\/pages\/([\w-]+)\.html$/;

/** A name from the list above, or a whole policy with `{nonce}` where the nonce belongs. */
function policyOf(name: string, nonce: string): string {
  const policy = POLICIES[name] ?? name;
  if (!/^[a-z-]+ /.test(policy)) throw new Error(`There is no policy "${name}".`);
  return policy.replaceAll('{nonce}', nonce);
}

interface TestPage {
  readonly html: string;
  /** A name from the list above, or a whole policy; undefined for a page without one. */
  readonly policy: string | undefined;
}

/** A file in test/pages, or a page made from the script-tag template. */
async function readPage(folder: string, name: string): Promise<TestPage | undefined> {
  const page = SCRIPT_TAG_PAGES[name];
  const path = join(folder, `${page ? 'script-tag' : name}.html`);
  const html = await readFile(path, 'utf8').catch(() => undefined);
  if (html === undefined) return undefined;
  return page
    ? { html: scriptTagPage(html, page), policy: page.policy }
    : { html, policy: NAMED_IN_PAGE.exec(html)?.[1] };
}

/**
 * Serves test/pages/{name}.html, with a Content-Security-Policy if the page names one, in a comment
 * `<!-- csp: strict -->` or in its URL `?csp=strict`. Its script, style and link elements get the nonce.
 */
export async function pageUnderTest(root: string, request: Request): Promise<Response | undefined> {
  const url = new URL(request.url);
  const name = PATH.exec(url.pathname)?.[1];
  if (name === undefined || request.method !== 'GET') return undefined;
  const page = await readPage(join(root, 'test/pages'), name);
  if (page === undefined) return undefined;
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  const policy = url.searchParams.get('csp') ?? page.policy;
  if (policy === undefined) return new Response(page.html, { headers });
  const nonce = randomBytes(16).toString('base64');
  headers.set('content-security-policy', policyOf(policy, nonce));
  return new Response(page.html.replace(/<(script|style|link)\b/g, `<$1 nonce="${nonce}"`), { headers });
}
