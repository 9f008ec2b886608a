import { Hono } from 'hono';
import { proxy } from 'hono/proxy';

/** The pages of the payer's bank. */
const PATHS = [
  '/sandbox/header.css',
  '/sandbox/pay',
  '/sandbox/pay.css',
  '/sandbox/pay/*',
  '/sandbox/qr/*',
  '/l/*',
];
/** The parts of a request that the bank needs. Neither the visitor's cookies nor any token are passed on. */
const HEADERS = ['accept', 'accept-language', 'content-type', 'sec-fetch-site'];

/**
 * Serves the sandbox's bank simulator from the origin of the demo, where the payer's phone can frame it. It
 * is the same simulator as at the sandbox's own address.
 */
export function bankRoutes(sandboxUrl: string): Hono {
  const bank = new Hono();
  for (const path of PATHS)
    bank.on(['GET', 'POST'], path, async (c) => {
      const { pathname, search, origin } = new URL(c.req.url);
      const headers = new Headers();
      for (const name of HEADERS) {
        const value = c.req.header(name);
        if (value !== undefined) headers.set(name, value);
      }
      const from = c.req.header('origin');
      // The bank accepts forms only from its own pages, and these are its own.
      if (from !== undefined) headers.set('origin', from === origin ? sandboxUrl : from);
      const response = await proxy(`${sandboxUrl}${pathname}${search}`, {
        method: c.req.method,
        headers,
        redirect: 'manual',
        ...(c.req.method === 'POST' && { body: await c.req.raw.arrayBuffer() }),
      });
      return framed(response);
    });
  return bank;
}

/** Lets pages of the same origin show a page of the bank in a frame. */
function framed(response: Response): Response {
  const policy = response.headers.get('content-security-policy');
  if (policy !== null)
    response.headers.set(
      'content-security-policy',
      policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    );
  return response;
}
