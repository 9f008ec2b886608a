import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../http/api-error.js';

/**
 * Content Security Policy of the simulator's pages: stylesheets, images and forms of the sandbox, nothing
 * else.
 */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Protects the simulator, which needs no token: it accepts forms only from its own pages, so that another
 * site cannot submit one. Requests for foreign hosts do not get here (SECURITY.md P35).
 */
export const guard: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  if (c.req.method === 'POST' && !isOwnRequest(c.req.raw.headers, host))
    throw new ApiError(403, 'The simulator accepts forms from its own pages only.');
  await next();
  c.header('content-security-policy', POLICY);
  // With `no-referrer`, the browser would send `Origin: null` with the form.
  c.header('referrer-policy', 'same-origin');
  c.header('cross-origin-opener-policy', 'same-origin');
};

/** Whether the request comes from a page of this host, or from no page. */
export function isOwnRequest(headers: Headers, host: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  return origin === null || origin === `http://${host}` || origin === `https://${host}`;
}
