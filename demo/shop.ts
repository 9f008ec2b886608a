import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { METHODS } from 'deposit-slip/core';
import { createDepositKit, type Grant } from 'deposit-slip/kit';
import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

/** What the shop's server is given, as a merchant's would be: by its environment. */
export interface ShopOptions {
  /** Base URL of the payments API. */
  readonly apiUrl: string;
  /** Access token of the API; it stays in this process. */
  readonly apiToken: string;
  /** The folder the pages lie in. */
  readonly root: string;
  /** The script-tag file the pages load. */
  readonly scriptFile: string;
}

const MERCHANT_ID = 1001;
const VISIT = 'visit';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** The demo merchant's server: its pages, and the kit in front of the API under `/deposit`. */
export function createShop({ apiUrl, apiToken, root, scriptFile }: ShopOptions): Hono {
  const kit = createDepositKit({
    baseUrl: apiUrl,
    token: apiToken,
    secret: randomBytes(32),
    test: true,
    authorize: (request) => grantOf(visitOf(request)),
  });
  const shop = new Hono();
  shop.get('/', (c) => page(c, join(root, 'index.html'), apiUrl));
  shop.all('/deposit', (c) => kit(c.req.raw));
  shop.get('/deposit-slip.js', (c) => file(c, scriptFile, JAVASCRIPT));
  shop.get('/demo/shop.css', (c) => file(c, join(root, 'demo/shop.css'), CSS));
  shop.get('/demo/shop.js', (c) => file(c, join(root, 'demo/shop.js'), JAVASCRIPT));
  return shop;
}

/**
 * What a visitor may see: the shop's one account, one method of every rail this version knows. The account is the visitor's own as
 * far as the demo goes, so that arrivals without a funding id can be told too.
 */
function grantOf(visit: string | undefined): Grant | null {
  if (!visit) return null;
  return {
    id: visit,
    merchantId: MERCHANT_ID,
    methods: METHODS.filter(({ slug }, at) => METHODS.findIndex((each) => each.slug === slug) === at).map(
      ({ id, fiat }) => ({ paymentId: id, fiat }),
    ),
    ownAccount: true,
  };
}

function visitOf(request: Request): string | undefined {
  const cookies = request.headers.get('cookie') ?? '';
  return /(?:^|;\s*)visit=([0-9a-f-]{36})(?:;|$)/.exec(cookies)?.[1];
}

/** A page under the strictest policy a merchant can set: the element must work under it. */
async function page(c: Context, path: string, apiUrl: string): Promise<Response> {
  if (!getCookie(c, VISIT)) setCookie(c, VISIT, randomUUID(), { httpOnly: true, sameSite: 'Lax', path: '/' });
  const nonce = randomBytes(16).toString('base64');
  c.header('Content-Security-Policy', policyOf(nonce));
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'same-origin');
  const html = await readFile(path, 'utf8');
  return c.html(html.replaceAll('%NONCE%', nonce).replaceAll('%SANDBOX%', apiUrl));
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

async function file(c: Context, path: string, type: string): Promise<Response> {
  const bytes = await readFile(path);
  return c.body(new Uint8Array(bytes), 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
}
