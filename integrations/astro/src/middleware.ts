import { defineMiddleware } from 'astro:middleware';
import { styleHash } from 'deposit-slip/ssr';
import { deposit } from './deposit';

void deposit.follow(); // Not awaited: it never ends.

const policy =
  `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' ${await styleHash()}; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types lit-html";

export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  response.headers.set('Content-Security-Policy', policy);
  return response;
});
