import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { isOwnRequest } from '../sandbox/serving.js';

/** Maximum bytes of a body: forms and small JSON. */
const MAX_BODY = 64 * 1024;

export const limitBody = bodyLimit({
  maxSize: MAX_BODY,
  onError: (c) => c.json({ msg: 'The body is too long.' }, 413),
});

/**
 * Refuses requests from pages of other sites, except a link that opens a page: even a visit to the shop opens
 * an account.
 */
export const refuseOtherSites: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  if (!isOwnRequest(c.req.raw.headers, host) && !isLink(c.req.raw))
    return c.json({ msg: 'Other sites may link to the demo, and nothing else.' }, 403);
  return next();
};

/** Whether a browser opens a page in a tab, not in a frame. */
function isLink({ method, headers }: Request): boolean {
  return (
    method === 'GET' &&
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document'
  );
}
