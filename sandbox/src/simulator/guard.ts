import { isLoopback } from 'deposit-slip/core';
import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../http/refusal.js';

/** Policy of the simulator's pages: our stylesheet and pictures, forms to ourselves, nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The simulator needs no token, so it answers this machine alone: a name another site points here is refused by the
 * Host header, a form another site sends by where it comes from.
 */
export const guard: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  if (!isLoopbackHost(host)) throw new Refusal(403, 'The simulator answers on this machine only.');
  if (c.req.method === 'POST' && !isOwnForm(c.req.raw.headers, host))
    throw new Refusal(403, 'The simulator takes its own form only.');
  await next();
  c.header('content-security-policy', POLICY);
  // Not no-referrer: that makes the browser send the form's Origin as null.
  c.header('referrer-policy', 'same-origin');
  c.header('cross-origin-opener-policy', 'same-origin');
};

function isLoopbackHost(host: string): boolean {
  try {
    return isLoopback(new URL(`http://${host}`).hostname);
  } catch {
    return false;
  }
}

function isOwnForm(headers: Headers, host: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const origin = headers.get('origin');
  return origin === null || origin === `http://${host}` || origin === `https://${host}`;
}
